/* Okey: one round, from the deck to the outcome. The rules are cited by their numbers in docs/okey.md. */
#include <string.h>

#include "../game.h"
#include "../kind_sets.h"
#include "okey_rules.h"

#define JOKER_STACK 6 /* O-5: the last six tiles, from which the die picks the indicator */

/* ---------------------------------------------------------------- deal */

void rummy_okey_shuffle(const rummy_okey_rules *rules, rummy_random *random, uint8_t deck[RUMMY_OKEY_TILES])
{
    size_t indicator;
    for (int i = 0; i < RUMMY_OKEY_TILES; i++) /* O-1: two of each */
        deck[i] = (uint8_t)(i / 2);
    rummy_shuffle(random, deck, RUMMY_OKEY_TILES);
    /* O-5: a die picks one of the last six tiles, or any tile is picked; a false joker is thrown again. */
    size_t among = rules->ceremony == RUMMY_OKEY_CEREMONY_EXACT ? JOKER_STACK : RUMMY_OKEY_TILES; /* plant: ceremony */
    do
        indicator = RUMMY_OKEY_TILES - among + rummy_random_below(random, (uint32_t)among);
    while (deck[indicator] == RUMMY_JOKER); /* plant: thrown-again */
    uint8_t tile = deck[indicator];
    memmove(deck + indicator, deck + indicator + 1, RUMMY_OKEY_TILES - 1 - indicator);
    deck[RUMMY_OKEY_TILES - 1] = tile;
}

int rummy_okey_deal(rummy_okey_state *state, const rummy_okey_rules *rules, int players, int dealer,
                    const int32_t *points, const uint8_t deck[RUMMY_OKEY_TILES])
{
    rummy_okey_state s;
    memset(&s, 0, sizeof s);
    int error = rummy_okey_rules_resolve(rules, players, &s.rules, NULL);
    if (error)
        return error;
    if (players < 2)
        return RUMMY_E_PLAYERS;
    if (dealer < 0 || dealer >= players)
        return RUMMY_E_DEALER;
    if (!deck_fits(deck, RUMMY_OKEY_TILES, 2, 2) || deck[RUMMY_OKEY_TILES - 1] == RUMMY_JOKER)
        return RUMMY_E_DECK;
    if (points && !okey_points_fit(&s.rules, players, points, RUMMY_POINTS_MAX - rummy_okey_room(&s.rules, players)))
        return RUMMY_E_POINTS;
    for (int seat = 0; seat < players; seat++)
        s.start[seat] = s.points[seat] = points ? points[seat] : s.rules.start_points; /* plant: start-points */
    s.players = (uint8_t)players;
    s.dealer = (uint8_t)dealer;
    s.turn = (uint8_t)(s.rules.starter == RUMMY_OKEY_STARTER_DEALER ? dealer : (dealer + 1) % players); /* O-3 */ /* plant: starter */
    s.phase = RUMMY_OKEY_TO_DISCARD; /* O-12 */
    s.indicator = deck[RUMMY_OKEY_TILES - 1];
    s.okey = (uint8_t)rummy_okey_of(s.indicator);
    s.drawn = s.shower = s.winner = s.finished_with = RUMMY_NONE;
    s.source = RUMMY_OKEY_DEALT;
    int at = 0;
    for (int seat = 0; seat < players; seat++)
        for (int i = 0; i < RUMMY_OKEY_HAND + (seat == s.turn); i++) /* plant: deal-sizes */
            s.hand[seat][deck[at++]]++;
    while (at < RUMMY_OKEY_TILES - 1)
        s.stock[s.stock_end++] = deck[at++];
    *state = s;
    uint16_t moves[RUMMY_OKEY_MOVES];
    return rummy_okey_moves(state, moves);
}

/* ---------------------------------------------------------------- what may be played */

static int next_seat(const rummy_okey_state *s) { return (s->turn + 1) % s->players; } /* plant: next-seat */

static int first_turn(const rummy_okey_state *s) { return s->turns < s->players; } /* plant: first-turn */

