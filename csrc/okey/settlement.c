/* Okey: every settlement, the end of a match, the next dealer. All of it stateless. */
#include "../game.h"
#include "okey_rules.h"

#define MARGIN 100000000 /* a show and a win may have moved the points by so much */

/* O-29: red is suit 0, black suit 3. */
int rummy_okey_color_factor(const rummy_okey_rules *rules, int indicator)
{
    int suit = indicator / RUMMY_RANKS;
    if (indicator < 0 || indicator >= RUMMY_FACES)
        return RUMMY_E_INDICATOR;
    return rules->color_rule == RUMMY_OKEY_COLOR_RULE_RED_BLACK_DOUBLE && (suit == 0 || suit == 3) ? 2 : 1; /* plant: colour-factor */
}

/* O-32 */
int okey_same_side(const rummy_okey_rules *rules, int seat, int other)
{
    return rules->teams == RUMMY_OKEY_TEAMS_OPPOSITE ? seat % 2 == other % 2 : seat == other; /* plant: same-side */
}

/* O-31: what a player with `points` pays of an amount. */
static int32_t paid(const rummy_okey_rules *rules, int32_t points, int32_t amount)
{
    if (rules->insufficient_points == RUMMY_OKEY_INSUFFICIENT_POINTS_GO_NEGATIVE || points >= amount) /* plant: insufficient */
        return amount;
    return points > 0 ? points : 0; /* plant: pay-what-left */
}

int okey_points_fit(const rummy_okey_rules *rules, int players, const int32_t *points, int32_t most)
{
    for (int seat = 0; seat < players; seat++)
        if (points[seat] < -most || points[seat] > most)
            return 0;
    return rules->teams != RUMMY_OKEY_TEAMS_OPPOSITE || (players == 4 && points[0] == points[2] && points[1] == points[3]);
}

static int check_points(const rummy_okey_rules *rules, int players, const int32_t *points)
{
    if (players < 2 || players > RUMMY_SEATS)
        return RUMMY_E_ARGUMENT;
    return okey_points_fit(rules, players, points, RUMMY_POINTS_MAX + MARGIN) ? 0 : RUMMY_E_POINTS;
}

static int check_table(const rummy_okey_rules *rules, int players, int indicator, const int32_t *points, int seat)
{
    if (indicator < 0 || indicator >= RUMMY_FACES || seat < 0 || seat >= players)
        return RUMMY_E_ARGUMENT;
    return check_points(rules, players, points);
}

/* Take `amount` from the winner's side, or from every other seat that has `floor` points; transfer: give it to the
 * winner's side. */
static void collect(const rummy_okey_rules *rules, int players, const int32_t *points, int seat, int32_t amount,
                    int32_t floor, int transfer, int32_t *change)
{
    int own = rules->deduct_from == RUMMY_OKEY_DEDUCT_FROM_WINNER; /* plant: deduct-from */
    int32_t pot = 0;
    for (int other = 0; other < RUMMY_SEATS; other++)
        change[other] = 0;
    for (int other = 0; other < players; other++) {
        if (okey_same_side(rules, seat, other) == own && points[other] >= floor) { /* plant: who-pays */
            change[other] = -paid(rules, points[other], amount);
            pot -= change[other];
        }
    }
    if (!transfer)
        return;
    if (rules->teams == RUMMY_OKEY_TEAMS_OPPOSITE)
        pot /= 2; /* both partners show the one score that their team lost */ /* plant: one-score */
    for (int other = 0; other < players; other++)
        if (okey_same_side(rules, seat, other))
            change[other] = pot; /* plant: pot */
}

int rummy_okey_settle_show(const rummy_okey_rules *rules, int players, int indicator, const int32_t *points, int seat,
                           int32_t change[RUMMY_SEATS])
{
    int error = check_table(rules, players, indicator, points, seat);
    if (error)
        return error;
    if (!rules->indicator_bonus) /* O-17 */
        return RUMMY_E_NO_SHOW;
    int32_t floor = rules->indicator_min_points > 0 ? rules->indicator_min_points : INT32_MIN; /* plant: show-floor */
    collect(rules, players, points, seat, rules->base_indicator * rummy_okey_color_factor(rules, indicator), floor, 0, change); /* plant: show-amount */
    return 0;
}

/* O-33: only a show that brings somebody there, not one that finds somebody there. */
int rummy_okey_show_ends(const rummy_okey_rules *rules, int players, const int32_t *points,
                         const int32_t change[RUMMY_SEATS])
{
    int error = check_points(rules, players, points);
    if (error)
        return error;
    if (rules->game_end_check == RUMMY_OKEY_GAME_END_CHECK_IMMEDIATE && rules->game_end == RUMMY_OKEY_GAME_END_POINTS_OUT) /* plant: show-ends-round */
        for (int seat = 0; seat < players; seat++)
            if (points[seat] > 0 && (int64_t)points[seat] + change[seat] <= 0) /* plant: brought */
                return 1;
    return 0;
}

