/* Marriage: maal, payments, the next dealer. All of it stateless. */
#include <string.h>

#include "../game.h"
#include "cards.h"

/* ---------------------------------------------------------------- maal */

static int32_t value(const int32_t *table, int count) { return count > 0 ? table[count > 3 ? 2 : count - 1] : 0; }

static void add_item(rummy_marriage_maal *maal, int item, int kind, int count, int32_t points)
{
    if (!count || !points)
        return;
    maal->items[maal->n].item = (uint8_t)item;
    maal->items[maal->n].kind = (uint8_t)kind;
    maal->items[maal->n].count = (uint8_t)count;
    maal->items[maal->n].points = points;
    maal->n++;
    maal->points += points;
}

/* Tiplu, poplu and jhiplu (RUMMY_NONE where it is missing), how many of each are held, and the eligible tunnelas
 * (M-25). */
typedef struct trio {
    int kind[3], held[3];
    uint64_t eligible;
} trio;

/* What is left of a maal kind beside m marriages: single, double, triple, or in the place of a triple an eligible
 * tunnela, if it is worth more. */
static inline int32_t left_over(const rummy_marriage_rules *rules, const trio *t, int i, int m, int *tunnela)
{
    const int32_t *table = i == 0 ? rules->tiplu_values : i == 1 ? rules->poplu_values : rules->jhiplu_values;
    *tunnela = 0;
    if (t->held[i] == m)
        return 0;
    int32_t points = value(table, t->held[i] - m);
    *tunnela = t->held[i] - m == 3 && t->eligible >> t->kind[i] & 1 && rules->tunnela_values[2] > points;
    return *tunnela ? rules->tunnela_values[2] : points;
}

/* The points of the trio with m marriages. */
static int32_t partition(const rummy_marriage_rules *rules, const trio *t, int m)
{
    int tunnela;
    int32_t points = value(rules->marriage_values, m);
    for (int i = 0; i < 3; i++)
        points += left_over(rules, t, i, m, &tunnela);
    return points;
}

/* M-24: is an ordinary joker an alter? Suits c d h s; the colours are d h and c s. */
static int is_alter(const rummy_marriage_rules *rules, int tiplu, int kind)
{
    int red = tiplu / RUMMY_RANKS == 1 || tiplu / RUMMY_RANKS == 2, other = kind / RUMMY_RANKS == 1 || kind / RUMMY_RANKS == 2;
    return (red == other) == (rules->alter_definition == RUMMY_MARRIAGE_ALTER_DEFINITION_SAME_COLOUR); /* plant: alter-colour */
}

