/* Marriage: maal, payments, the next dealer. All of it stateless. */
#include <string.h>

#include "../game.h"
#include "cards.h"

/* ---------------------------------------------------------------- maal */

/* What so many are worth together, by a table of `size` values: its last holds for more. */
static int32_t worth(const int32_t *table, int size, int count)
{
    return count > 0 ? table[(count < size ? count : size) - 1] : 0;
}

static int32_t value(const int32_t *table, int count) { return worth(table, 3, count); }

static void add_item(rummy_marriage_maal *maal, int item, int kind, int count, int32_t points)
{
    if (!count || (!points && item != RUMMY_MARRIAGE_ITEM_TUNNELA))
        return;
    maal->items[maal->n].item = (uint8_t)item;
    maal->items[maal->n].kind = (uint8_t)kind;
    maal->items[maal->n].count = (uint8_t)count;
    maal->items[maal->n].points = points;
    maal->n++;
    maal->points += points;
}

/* All cards of a seat, and what they are for its maal. */
typedef struct holding {
    const rummy_marriage_rules *rules;
    const uint8_t *faces;
    int maal[3], held[3];     /* tiplu, poplu and jhiplu, RUMMY_NONE where it is missing; how many of each */
    uint64_t trio;            /* the same as a set */
    uint64_t alters;          /* cards of the tiplu's rank that score (M-24) */
    uint64_t eligible;        /* kinds that may score as tunnelas (M-25) */
    int laid;                 /* marriages that were laid to see the tiplu (M-23) */
} holding;

/* What so many marriages are worth together. The laid ones have a table of their own, if it holds anything; the others
 * bring what they add to as many held. */
static inline int32_t marriages_worth(const holding *h, int count)
{
    const int32_t *held = h->rules->marriage_values, *laid = h->rules->laid_marriage_values;
    int n = h->laid < count ? h->laid : count;
    if (!n || !(laid[0] | laid[1] | laid[2])) /* plant: laid-marriage */
        return value(held, count);
    return value(laid, n) + value(held, count) - value(held, n);
}

/* What the tiplus, poplus or jhiplus score that are in no marriage and no tunnela: part 0, 1 or 2 of the trio. */
static inline int32_t trio_alone(const holding *h, int part, int marriages)
{
    const int32_t *table = part == 0 ? h->rules->tiplu_values : part == 1 ? h->rules->poplu_values : h->rules->jhiplu_values;
    return h->held[part] == marriages ? 0 : value(table, h->held[part] - marriages);
}

/* What the cards of any kind score that are in no marriage and no tunnela. */
static int32_t alone(const holding *h, int kind, int marriages)
{
    for (int i = 0; i < 3; i++)
        if (kind == h->maal[i])
            return trio_alone(h, i, marriages);
    return h->alters >> kind & 1 ? value(h->rules->alter, h->faces[kind]) : 0;
}

/* The sort of a tunnela (M-25): 0 ordinary cards, 1 ordinary jokers, 2 the trio. */
static int sort_of(const holding *h, int kind)
{
    int tiplu = h->maal[0];
    if (h->trio >> kind & 1)
        return 2;
    return kind % RUMMY_RANKS == tiplu % RUMMY_RANKS && wild_beside(h->rules, tiplu / RUMMY_RANKS, kind / RUMMY_RANKS);
}

/* What so many tunnelas of a sort are worth together: by their number where the rules price them so, else each alike. */
static int32_t tunnelas_worth(const holding *h, int sort, int count)
{
    const rummy_marriage_rules *r = h->rules;
    const int32_t *totals[3] = {r->tunnela_totals, r->joker_tunnela_totals, r->maal_tunnela_totals};
    int size = sort ? 3 : sizeof r->tunnela_totals / sizeof *r->tunnela_totals;
    for (int i = 0; i < size; i++)
        if (totals[sort][i]) /* plant: tunnela-totals */
            return worth(totals[sort], size, count);
    return r->tunnela_values[sort] * count;
}

/* The tunnelas that bring most beside so many marriages, and what they bring more than their cards alone. Of n of a
 * sort the best are those whose cards alone are worth least. Where tunnelas add to their cards, nothing is lost. */