int rummy_okey_settle_win(const rummy_okey_rules *rules, int players, int indicator, const int32_t *points, int seat,
                          int won_by, int okey_finish, int32_t change[RUMMY_SEATS])
{
    int error = check_table(rules, players, indicator, points, seat);
    if (error)
        return error;
    if (won_by < RUMMY_OKEY_MELDS || won_by > (RUMMY_OKEY_MELDS | RUMMY_OKEY_PAIRS) || okey_finish < 0 || okey_finish > 1)
        return RUMMY_E_ARGUMENT;
    int pairs = won_by & RUMMY_OKEY_PAIRS ? 1 : 0; /* O-22: both count as pairs */ /* plant: pairs-double */
    if (pairs && !rules->seven_pairs) /* O-21 */
        return RUMMY_E_PAIR_NEVER;
    int factor = (pairs ? 2 : 1) * (okey_finish ? 2 : 1); /* plant: factors */
    if (factor == 4 && rules->double_combination == RUMMY_OKEY_DOUBLE_COMBINATION_SINGLE) /* plant: double-once */
        factor = 2;
    collect(rules, players, points, seat, rules->base_win * factor * rummy_okey_color_factor(rules, indicator), INT32_MIN, /* plant: win-amount */
            rules->payout == RUMMY_OKEY_PAYOUT_TRANSFER, change);
    return factor;
}

int rummy_okey_settle_end(const rummy_okey_rules *rules, int players, const int32_t *points, int winner,
                          const uint8_t okeys[RUMMY_SEATS], int32_t change[RUMMY_SEATS])
{
    int error = check_points(rules, players, points), all = 0;
    if (error)
        return error;
    if (winner < 0 || (winner >= players && winner != RUMMY_NONE))
        return RUMMY_E_ARGUMENT;
    for (int seat = 0; seat < players; seat++)
        all += okeys[seat];
    if (all > 2)
        return RUMMY_E_COPIES;
    int low = rules->deduct_from == RUMMY_OKEY_DEDUCT_FROM_WINNER; /* then few points are good: the amount is added */
    for (int seat = 0; seat < RUMMY_SEATS; seat++)
        change[seat] = 0;
    for (int seat = 0; seat < players; seat++) {
        int32_t amount = winner == RUMMY_NONE ? rules->stock_end_penalty : 0;
        if (winner != RUMMY_NONE && !okey_same_side(rules, winner, seat))
            for (int other = 0; other < players; other++)
                amount += okey_same_side(rules, seat, other) ? okeys[other] * rules->okey_left_penalty : 0; /* plant: team-okeys */
        change[seat] = low ? amount : -paid(rules, points[seat], amount); /* plant: end-amount */
    }
    return 0;
}

int32_t rummy_okey_room(const rummy_okey_rules *rules, int players)
{
    if (players < 2 || players > RUMMY_SEATS)
        return RUMMY_E_ARGUMENT;
    int color = rules->color_rule == RUMMY_OKEY_COLOR_RULE_RED_BLACK_DOUBLE ? 2 : 1;
    int factor = rules->seven_pairs && rules->double_combination == RUMMY_OKEY_DOUBLE_COMBINATION_MULTIPLY ? 4 : 2;
    int32_t win = rules->base_win * factor * color, show = rules->indicator_bonus ? rules->base_indicator * color : 0;
    int32_t pot = rules->payout == RUMMY_OKEY_PAYOUT_TRANSFER && rules->teams == RUMMY_OKEY_TEAMS_OFF ? (players - 1) * win : 0;
    int32_t left = 2 * rules->okey_left_penalty, most = pot > win + show + left ? pot : win + show + left;
    return most > show + rules->stock_end_penalty ? most : show + rules->stock_end_penalty;
}

int rummy_okey_decided(const rummy_okey_rules *rules, int players, const int32_t *points, int rounds)
{
    int error = check_points(rules, players, points);
    if (error || rounds < 0)
        return error ? error : RUMMY_E_ARGUMENT;
    if (rules->game_end == RUMMY_OKEY_GAME_END_ROUNDS)
        return rounds >= rules->rounds; /* plant: rounds-played */
    if (rules->game_end == RUMMY_OKEY_GAME_END_POINTS_OUT)
        for (int seat = 0; seat < players; seat++)
            if (points[seat] <= 0) /* plant: points-out */
                return 1;
    return 0;
}

int rummy_okey_leaders(const rummy_okey_rules *rules, int players, const int32_t *points)
{
    int sign = rules->deduct_from == RUMMY_OKEY_DEDUCT_FROM_WINNER ? -1 : 1, leaders = 0; /* plant: fewest-lead */
    int32_t best = 0;
    int error = check_points(rules, players, points);
    if (error)
        return error;
    for (int seat = 0; seat < players; seat++) {
        if (!leaders || points[seat] * sign > best) {
            best = points[seat] * sign;
            leaders = 0;
        }
        if (points[seat] * sign == best)
            leaders |= 1 << seat;
    }
    return leaders;
}

int rummy_okey_next_dealer(const rummy_okey_rules *rules, int players, int dealer, int winner)
{
    if (no_seats(RUMMY_SEATS, players, dealer, winner))
        return RUMMY_E_ARGUMENT;
    if (winner == RUMMY_NONE && rules->dealer_rotation == RUMMY_OKEY_DEALER_ROTATION_ONLY_AFTER_WIN) /* plant: dealer-stays */
        return dealer;
    if (winner != RUMMY_NONE && rules->dealer_rotation == RUMMY_OKEY_DEALER_ROTATION_WINNER_DEALS) /* plant: winner-deals */
        return winner;
    return (dealer + 1) % players;
}
