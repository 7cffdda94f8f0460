/* Okey: the options, their defaults, ranges and conflicts. */
#include <string.h>

#include "okey.h"

#define START_MAX 1000000
#define BASE_MAX 1000000
#define FIELDS ((int)(sizeof(rummy_okey_rules) / sizeof(int32_t)))

static const rummy_okey_rules defaults = {
    .run_wrap = RUMMY_OKEY_RUN_WRAP_HIGH_ONE,
    .seven_pairs = 1,
    .finish_on_taken_discard = 1,
    .finish_on_dealt_hand = 1,
    .turn_cap = 400,
    .start_points = RUMMY_AUTO,
    .base_win = RUMMY_AUTO,
    .color_rule = RUMMY_AUTO,
    .indicator_bonus = RUMMY_AUTO,
    .base_indicator = RUMMY_AUTO,
    /* all others: the first enumerator, off, or 0 */
};

/* The greatest value of each field; the least is 0, or 1 where `least` says so. */
static const rummy_okey_rules greatest = {
    .starter = 1, .dealer_rotation = 2, .ceremony = 1, .discard_view = 1, .false_joker_role = 1, .run_wrap = 1, .seven_pairs = 1,
    .pairs_with_jokers = 1, .finish_on_taken_discard = 1, .finish_on_dealt_hand = 1, .discard_taken = 1, .discard_okey = 1,
    .stock_end = 1, .turn_cap = 10000, .double_combination = 1, .payout = 1, .start_points = START_MAX, .base_win = BASE_MAX,
    .deduct_from = 1, .color_rule = 1, .indicator_bonus = 1, .indicator_window = 1, .indicator_drawn_counts = 1,
    .base_indicator = BASE_MAX, .indicator_min_points = START_MAX, .insufficient_points = 1, .teams = 1, .game_end = 2,
    .rounds = START_MAX, .game_end_check = 1, .single_color_win = 1,
};
static const rummy_okey_rules least = {.turn_cap = 1, .start_points = 1, .base_win = 1};

void rummy_okey_rules_init(rummy_okey_rules *rules) { *rules = defaults; }

static void settle_auto(int32_t *field, int32_t transfer, int32_t deduct, int payout)
{
    if (*field == RUMMY_AUTO)
        *field = payout == RUMMY_OKEY_PAYOUT_DEDUCT ? deduct : transfer;
}

int rummy_okey_rules_resolve(const rummy_okey_rules *rules, int players, rummy_okey_rules *out, int *where)
{
    rummy_okey_rules r = *rules;
    settle_auto(&r.start_points, 10, 20, r.payout);
    settle_auto(&r.base_win, 1, 2, r.payout);
    settle_auto(&r.color_rule, RUMMY_OKEY_COLOR_RULE_OFF, RUMMY_OKEY_COLOR_RULE_RED_BLACK_DOUBLE, r.payout);
    settle_auto(&r.indicator_bonus, 0, 1, r.payout);
    settle_auto(&r.base_indicator, 0, 1, r.payout);

    int32_t value[FIELDS], low[FIELDS], high[FIELDS];
    memcpy(value, &r, sizeof r);
    memcpy(low, &least, sizeof least);
    memcpy(high, &greatest, sizeof greatest);
    for (int i = 0; i < FIELDS; i++) {
        if (value[i] < low[i] || value[i] > high[i]) {
            if (where)
                *where = i;
            return RUMMY_E_RANGE;
        }
    }
    if (players && (players < 2 || players > RUMMY_SEATS))
        return RUMMY_E_PLAYERS;
    if (players && r.teams == RUMMY_OKEY_TEAMS_OPPOSITE && players != 4)
        return RUMMY_E_TEAMS;
    if (r.deduct_from == RUMMY_OKEY_DEDUCT_FROM_WINNER && r.payout != RUMMY_OKEY_PAYOUT_DEDUCT)
        return RUMMY_E_DEDUCT_FROM;
    if (r.stock_end == RUMMY_OKEY_STOCK_END_NEXT_MAY_TAKE_TO_WIN && !r.finish_on_taken_discard)
        return RUMMY_E_LAST_TAKE;
    if ((r.game_end == RUMMY_OKEY_GAME_END_ROUNDS) != (r.rounds > 0))
        return RUMMY_E_ROUNDS;
    *out = r;
    return 0;
}