static uint64_t best_tunnelas(const holding *h, int marriages, int32_t *gain)
{
    uint64_t best = 0, left[3] = {0, 0, 0};
    int adds = h->rules->tunnela_combination == RUMMY_MARRIAGE_TUNNELA_COMBINATION_ADDS;
    *gain = 0;
    for (uint64_t rest = h->eligible & ~(marriages && !adds ? h->trio : 0); rest; rest &= rest - 1) /* plant: tunnela-broken */
        left[sort_of(h, lowest_bit(rest))] |= rest & (0 - rest);
    for (int sort = 0; sort < 3; sort++) {
        uint64_t taken = 0, chosen = 0;
        int32_t lost = 0, most = 0;
        for (int n = 1; left[sort]; n++) {
            int least = lowest_bit(left[sort]);
            for (uint64_t rest = left[sort]; rest; rest &= rest - 1)
                if (!adds && alone(h, lowest_bit(rest), marriages) < alone(h, least, marriages))
                    least = lowest_bit(rest);
            left[sort] &= ~KIND_BIT(least);
            taken |= KIND_BIT(least);
            lost += adds ? 0 : alone(h, least, marriages); /* plant: tunnela-adds */
            if (tunnelas_worth(h, sort, n) - lost > most) { /* plant: tunnelas-most */
                most = tunnelas_worth(h, sort, n) - lost;
                chosen = taken;
            }
        }
        best |= chosen;
        *gain += most;
    }
    return best;
}

/* The points of the trio and of all tunnelas with so many marriages. */
static inline int32_t partition(const holding *h, int marriages)
{
    int32_t points = 0;
    if (h->eligible)
        (void)best_tunnelas(h, marriages, &points);
    points += marriages_worth(h, marriages);
    for (int i = 0; i < 3; i++)
        points += trio_alone(h, i, marriages);
    return points;
}

/* How many marriages count (M-23). */
static int count_marriages(const holding *h)
{
    int most = h->held[0] < h->held[1] ? h->held[0] : h->held[1], best = 0;
    most = h->held[2] < most ? h->held[2] : most;
    if (!most || (h->maal[0] % RUMMY_RANKS == 0 && !h->rules->marriage_ace_wrap)) /* plant: marriage-wrap */
        return 0;
    if (h->rules->partition == RUMMY_MARRIAGE_PARTITION_MARRIAGES_FIRST) /* plant: partition */
        return most;
    int32_t points = partition(h, 0);
    for (int m = 1; m <= most; m++) {
        int32_t other = partition(h, m);
        best = other > points ? m : best;
        points = other > points ? other : points;
    }
    return best;
}

/* Count what a hand has of each that scores. */
static holding hold(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu)
{
    int suit = tiplu / RUMMY_RANKS * RUMMY_RANKS, rank = tiplu - suit, cyclic = rules->maal_rank_wrap == RUMMY_MARRIAGE_MAAL_RANK_WRAP_CYCLIC;
    holding h = {rules, faces, {tiplu, rank < RUMMY_RANKS - 1 ? tiplu + 1 : cyclic ? suit : RUMMY_NONE, rank ? tiplu - 1 : cyclic ? suit + RUMMY_RANKS - 1 : RUMMY_NONE}, {0, 0, 0}, 0, 0, 0, 0}; /* plant: marriage-neighbours */
    for (int i = 0; i < 3; i++)
        if (h.maal[i] != RUMMY_NONE) {
            h.trio |= KIND_BIT(h.maal[i]);
            h.held[i] = faces[h.maal[i]];
        }
    if (rules->alter[0] | rules->alter[1] | rules->alter[2])
        for (int other = 0; other < 4; other++)
            h.alters |= alter_suit(rules, suit / RUMMY_RANKS, other) ? KIND_BIT(other * RUMMY_RANKS + rank) : 0;
    return h;
}

/* Add a kind that counts as a tunnela with what it adds to the n of each sort before it. Returns whether its cards score
 * nothing else. */
static inline int add_tunnela(rummy_marriage_maal *out, const holding *h, uint64_t tunnelas, int kind, int n[3])
{
    if (!(tunnelas >> kind & 1))
        return 0;
    int sort = sort_of(h, kind), now = ++n[sort];
    add_item(out, RUMMY_MARRIAGE_ITEM_TUNNELA, kind, 3, tunnelas_worth(h, sort, now) - tunnelas_worth(h, sort, now - 1));
    return h->rules->tunnela_combination == RUMMY_MARRIAGE_TUNNELA_COMBINATION_INSTEAD;
}

