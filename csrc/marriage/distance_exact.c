/* Marriage: are so many draws enough? Exact, by naming every card.
 *
 * The question. It is the one of distance_count.c, where counting alone cannot answer: few jokers can be had, or
 * none as long as the tiplu is unknown, or the rules limit the jokers of a combination.
 *
 * The idea. Primary combinations are chosen first, then the others. Each is taken from a list in order, the cheapest
 * first, so that no choice is met twice. A combination takes its cards from those held. Missing cards are drawn. Which
 * jokers fill a hole is left open: they are counted, and at the end the missing jokers are drawn.
 *
 * Why it is exact. The lists hold every combination. In a natural combination a joker stands as itself, and is one card
 * like the others. So such a combination is listed only where it has more jokers than may fill one.
 *
 * The cost. distance_count.c gives a bound at every step.
 */
#include <string.h>

#include "distance.h"

#define PRIMARIES 104 /* 52 runs, 52 tunnelas */
#define SHAPES 448    /* those, 52 triplets, 234 pairs, 52 singles, jokers alone: 443 */

/* A combination: one copy of each card of `set`, or `copies` of its only kind, and so many jokers. At first `cost`
 * of its cards are missing. */
typedef struct shape {
    uint64_t set;
    uint8_t copies, jokers, cost;
} shape;

typedef struct search {
    const target *q;
    int primaries, shapes;
    shape primary[PRIMARIES], other[SHAPES];
    uint8_t (*parts)[3];
} search;

static void write_part(const search *s, int at, const shape *is)
{
    if (!s->parts)
        return;
    int n = 0;
    memset(s->parts[at], RUMMY_NONE, 3);
    for (uint64_t set = is->set; set; set &= set - 1)
        for (int i = 0; i < is->copies; i++)
            s->parts[at][n++] = (uint8_t)lane_kind(lowest_bit(set));
}

static int lay_others(const search *s, cards own, cards left, int from, int togo, int wanted, int draws)
{
    const target *q = s->q;
    int wilds = q->jokers ? count_cards(only(own, q->jokers)) + q->men : 0;
    int to_come = q->jokers ? count_cards(only(left, q->jokers)) + q->men_left : 0;
    if (wanted > wilds + to_come || wanted - wilds > draws) /* plant: jokers-to-come */
        return 0;
    if (!togo)
        return 1;
    if (!target_counted(q, own, left, wilds - wanted, togo, draws))
        return 0;
    for (int i = from; i < s->shapes && s->other[i].cost <= draws; i++) {
        cards own_after = own, left_after = left;
        int cost = take(&own_after, &left_after, s->other[i].set, s->other[i].copies);
        if (cost < 0 || cost > draws)
            continue;
        write_part(s, q->primary + q->others - togo, &s->other[i]);
        if (lay_others(s, own_after, left_after, i, togo - 1, wanted + s->other[i].jokers, draws - cost)) /* plant: shape-again */
            return 1;
    }
    return 0;
}

static int lay_primaries(const search *s, cards own, cards left, int from, int togo, int draws)
{
    const target *q = s->q;
    if (!togo)
        return lay_others(s, own, left, 0, q->others, 0, draws);
    for (int i = from; i < s->primaries && s->primary[i].cost <= draws; i++) {
        cards own_after = own, left_after = left;
        int cost = take(&own_after, &left_after, s->primary[i].set, s->primary[i].copies);
        if (cost < 0 || cost > draws)
            continue;
        write_part(s, q->primary - togo, &s->primary[i]);
        if (lay_primaries(s, own_after, left_after, i, togo - 1, draws - cost))
            return 1;
    }
    return 0;
}

/* Add a shape to a list if exactly `cost` of its cards are missing. */
static int add(const search *s, shape *list, int n, uint64_t set, int copies, int jokers, int cost)
{
    cards own = s->q->own, left = s->q->left;
    if (take(&own, &left, set, copies) != cost)
        return n;
    list[n].set = set;
    list[n].copies = (uint8_t)copies;
    list[n].jokers = (uint8_t)jokers;
    list[n].cost = (uint8_t)cost;
    return n + 1;
}

static void list_primaries(search *s, int most)
{
    s->primaries = 0;
    for (int cost = 0; cost <= most && cost <= 3; cost++)
        for (int kind = 0; kind < RUMMY_FACES; kind++) {
            int start = kind % RUMMY_RANKS;
            s->primaries = add(s, s->primary, s->primaries, lane_bit(kind), 3, 0, cost);
            if (s->q->combos->starts >> start & 1)
                s->primaries = add(s, s->primary, s->primaries,
                                   (uint64_t)run_bits(start) << kind / RUMMY_RANKS * LANE, 1, 0, cost);
        }
}

static void add_other(search *s, uint64_t set, int copies, int jokers, int cost)
{
    s->shapes = add(s, s->other, s->shapes, set, copies, jokers, cost);
}

static void add_natural(search *s, uint64_t set, int copies, int cost)
{
    int jokers = count_bits(set & s->q->jokers) * copies;
    if (!jokers || (jokers > s->q->combos->most && s->q->combos->natural))
        add_other(s, set, copies, 0, cost);
}

static void list_others(search *s, int most)
{
    const target *q = s->q;
    const combo_rules *combos = q->combos;
    s->shapes = 0;
    for (int cost = 0; cost <= most && cost <= 3; cost++) {
        if (q->jokers && combos->most >= 3 && cost == 0)
            add_other(s, 0, 1, 3, 0);
        for (int kind = 0; kind < RUMMY_FACES; kind++) {
            uint64_t card = lane_bit(kind);
            int start = kind % RUMMY_RANKS;
            add_natural(s, card, 3, cost);
            if (combos->starts >> start & 1)
                add_natural(s, (uint64_t)run_bits(start) << kind / RUMMY_RANKS * LANE, 1, cost);
            add_natural(s, mates(card), 1, cost);
            if (!q->jokers || (card & q->jokers))
                continue;
            if (combos->identical)
                add_other(s, card, 2, 1, cost);
            uint64_t others = (near_cards(combos, card) | mates(card)) & ~(card - 1) & ~q->jokers;
            for (uint64_t partners = others; partners; partners &= partners - 1)
                add_other(s, card | (partners & (0 - partners)), 1, 1, cost);
            if (combos->most >= 2)
                add_other(s, card, 1, 2, cost);
        }
    }
}

int target_exact(const target *q, int draws, uint8_t (*parts)[3])
{
    search s;
    s.q = q;
    s.parts = parts;
    list_primaries(&s, q->primary ? draws : -1);
    list_others(&s, q->others ? draws : -1);
    return lay_primaries(&s, q->own, q->left, 0, q->primary, draws);
}