int rummy_marriage_score(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu, uint64_t exposed,
                         uint64_t shown, int route, rummy_marriage_maal *out)
{
    if (route < RUMMY_MARRIAGE_NO_ROUTE || route > RUMMY_MARRIAGE_DUBLEE)
        return RUMMY_E_ARGUMENT;
    int count = count_held(rules, faces, tiplu);
    if (count < 0)
        return count;
    if (count > RUMMY_MARRIAGE_HAND + 1)
        return RUMMY_E_COUNT;
    if ((exposed | shown) >> RUMMY_FACES)
        return RUMMY_E_KIND;
    if (exposed && rules->tunnela_window == RUMMY_MARRIAGE_TUNNELA_WINDOW_OFF) /* M-8 */
        return RUMMY_E_NO_WINDOW;
    memset(out, 0, sizeof *out);
    tiplu = tiplu_of(rules, tiplu);
    if (tiplu == RUMMY_NONE)
        return 0;
    int suit = tiplu / RUMMY_RANKS * RUMMY_RANKS, rank = tiplu - suit, cyclic = rules->maal_rank_wrap == RUMMY_MARRIAGE_MAAL_RANK_WRAP_CYCLIC;
    trio t = {{tiplu, rank < RUMMY_RANKS - 1 ? tiplu + 1 : cyclic ? suit : RUMMY_NONE, rank ? tiplu - 1 : cyclic ? suit + RUMMY_RANKS - 1 : RUMMY_NONE}, {0, 0, 0}, exposed}; /* plant: marriage-neighbours */
    for (int i = 0; i < 3; i++)
        t.held[i] = t.kind[i] == RUMMY_NONE ? 0 : faces[t.kind[i]];
    if (rules->tunnela_scope == RUMMY_MARRIAGE_TUNNELA_SCOPE_SHOWN)
        t.eligible |= shown;
    if (rules->tunnela_scope == RUMMY_MARRIAGE_TUNNELA_SCOPE_ANY_IN_HAND)
        t.eligible = ~(uint64_t)0;
    if (rules->tunnela_scope == RUMMY_MARRIAGE_TUNNELA_SCOPE_OFF || (rules->tunnela_needs == RUMMY_MARRIAGE_TUNNELA_NEEDS_THREE_COMBOS && route != RUMMY_MARRIAGE_THREE) || /* plant: tunnela-needs */
        (rules->tunnela_needs == RUMMY_MARRIAGE_TUNNELA_NEEDS_SEEN && route == RUMMY_MARRIAGE_NO_ROUTE))
        t.eligible = 0;
    if (t.eligible)
        t.eligible &= held_at_least(faces, 3) & ~KIND_BIT(RUMMY_JOKER);

    int most = 0, marriages = 0;
    if (rank || rules->marriage_ace_wrap) { /* plant: marriage-wrap */
        most = t.held[0] < t.held[1] ? t.held[0] : t.held[1];
        most = t.held[2] < most ? t.held[2] : most;
    }
    if (rules->partition == RUMMY_MARRIAGE_PARTITION_MARRIAGES_FIRST) /* plant: partition */
        marriages = most;
    if (rules->partition == RUMMY_MARRIAGE_PARTITION_BEST && most) {
        int32_t best = partition(rules, &t, 0);
        for (int m = 1; m <= most; m++) {
            int32_t points = partition(rules, &t, m);
            marriages = points > best ? m : marriages;
            best = points > best ? points : best;
        }
    }
    static const int items[3] = {RUMMY_MARRIAGE_ITEM_TIPLU, RUMMY_MARRIAGE_ITEM_POPLU, RUMMY_MARRIAGE_ITEM_JHIPLU};
    add_item(out, RUMMY_MARRIAGE_ITEM_MARRIAGE, t.kind[0], marriages, value(rules->marriage_values, marriages));
    for (int i = 0, tunnela; i < 3; i++) {
        int32_t points = left_over(rules, &t, i, marriages, &tunnela);
        add_item(out, tunnela ? RUMMY_MARRIAGE_ITEM_TUNNELA : items[i], t.kind[i], t.held[i] - marriages, points);
    }
    /* tunnelas and alters of other kinds, in ascending order */
    uint64_t mates = (uint64_t)0x8004002001u << rank; /* four suits, 13 kinds apart */
    for (uint64_t rest = t.eligible | (rules->alter[0] | rules->alter[1] | rules->alter[2] ? mates : 0); rest; rest &= rest - 1) {
        int k = lowest_bit(rest), joker = mates >> k & 1;
        if (k == t.kind[0] || k == t.kind[1] || k == t.kind[2])
            continue;
        int32_t tunnela = t.eligible >> k & 1 ? rules->tunnela_values[joker] : 0;
        int32_t alter = joker && is_alter(rules, tiplu, k) ? value(rules->alter, faces[k]) : 0;
        if (tunnela > alter)
            add_item(out, RUMMY_MARRIAGE_ITEM_TUNNELA, k, 3, tunnela);
        else
            add_item(out, RUMMY_MARRIAGE_ITEM_ALTER, k, faces[k], alter);
    }
    add_item(out, RUMMY_MARRIAGE_ITEM_MAN, RUMMY_JOKER, faces[RUMMY_JOKER], value(rules->man_values, faces[RUMMY_JOKER]));
    return 0;
}

/* ---------------------------------------------------------------- payments */

static void pay(rummy_marriage_settlement *s, int payer, int payee, int cause, int32_t amount)
{
    if (amount < 0) {
        int seat = payer;
        payer = payee;
        payee = seat;
        amount = -amount;
    }
    if (!amount)
        return;
    s->reasons[s->n].payer = (uint8_t)payer;
    s->reasons[s->n].payee = (uint8_t)payee;
    s->reasons[s->n].cause = (uint8_t)cause;
    s->reasons[s->n].amount = amount;
    s->n++;
    s->payoffs[payer] -= amount;
    s->payoffs[payee] += amount;
}