/* O-17. */
static int check_show(const rummy_okey_state *s)
{
    if (!s->rules.indicator_bonus) /* plant: show-option */
        return RUMMY_E_NO_SHOW;
    if (s->shower != RUMMY_NONE) /* plant: show-once */
        return RUMMY_E_SHOWN;
    if (!first_turn(s)) /* plant: show-first-turn */
        return RUMMY_E_SHOW_LATE;
    if (s->rules.indicator_window == RUMMY_OKEY_INDICATOR_WINDOW_BEFORE_FIRST_DRAW && s->drawn != RUMMY_NONE) /* plant: show-window */
        return RUMMY_E_SHOW_LATE;
    if (!s->hand[s->turn][s->indicator]) /* plant: show-held */
        return RUMMY_E_NOT_HELD;
    if (s->drawn == s->indicator && !s->rules.indicator_drawn_counts) /* plant: show-drawn */
        return RUMMY_E_SHOW_DRAWN;
    return 0;
}

/* The tiles that may be discarded (O-15). */
static uint64_t discarding(const rummy_okey_state *s)
{
    uint64_t out = held_at_least(s->hand[s->turn], 1);
    if (s->rules.discard_taken == RUMMY_OKEY_DISCARD_TAKEN_FORBIDDEN && s->source == RUMMY_OKEY_TAKEN) /* plant: taken-back */
        out &= ~KIND_BIT(s->drawn);
    if (s->rules.discard_okey == RUMMY_OKEY_DISCARD_OKEY_FORBIDDEN) /* plant: okey-discard */
        out &= ~KIND_BIT(s->okey);
    return out;
}

static int check_discard(const rummy_okey_state *s, int kind)
{
    if (discarding(s) >> kind & 1)
        return 0;
    if (!s->hand[s->turn][kind])
        return RUMMY_E_NOT_HELD;
    if (s->rules.discard_taken == RUMMY_OKEY_DISCARD_TAKEN_FORBIDDEN && s->source == RUMMY_OKEY_TAKEN && kind == s->drawn)
        return RUMMY_E_TAKEN_BACK;
    return RUMMY_E_OKEY_DISCARD;
}

/* O-16: may this turn end in a finish at all? */
static int check_finish(const rummy_okey_state *s)
{
    if (s->source == RUMMY_OKEY_TAKEN && !s->rules.finish_on_taken_discard) /* plant: finish-taken */
        return RUMMY_E_FINISH_TAKEN;
    if (s->source == RUMMY_OKEY_DEALT && !s->rules.finish_on_dealt_hand) /* plant: finish-dealt */
        return RUMMY_E_FINISH_DEALT;
    return 0;
}

/* The tiles whose discard leaves a winning hand: by melds, and by pairs. The state's hand needs no check. */
static void finishing(const rummy_okey_state *s, uint64_t by[2]) { okey_finishing(&s->rules, s->okey, s->hand[s->turn], by); }

int rummy_okey_moves(const rummy_okey_state *s, uint16_t out[RUMMY_OKEY_MOVES])
{
    int n = 0;
    switch (s->phase) {
    case RUMMY_OKEY_LAST_CHANCE: /* O-24: offered whatever the hand, so that being asked betrays nothing */
        out[n++] = RUMMY_OKEY_TAKE;
        out[n++] = RUMMY_OKEY_PASS;
        break;
    case RUMMY_OKEY_TO_DRAW: /* O-13, O-14: the stock is not empty here, and the previous player has just discarded */
        out[n++] = RUMMY_OKEY_DRAW;
        out[n++] = RUMMY_OKEY_TAKE;
        if (!check_show(s)) /* plant: show-before-draw */
            out[n++] = RUMMY_OKEY_SHOW;
        break;
    case RUMMY_OKEY_TO_DISCARD:
        if (!check_show(s))
            out[n++] = RUMMY_OKEY_SHOW;
        n += list_moves(out + n, RUMMY_OKEY_DISCARD, discarding(s));
        if (!check_finish(s)) {
            uint64_t by[2];
            finishing(s, by);
            n += list_moves(out + n, RUMMY_OKEY_FINISH, by[0] | by[1]);
        }
        break;
    default: break;
    }
    return n;
}

