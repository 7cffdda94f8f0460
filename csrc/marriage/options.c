/* Marriage: the options, and which of them cannot be played together. */
#include "../options.h"
#include "marriage.h"

/* options-begin: written by csrc/gen_options.py from options.json */
static const option options[] = {
    {{0}, 0, 2, -1}, /* dealer_rotation */
    {{0}, 0, 1, -1}, /* maal_rank_wrap */
    {{0}, 0, 1, -1}, /* rank_jokers */
    {{0}, 0, 3, -1}, /* printed_jokers */
    {{0}, 0, 1, -1}, /* man_as_tiplu */
    {{1}, 0, 1, -1}, /* upcard_at_start */
    {{0}, 0, 3, -1}, /* tiplu_mode */
    {{0}, 0, 1, -1}, /* tunnela_window */
    {{0}, 0, 1, -1}, /* exposed_tunnela */
    {{1}, 0, 1, -1}, /* first_turn_may_take_upcard */
    {{0}, 0, 1, -1}, /* unseen_discard_pickup */
    {{0}, 0, 3, -1}, /* joker_discard_pickup */
    {{0}, 0, 2, -1}, /* dublee_discard_pickup */
    {{1}, 0, 1, -1}, /* dublee_may_finish_with_joker_discard */
    {{0}, 0, 1, -1}, /* same_card_discard */
    {{0}, 0, 3, -1}, /* ace_runs */
    {{3}, 1, 3, -1}, /* max_jokers_in_combo */
    {{1}, 0, 1, -1}, /* joker_natural_use */
    {{0}, 0, 1, -1}, /* identical_pair_plus_joker */
    {{1}, 0, 1, -1}, /* dublee_allowed */
    {{2}, 2, 6, -1}, /* dublee_min_players */
    {{7}, 1, 10, -1}, /* dublees_to_see */
    {{8}, 1, 10, -1}, /* dublees_to_win */
    {{1}, 0, 1, -1}, /* dublee_direct_win_unseen */
    {{0}, 0, 1, -1}, /* tiplu_if_never_chosen */
    {{RUMMY_AUTO}, RUMMY_AUTO, 1000, -1}, /* max_reshuffles */
    {{1000}, 1, 10000, -1}, /* turn_cap */
    {{3}, 0, 10000, -1}, /* tiplu_values */
    {{7}, 0, 10000, -1}, /* tiplu_values */
    {{7}, 0, 10000, -1}, /* tiplu_values */
    {{2}, 0, 10000, -1}, /* poplu_values */
    {{5}, 0, 10000, -1}, /* poplu_values */
    {{10}, 0, 10000, -1}, /* poplu_values */
    {{2}, 0, 10000, -1}, /* jhiplu_values */
    {{5}, 0, 10000, -1}, /* jhiplu_values */
    {{10}, 0, 10000, -1}, /* jhiplu_values */
    {{10}, 0, 10000, -1}, /* marriage_values */
    {{30}, 0, 10000, -1}, /* marriage_values */
    {{30}, 0, 10000, -1}, /* marriage_values */
    {{0}, 0, 10000, -1}, /* laid_marriage_values */
    {{0}, 0, 10000, -1}, /* laid_marriage_values */
    {{0}, 0, 10000, -1}, /* laid_marriage_values */
    {{1}, 0, 1, -1}, /* marriage_ace_wrap */
    {{0}, 0, 1, -1}, /* partition */
    {{0}, 0, 10000, -1}, /* alter */
    {{0}, 0, 10000, -1}, /* alter */
    {{0}, 0, 10000, -1}, /* alter */
    {{0}, 0, 1, -1}, /* alter_definition */
    {{0}, 0, 10000, -1}, /* man_values */
    {{0}, 0, 10000, -1}, /* man_values */
    {{0}, 0, 10000, -1}, /* man_values */
    {{5}, 0, 10000, -1}, /* tunnela_values */
    {{10}, 0, 10000, -1}, /* tunnela_values */
    {{20}, 0, 10000, -1}, /* tunnela_values */
    {{0}, 0, 10000, -1}, /* tunnela_totals */
    {{0}, 0, 10000, -1}, /* tunnela_totals */
    {{0}, 0, 10000, -1}, /* tunnela_totals */
    {{0}, 0, 10000, -1}, /* tunnela_totals */
    {{0}, 0, 10000, -1}, /* tunnela_totals */
    {{0}, 0, 10000, -1}, /* tunnela_totals */
    {{0}, 0, 10000, -1}, /* tunnela_totals */
    {{0}, 0, 10000, -1}, /* joker_tunnela_totals */
    {{0}, 0, 10000, -1}, /* joker_tunnela_totals */
    {{0}, 0, 10000, -1}, /* joker_tunnela_totals */
    {{0}, 0, 10000, -1}, /* maal_tunnela_totals */
    {{0}, 0, 10000, -1}, /* maal_tunnela_totals */
    {{0}, 0, 10000, -1}, /* maal_tunnela_totals */
    {{0}, 0, 1, -1}, /* tunnela_combination */
    {{0}, 0, 3, -1}, /* tunnela_scope */
    {{0}, 0, 2, -1}, /* tunnela_needs */
    {{0}, 0, 2, -1}, /* unseen_maal */
    {{1}, 1, 20, -1}, /* point_value */
    {{0}, 0, 10000, -1}, /* foul_fine */
    {{0}, 0, 1, -1}, /* foul_when */
    {{3}, 0, 10000, -1}, /* seen_payment */
    {{10}, 0, 10000, -1}, /* unseen_payment */
    {{5}, 0, 10000, -1}, /* dublee_bonus */
    {{0}, 0, 1, -1}, /* dublee_bonus_form */
    {{3}, 0, 10000, -1}, /* seen_dublee_loser_pays */
    {{1}, 0, 1, -1}, /* pairwise_maal */
    {{1}, 0, 1, -1}, /* unseen_pairs_settle */
};
/* options-end */

#define OPTIONS (sizeof options / sizeof *options)

void rummy_marriage_rules_init(rummy_marriage_rules *rules) { options_init(options, OPTIONS, rules); }

int rummy_marriage_rules_check(const rummy_marriage_rules *rules, int players, int *where)
{
    rummy_marriage_rules r = *rules; /* no option follows another, so nothing is replaced */
    int error = options_resolve(options, OPTIONS, &r, where);
    if (error)
        return error;
    if (players && (players < 2 || players > RUMMY_MARRIAGE_SEATS))
        return RUMMY_E_SEATS;
    if (rules->dublees_to_win < rules->dublees_to_see)
        return RUMMY_E_DUBLEES;
    if (rules->joker_discard_pickup == RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_BLOCKED_FOR_ALL && rules->tiplu_mode != RUMMY_MARRIAGE_TIPLU_MODE_FACE_UP_AT_DEAL)
        return RUMMY_E_BETRAYED;
    return 0;
}
