/* Marriage: the options, their defaults, ranges and conflicts. */
#include <string.h>

#include "marriage.h"

#define FIELDS ((int)(sizeof(rummy_marriage_rules) / sizeof(int32_t)))
#define VALUE_MAX 10000

static const rummy_marriage_rules defaults = {
    .upcard_at_start = 1, .first_turn_may_take_upcard = 1, .dublee_may_finish_with_joker_discard = 1, .max_jokers_in_combo = 3, .joker_natural_use = 1,
    .dublee_allowed = 1, .dublee_min_players = 2, .dublees_to_see = 7, .dublees_to_win = 8, .dublee_direct_win_unseen = 1, .max_reshuffles = RUMMY_AUTO,
    .turn_cap = 1000, .tiplu_values = {3, 7, 7}, .poplu_values = {2, 5, 10}, .jhiplu_values = {2, 5, 10}, .marriage_values = {10, 30, 30},
    .marriage_ace_wrap = 1, .tunnela_values = {5, 10, 20}, .seen_payment = 3, .unseen_payment = 10, .dublee_bonus = 5, .seen_dublee_loser_pays = 3,
    .pairwise_maal = 1, .unseen_pairs_settle = 1,
    /* all others: the first enumerator, off, or 0 */
};

#define VALUES {VALUE_MAX, VALUE_MAX, VALUE_MAX}
static const rummy_marriage_rules greatest = {
    .dealer_rotation = 2, .maal_rank_wrap = 1, .printed_jokers = 3, .man_as_tiplu = 1, .upcard_at_start = 1, .tiplu_mode = 3, .tunnela_window = 1,
    .exposed_tunnela = 1, .first_turn_may_take_upcard = 1, .unseen_discard_pickup = 1, .joker_discard_pickup = 3, .dublee_discard_pickup = 2,
    .dublee_may_finish_with_joker_discard = 1, .same_card_discard = 1, .ace_runs = 3, .max_jokers_in_combo = 3, .joker_natural_use = 1,
    .identical_pair_plus_joker = 1, .dublee_allowed = 1, .dublee_min_players = 6, .dublees_to_see = 10, .dublees_to_win = 10, .dublee_direct_win_unseen = 1,
    .tiplu_if_never_chosen = 1, .max_reshuffles = 1000, .turn_cap = 10000, .tiplu_values = VALUES, .poplu_values = VALUES, .jhiplu_values = VALUES,
    .marriage_values = VALUES, .marriage_ace_wrap = 1, .partition = 1, .alter = VALUES, .alter_definition = 1, .man_values = VALUES,
    .tunnela_values = VALUES, .tunnela_scope = 3, .tunnela_needs = 2, .unseen_maal = 2, .seen_payment = VALUE_MAX, .unseen_payment = VALUE_MAX,
    .dublee_bonus = VALUE_MAX, .dublee_bonus_form = 1, .seen_dublee_loser_pays = VALUE_MAX, .pairwise_maal = 1, .unseen_pairs_settle = 1,
};
static const rummy_marriage_rules least = {.max_jokers_in_combo = 1, .dublee_min_players = 2, .dublees_to_see = 1, .dublees_to_win = 1, .max_reshuffles = RUMMY_AUTO, .turn_cap = 1};

void rummy_marriage_rules_init(rummy_marriage_rules *rules) { *rules = defaults; }

int rummy_marriage_rules_check(const rummy_marriage_rules *rules, int players, int *where)
{
    int32_t value[FIELDS], low[FIELDS], high[FIELDS];
    memcpy(value, rules, sizeof *rules);
    memcpy(low, &least, sizeof least);
    memcpy(high, &greatest, sizeof greatest);
    for (int i = 0; i < FIELDS; i++) {
        if (value[i] < low[i] || value[i] > high[i]) {
            if (where)
                *where = i;
            return RUMMY_E_RANGE;
        }
    }
    if (players && (players < 2 || players > RUMMY_MARRIAGE_SEATS))
        return RUMMY_E_SEATS;
    if (rules->dublees_to_win < rules->dublees_to_see)
        return RUMMY_E_DUBLEES;
    if (rules->joker_discard_pickup == RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_BLOCKED_FOR_ALL && rules->tiplu_mode != RUMMY_MARRIAGE_TIPLU_MODE_FACE_UP_AT_DEAL)
        return RUMMY_E_BETRAYED;
    return 0;
}