int rummy_okey_check(const rummy_okey_state *s, int seat, int move)
{
    int error = check_turn(s->players, s->turn, s->phase == RUMMY_OKEY_OVER, RUMMY_OKEY_MOVES, seat, move);
    if (error)
        return error;
    int has_drawn = s->phase == RUMMY_OKEY_TO_DISCARD;
    if (s->phase == RUMMY_OKEY_LAST_CHANCE)
        return move == RUMMY_OKEY_TAKE || move == RUMMY_OKEY_PASS ? 0 : RUMMY_E_LAST_CHANCE; /* plant: last-chance-moves */
    if (move == RUMMY_OKEY_DRAW || move == RUMMY_OKEY_TAKE)
        return has_drawn ? RUMMY_E_DRAWN : 0;
    if (move == RUMMY_OKEY_SHOW)
        return check_show(s);
    if (move == RUMMY_OKEY_PASS)
        return RUMMY_E_NO_PASS; /* plant: no-pass */
    if (!has_drawn) /* plant: discard-after-draw */
        return RUMMY_E_NOT_DRAWN;
    if (move < RUMMY_OKEY_FINISH)
        return check_discard(s, move - RUMMY_OKEY_DISCARD);
    if (!s->hand[s->turn][move - RUMMY_OKEY_FINISH])
        return RUMMY_E_NOT_HELD;
    error = check_finish(s);
    if (error)
        return error;
    uint64_t by[2];
    finishing(s, by);
    return (by[0] | by[1]) >> (move - RUMMY_OKEY_FINISH) & 1 ? 0 : RUMMY_E_NOT_WON; /* plant: check-finish */
}

/* ---------------------------------------------------------------- playing */

static void add_points(rummy_okey_state *s, const int32_t *change)
{
    for (int seat = 0; seat < s->players; seat++)
        s->points[seat] += change[seat];
}

/* What the end of a round costs the seats at these points (O-36), and the okeys in the hands of losers that cost
 * something. */
static void settle_end(const rummy_okey_state *s, const int32_t *points, uint8_t okeys[RUMMY_SEATS], int32_t change[RUMMY_SEATS])
{
    memset(okeys, 0, RUMMY_SEATS);
    memset(change, 0, RUMMY_SEATS * sizeof *change);
    if (s->ending != RUMMY_OKEY_WON && s->ending != RUMMY_OKEY_STOCK_OUT)
        return;
    for (int seat = 0; seat < s->players; seat++)
        if (s->ending == RUMMY_OKEY_WON && s->rules.okey_left_penalty && !okey_same_side(&s->rules, s->winner, seat))
            okeys[seat] = s->hand[seat][s->okey]; /* plant: okeys-left */
    (void)rummy_okey_settle_end(&s->rules, s->players, points, s->winner, okeys, change);
}

static void end_round(rummy_okey_state *s, int ending)
{
    uint8_t okeys[RUMMY_SEATS];
    int32_t change[RUMMY_SEATS];
    s->phase = RUMMY_OKEY_OVER;
    s->ending = (uint8_t)ending;
    settle_end(s, s->points, okeys, change);
    add_points(s, change); /* plant: end-settled */
}

static void play_show(rummy_okey_state *s)
{
    int32_t change[RUMMY_SEATS];
    s->shower = s->turn;
    s->known[s->turn][s->indicator] = 1; /* plant: shown-is-known */
    (void)rummy_okey_settle_show(&s->rules, s->players, s->indicator, s->points, s->turn, change);
    if (rummy_okey_show_ends(&s->rules, s->players, s->points, change))
        end_round(s, RUMMY_OKEY_POINTS_OUT);
    add_points(s, change); /* plant: show-moves-points */
}

/* A tile has come into the hand. */
static void receive(rummy_okey_state *s, int kind, int source)
{
    s->drawn = (uint8_t)kind;
    s->source = (uint8_t)source;
    s->phase = RUMMY_OKEY_TO_DISCARD;
}

/* O-14: the newest discard of all is the previous player's. */
static int play_take(rummy_okey_state *s)
{
    int kind = take_newest(s->discard, s->discarded_by, &s->discards, s->hand[s->turn], s->known[s->turn]);
    receive(s, kind, RUMMY_OKEY_TAKEN);
    return kind;
}