int rummy_marriage_settle(const rummy_marriage_rules *rules, int players, const int32_t *points,
                          const uint8_t *routes, int winner, rummy_marriage_settlement *out)
{
    rummy_marriage_settlement s;
    uint8_t seen[RUMMY_MARRIAGE_SEATS];
    memset(&s, 0, sizeof s);
    if (players < 2 || players > RUMMY_MARRIAGE_SEATS)
        return RUMMY_E_SEATS;
    if (winner < 0 || (winner >= players && winner != RUMMY_NONE))
        return RUMMY_E_ARGUMENT;
    for (int seat = 0; seat < players; seat++) {
        if (points[seat] < 0 || points[seat] > RUMMY_POINTS_MAX / 100)
            return RUMMY_E_MAAL;
        if (routes[seat] > RUMMY_MARRIAGE_DUBLEE)
            return RUMMY_E_ARGUMENT;
        if (routes[seat] == RUMMY_MARRIAGE_DUBLEE && !dublees_played(rules, players))
            return RUMMY_E_NO_DUBLEES;
        seen[seat] = routes[seat] != RUMMY_MARRIAGE_NO_ROUTE;
        s.points[seat] = points[seat];
    }
    if (winner == RUMMY_NONE) { /* M-21, M-22 */
        *out = s;
        return 0;
    }
    if (!seen[winner])
        return RUMMY_E_WINNER_UNSEEN;
    int dublee = routes[winner] == RUMMY_MARRIAGE_DUBLEE;
    /* M-26: what becomes of the points of those who have not seen. */
    for (int seat = 0; seat < players; seat++) {
        if (seat == winner || seen[seat] || rules->unseen_maal == RUMMY_MARRIAGE_UNSEEN_MAAL_COUNT)
            continue;
        if (rules->unseen_maal == RUMMY_MARRIAGE_UNSEEN_MAAL_TO_WINNER)
            s.points[winner] += s.points[seat]; /* plant: kidnap */
        s.points[seat] = 0;
    }
    if (dublee && rules->dublee_bonus_form == RUMMY_MARRIAGE_DUBLEE_BONUS_FORM_MAAL_TO_WINNER)
        s.points[winner] += rules->dublee_bonus;
    /* M-27 */
    for (int seat = 0; seat < players; seat++) {
        if (seat == winner)
            continue;
        if (!seen[seat])
            pay(&s, seat, winner, RUMMY_MARRIAGE_CAUSE_UNSEEN, rules->unseen_payment);
        else
            pay(&s, seat, winner, RUMMY_MARRIAGE_CAUSE_SEEN, routes[seat] == RUMMY_MARRIAGE_DUBLEE ? rules->seen_dublee_loser_pays : rules->seen_payment); /* plant: dublee-loser-pays */
        if (dublee && rules->dublee_bonus_form == RUMMY_MARRIAGE_DUBLEE_BONUS_FORM_PER_OPPONENT)
            pay(&s, seat, winner, RUMMY_MARRIAGE_CAUSE_DUBLEE, rules->dublee_bonus);
    }
    /* M-28 */
    for (int a = 0; a < players; a++) {
        for (int b = a + 1; b < players; b++) {
            int losers = a != winner && b != winner;
            if (losers && (!rules->pairwise_maal || (!rules->unseen_pairs_settle && !seen[a] && !seen[b]))) /* plant: losers-settle */
                continue;
            pay(&s, a, b, RUMMY_MARRIAGE_CAUSE_MAAL, s.points[b] - s.points[a]);
        }
    }
    *out = s;
    return 0;
}

/* ---------------------------------------------------------------- the next dealer */

int rummy_marriage_next_dealer(const rummy_marriage_rules *rules, int players, int dealer, int winner)
{
    if (no_seats(RUMMY_MARRIAGE_SEATS, players, dealer, winner))
        return RUMMY_E_ARGUMENT;
    if (rules->dealer_rotation == RUMMY_MARRIAGE_DEALER_ROTATION_FIXED)
        return dealer;
    if (rules->dealer_rotation == RUMMY_MARRIAGE_DEALER_ROTATION_WINNER && winner != RUMMY_NONE)
        return winner;
    return (dealer + 1) % players;
}
