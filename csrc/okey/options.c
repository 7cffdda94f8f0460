/* Okey: the options, and which of them cannot be played together. */
#include "../options.h"
#include "okey.h"

/* options-begin: written by csrc/gen_options.py from options.json */
static const option options[] = {
    {{0}, 0, 1, -1}, /* starter */
    {{0}, 0, 2, -1}, /* dealer_rotation */
    {{0}, 0, 1, -1}, /* ceremony */
    {{0}, 0, 1, -1}, /* discard_view */
    {{0}, 0, 1, -1}, /* false_joker_role */
    {{1}, 0, 1, -1}, /* run_wrap */
    {{1}, 0, 1, -1}, /* seven_pairs */
    {{0}, 0, 1, -1}, /* pairs_with_jokers */
    {{1}, 0, 1, -1}, /* finish_on_taken_discard */
    {{1}, 0, 1, -1}, /* finish_on_dealt_hand */
    {{0}, 0, 1, -1}, /* discard_taken */
    {{0}, 0, 1, -1}, /* discard_okey */
    {{0}, 0, 2, -1}, /* stock_end */
    {{400}, 1, 10000, -1}, /* turn_cap */
    {{0}, 0, 1, -1}, /* double_combination */
    {{0}, 0, 1, -1}, /* payout */
    {{10, 20}, 1, 1000000, 15}, /* start_points */
    {{1, 2}, 1, 1000000, 15}, /* base_win */
    {{0}, 0, 1, -1}, /* deduct_from */
    {{0, 1}, 0, 1, 15}, /* color_rule */
    {{0, 1}, 0, 1, 15}, /* indicator_bonus */
    {{0}, 0, 1, -1}, /* indicator_window */
    {{0}, 0, 1, -1}, /* indicator_drawn_counts */
    {{0, 1}, 0, 1000000, 15}, /* base_indicator */
    {{0}, 0, 1000000, -1}, /* indicator_min_points */
    {{0}, 0, 1, -1}, /* insufficient_points */
    {{0}, 0, 1000000, -1}, /* okey_left_penalty */
    {{0}, 0, 1000000, -1}, /* stock_end_penalty */
    {{0}, 0, 1, -1}, /* teams */
    {{0}, 0, 2, -1}, /* game_end */
    {{0}, 0, 1000000, -1}, /* rounds */
    {{0}, 0, 1, -1}, /* game_end_check */
    {{0}, 0, 1, -1}, /* single_color_win */
};
/* options-end */

#define OPTIONS (sizeof options / sizeof *options)

void rummy_okey_rules_init(rummy_okey_rules *rules) { options_init(options, OPTIONS, rules); }

int rummy_okey_rules_resolve(const rummy_okey_rules *rules, int players, rummy_okey_rules *out, int *where)
{
    rummy_okey_rules r = *rules;
    int error = options_resolve(options, OPTIONS, &r, where);
    if (error)
        return error;
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