static void play_discard(rummy_okey_state *s, int kind)
{
    int last_chance_used = s->stock_at == s->stock_end && s->source == RUMMY_OKEY_TAKEN && s->rules.stock_end == RUMMY_OKEY_STOCK_END_NEXT_MAY_TAKE_TO_WIN; /* only the last chance takes beside an empty stock */ /* plant: last-chance-once */
    take_out(s->hand[s->turn], s->known[s->turn], kind);
    s->discard[s->discards] = (uint8_t)kind;
    s->discarded_by[s->discards++] = s->turn; /* plant: discarded-by */
    s->drawn = RUMMY_NONE;
    s->turns++;
    s->turn = (uint8_t)next_seat(s);
    s->phase = RUMMY_OKEY_TO_DRAW;
    int empty = s->stock_at == s->stock_end;
    if (empty && (s->rules.stock_end == RUMMY_OKEY_STOCK_END_AFTER_LAST_DISCARD || last_chance_used)) /* O-24 */ /* plant: stock-end */
        end_round(s, RUMMY_OKEY_STOCK_OUT);
    else if (s->turns >= s->rules.turn_cap) /* O-25 */ /* plant: turn-cap */
        end_round(s, RUMMY_OKEY_TRUNCATED);
    else if (empty)
        s->phase = RUMMY_OKEY_LAST_CHANCE;
}

static void play_finish(rummy_okey_state *s, int kind)
{
    uint64_t by[2];
    uint8_t values[RUMMY_KINDS];
    int32_t change[RUMMY_SEATS];
    finishing(s, by);
    s->won_by = (uint8_t)((by[0] >> kind & 1 ? RUMMY_OKEY_MELDS : 0) | (by[1] >> kind & 1 ? RUMMY_OKEY_PAIRS : 0)); /* plant: won-by */
    take_out(s->hand[s->turn], s->known[s->turn], kind);
    s->winner = s->turn;
    s->finished_with = (uint8_t)kind;
    (void)rummy_okey_values(&s->rules, s->hand[s->turn], &s->indicator, 1, values, NULL);
    s->single_color = (uint8_t)(s->rules.single_color_win == RUMMY_OKEY_SINGLE_COLOR_WIN_WIN_GAME && okey_single_color(values)); /* O-34 */ /* plant: single-colour */
    (void)rummy_okey_settle_win(&s->rules, s->players, s->indicator, s->points, s->turn, s->won_by, kind == s->okey, change); /* plant: win-settled */
    add_points(s, change);
    end_round(s, RUMMY_OKEY_WON);
}

static int apply(rummy_okey_state *state, int move, rummy_event *event, uint16_t *out)
{
    uint8_t who = state->turn, tile = RUMMY_NONE, own = RUMMY_NONE;
    if (move == RUMMY_OKEY_DRAW) {
        own = state->stock[state->stock_at++]; /* O-7: nobody else sees it */ /* plant: draw */
        state->hand[who][own]++;
        receive(state, own, RUMMY_OKEY_DRAWN);
    } else if (move == RUMMY_OKEY_TAKE) {
        tile = (uint8_t)play_take(state);
    } else if (move == RUMMY_OKEY_SHOW) {
        tile = state->indicator;
        play_show(state);
    } else if (move == RUMMY_OKEY_PASS) {
        end_round(state, RUMMY_OKEY_STOCK_OUT);
    } else if (move < RUMMY_OKEY_FINISH) {
        tile = (uint8_t)(move - RUMMY_OKEY_DISCARD);
        play_discard(state, tile);
    } else {
        tile = (uint8_t)(move - RUMMY_OKEY_FINISH);
        play_finish(state, tile);
    }
    if (event)
        *event = event_of(who, move, tile, own, 0);
    return out ? rummy_okey_moves(state, out) : 0;
}

/* ---------------------------------------------------------------- what is seen */

/* O-35: what lies where the seat cannot get it. Of the discards it is all but the newest, where the seat may take that
 * one now. */
static void count_gone(const rummy_okey_state *s, int seat, uint8_t gone[RUMMY_KINDS])
{
    int may_take = seat == s->turn && (s->phase == RUMMY_OKEY_TO_DRAW || s->phase == RUMMY_OKEY_LAST_CHANCE);
    count_lying(s->discard, s->discards - may_take, s->finished_with, gone);
    if (s->shower != RUMMY_NONE && s->shower != seat && s->known[s->shower][s->indicator])
        gone[s->indicator]++;
}