int rummy_marriage_score(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu, uint64_t exposed,
                         uint64_t shown, int marriages_laid, int route, rummy_marriage_maal *out)
{
    if (route < RUMMY_MARRIAGE_NO_ROUTE || route > RUMMY_MARRIAGE_DUBLEE || marriages_laid < 0 || marriages_laid > 3)
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
    holding h = hold(rules, faces, tiplu);
    h.eligible = exposed;
    h.laid = marriages_laid;
    if (rules->tunnela_scope == RUMMY_MARRIAGE_TUNNELA_SCOPE_SHOWN)
        h.eligible |= shown;
    if (rules->tunnela_scope == RUMMY_MARRIAGE_TUNNELA_SCOPE_ANY_IN_HAND)
        h.eligible = ~(uint64_t)0;
    if (rules->tunnela_scope == RUMMY_MARRIAGE_TUNNELA_SCOPE_OFF || (rules->tunnela_needs == RUMMY_MARRIAGE_TUNNELA_NEEDS_THREE_COMBOS && route != RUMMY_MARRIAGE_THREE) || /* plant: tunnela-needs */
        (rules->tunnela_needs == RUMMY_MARRIAGE_TUNNELA_NEEDS_SEEN && route == RUMMY_MARRIAGE_NO_ROUTE))
        h.eligible = 0;
    if (h.eligible)
        h.eligible &= held_at_least(faces, 3) & ~KIND_BIT(RUMMY_JOKER);

    static const int items[3] = {RUMMY_MARRIAGE_ITEM_TIPLU, RUMMY_MARRIAGE_ITEM_POPLU, RUMMY_MARRIAGE_ITEM_JHIPLU};
    int marriages = count_marriages(&h), n[3] = {0, 0, 0};
    int32_t gain;
    uint64_t tunnelas = h.eligible ? best_tunnelas(&h, marriages, &gain) : 0;
    add_item(out, RUMMY_MARRIAGE_ITEM_MARRIAGE, tiplu, marriages, marriages_worth(&h, marriages));
    for (int i = 0; i < 3; i++)
        if (h.held[i] && !add_tunnela(out, &h, tunnelas, h.maal[i], n))
            add_item(out, items[i], h.maal[i], h.held[i] - marriages, trio_alone(&h, i, marriages));
    for (uint64_t rest = (tunnelas | h.alters) & ~h.trio; rest; rest &= rest - 1) {
        int kind = lowest_bit(rest);
        if (!add_tunnela(out, &h, tunnelas, kind, n))
            add_item(out, RUMMY_MARRIAGE_ITEM_ALTER, kind, faces[kind], alone(&h, kind, marriages));
    }
    add_item(out, RUMMY_MARRIAGE_ITEM_MAN, RUMMY_JOKER, faces[RUMMY_JOKER], value(rules->man_values, faces[RUMMY_JOKER]));
    return 0;
}

/* ---------------------------------------------------------------- payments */

/* Note that one seat pays another so many points, each worth point_value (M-27). */
static void pay(const rummy_marriage_rules *rules, rummy_marriage_settlement *s, int payer, int payee, int cause, int32_t amount)
{
    amount *= rules->point_value; /* plant: point-value */
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
        if (points[seat] < 0 || points[seat] > RUMMY_POINTS_MAX / 100 / rules->point_value)
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
            pay(rules, &s, seat, winner, RUMMY_MARRIAGE_CAUSE_UNSEEN, rules->unseen_payment);
        else
            pay(rules, &s, seat, winner, RUMMY_MARRIAGE_CAUSE_SEEN, routes[seat] == RUMMY_MARRIAGE_DUBLEE ? rules->seen_dublee_loser_pays : rules->seen_payment); /* plant: dublee-loser-pays */
        if (dublee && rules->dublee_bonus_form == RUMMY_MARRIAGE_DUBLEE_BONUS_FORM_PER_OPPONENT)
            pay(rules, &s, seat, winner, RUMMY_MARRIAGE_CAUSE_DUBLEE, rules->dublee_bonus);
    }
    /* M-28 */
    for (int a = 0; a < players; a++) {
        for (int b = a + 1; b < players; b++) {
            int losers = a != winner && b != winner;
            if (losers && (!rules->pairwise_maal || (!rules->unseen_pairs_settle && !seen[a] && !seen[b]))) /* plant: losers-settle */
                continue;
            pay(rules, &s, a, b, RUMMY_MARRIAGE_CAUSE_MAAL, s.points[b] - s.points[a]);
        }
    }
    *out = s;
    return 0;
}

int rummy_marriage_fine(const rummy_marriage_rules *rules, int players, const uint8_t fouls[RUMMY_MARRIAGE_SEATS],
                        rummy_marriage_settlement *out)
{
    if (players < 2 || players > RUMMY_MARRIAGE_SEATS)
        return RUMMY_E_SEATS;
    for (int seat = 0; seat < players; seat++) {
        if (fouls[seat] > RUMMY_MARRIAGE_FOULS || out->n > RUMMY_MARRIAGE_REASONS - players * (players - 1))
            return RUMMY_E_ARGUMENT;
        if (fouls[seat] && !rules->foul_fine)
            return RUMMY_E_NO_FINE;
    }
    for (int seat = 0; seat < players; seat++)
        for (int other = 0; other < players; other++)
            if (other != seat)
                pay(rules, out, seat, other, RUMMY_MARRIAGE_CAUSE_FOUL, fouls[seat] * rules->foul_fine);
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