int rummy_okey_view_of(const rummy_okey_state *s, int seat, rummy_okey_view *out)
{
    if (seat < -1 || seat >= s->players)
        return RUMMY_E_ARGUMENT;
    START_VIEW(out, s, seat);
    memcpy(out->points, s->points, sizeof out->points);
    out->indicator = s->indicator;
    out->okey = s->okey;
    out->shower = s->shower;
    out->stock = (uint8_t)(s->stock_end - s->stock_at);
    count_gone(s, seat, out->gone);
    if (seat == s->turn && s->phase == RUMMY_OKEY_TO_DISCARD) /* plant: view-drawn */
        out->drawn = s->drawn;
    for (int i = 0; i < s->discards; i++) {
        int covered = 0;
        if (s->rules.discard_view == RUMMY_OKEY_DISCARD_VIEW_TOP_ONLY) /* O-7 */ /* plant: view-discards */
            for (int later = i + 1; later < s->discards && !covered; later++)
                covered = s->discarded_by[later] == s->discarded_by[i]; /* plant: view-covered */
        if (!covered) {
            out->discard[out->discards] = s->discard[i];
            out->discarded_by[out->discards++] = s->discarded_by[i];
        }
    }
    return 0;
}

int rummy_okey_outcome_of(const rummy_okey_state *s, rummy_okey_outcome *out)
{
    if (s->phase != RUMMY_OKEY_OVER)
        return RUMMY_E_ARGUMENT;
    memset(out, 0, sizeof *out);
    out->ending = s->ending;
    out->winner = s->winner;
    out->won_by = s->won_by;
    out->finished_with = s->finished_with;
    out->source = s->source;
    out->single_color = s->single_color;
    out->shower = s->shower;
    out->factor = 1;
    out->color = rummy_okey_color_factor(&s->rules, s->indicator);
    out->indicator = s->indicator;
    memcpy(out->start, s->start, sizeof out->start);
    memcpy(out->points, s->points, sizeof out->points);
    int32_t points[RUMMY_SEATS];
    memcpy(points, s->start, sizeof points);
    if (s->shower != RUMMY_NONE) {
        (void)rummy_okey_settle_show(&s->rules, s->players, s->indicator, points, s->shower, out->shown);
        for (int seat = 0; seat < s->players; seat++)
            points[seat] += out->shown[seat]; /* plant: outcome-shown */
    }
    if (s->winner != RUMMY_NONE) {
        memcpy(out->hand, s->hand[s->winner], RUMMY_KINDS);
        out->okey_finish = s->finished_with == s->okey; /* plant: outcome-okey-finish */
        out->factor = rummy_okey_settle_win(&s->rules, s->players, s->indicator, points, s->winner, s->won_by, out->okey_finish, out->won);
        for (int seat = 0; seat < s->players; seat++)
            points[seat] += out->won[seat];
    }
    settle_end(s, points, out->okeys_left, out->ended);
    return 0;
}

/* ---------------------------------------------------------------- the end of a match */

int rummy_okey_match_end(const rummy_okey_state *s, int rounds)
{
    if (s->phase != RUMMY_OKEY_OVER)
        return RUMMY_E_ARGUMENT;
    int decided = rummy_okey_decided(&s->rules, s->players, s->points, rounds);
    return decided == 0 ? s->single_color : decided;
}

int rummy_okey_match_winners(const rummy_okey_state *s)
{
    if (s->phase != RUMMY_OKEY_OVER)
        return RUMMY_E_ARGUMENT;
    if (!s->single_color)
        return rummy_okey_leaders(&s->rules, s->players, s->points);
    int side = 1 << s->winner;
    return s->rules.teams == RUMMY_OKEY_TEAMS_OPPOSITE ? side | 1 << (s->winner + 2) % s->players : side;
}

/* ---------------------------------------------------------------- the record of the game */

static int deal_seeded(rummy_okey_state *state, const rummy_okey_rules *rules, int players, int dealer, uint64_t seed)
{
    rummy_random random;
    uint8_t deck[RUMMY_OKEY_TILES];
    rummy_random_seed(&random, seed);
    rummy_okey_shuffle(rules, &random, deck);
    return rummy_okey_deal(state, rules, players, dealer, NULL, deck);
}

static void payoff(const rummy_okey_state *s, int32_t *out)
{
    for (int seat = 0; seat < s->players; seat++)
        out[seat] = s->points[seat] - s->start[seat];
}

DEFINE_GAME(okey, OKEY, RUMMY_SEATS);
