/* Marriage: can a hand become so many primary combinations and so many others with so many draws? The search behind the distances (M-30).
 *
 * The distance is found by asking "within 0?", "within 1?", ... Each question is put to a quick search first, which counts instead of naming the cards to be drawn:
 *
 *   1. Primary combinations are chosen of which two cards or three are held; the others, of which one or none is, are only counted as
 *      two draws (`spare`) until all else fits. What is left then must become the other combinations.
 *   2. There every joker is like every other, so only the cards that are no jokers are searched. They are kept in groups: a natural triple keeps three,
 *      a pair that fits in a run or a triplet two, a single one. What a group lacks is filled by the jokers held first, then by draws:
 *
 *          draws = max(pairs of identical cards, 3 * groups - jokers held - cards kept)
 *
 *      for an identical pair takes no joker, only its third copy.
 *
 * This count is never too high. It is exact if every draw can be a joker, that is, if as many jokers can be had as draws are asked for; and if the rules let three jokers stand
 * together. If the quick search finds nothing, the answer is no; if it finds something under these two conditions, it is yes. Otherwise - few jokers left, no tiplu known,
 * options that limit the jokers of a combination - the slow search decides (see `exact`), which names every card.
 */
#include <string.h>

#include "marriage_reach.h"

#define STARTS 13   /* runs of a suit: A23 ... QKA, KA2 */
#define PRIMARIES 104
#define SHAPES 448  /* 104 runs and tunnelas, 52 triplets, 234 pairs, 52 singles, jokers alone: 443 */

enum answer { NO, MAYBE, YES };

/* The bits of a lane that a run from `start` (0..12) takes. */
static unsigned run_bits(int start)
{
    unsigned bits = 7u << start;
    return (bits | bits >> RUMMY_RANKS) & RANK_BITS;
}

/* The ace behind the king and the two behind it. */
static uint64_t line_of(uint64_t set) { return set | (set & LANES(3)) << RUMMY_RANKS; }

/* The starts of all runs in a set of cards, in lanes. */
static uint64_t runs_in(uint64_t set, unsigned starts)
{
    uint64_t line = line_of(set);
    return line & line >> 1 & line >> 2 & LANES(starts);
}

void rummy_reach_combos(rummy_combos *combos, const rummy_marriage_rules *rules)
{
    switch (rules->ace_runs) {
    case RUMMY_MARRIAGE_ACE_RUNS_LOW_ONLY: combos->starts = 0x07FF; break;
    case RUMMY_MARRIAGE_ACE_RUNS_HIGH_ONLY: combos->starts = 0x0FFE; break;
    case RUMMY_MARRIAGE_ACE_RUNS_WRAP: combos->starts = 0x1FFF; break;
    default: combos->starts = 0x0FFF;
    }
    combos->most = rules->max_jokers_in_combo;
    combos->natural = rules->joker_natural_use;
    combos->identical = rules->identical_pair_plus_joker;
}

void rummy_reach_draw(rummy_reach *q, int kind)
{
    if (kind == RUMMY_JOKER) {
        q->men++;
        q->men_left--;
        return;
    }
    q->own = rummy_with(q->own, rummy_lane_bit(kind));
    q->left = rummy_without(q->left, rummy_lane_bit(kind));
}

void rummy_reach_discard(rummy_reach *q, int kind)
{
    if (kind == RUMMY_JOKER)
        q->men--;
    else
        q->own = rummy_without(q->own, rummy_lane_bit(kind));
}

static rummy_cards those_of(rummy_cards c, uint64_t set)
{
    rummy_cards out = {c.one & set, c.two & set, c.three & set};
    return out;
}

/* Cards that belong together: one copy of each of `set`, or `copies` of its only kind, and so many jokers. */
typedef struct shape {
    uint64_t set;
    uint8_t copies, jokers, cost;
} shape;

/* The cards while combinations are taken out of them. */
typedef struct cards {
    rummy_cards own, left;
} cards;

/* Take a shape, what is not held out of what can be had. Returns the number of draws, -1 if it cannot be had. */
static int take(cards *c, uint64_t set, int copies)
{
    int draws = 0;
    for (; copies > 0; copies--) {
        uint64_t missing = set & ~c->own.one;
        if (missing & ~c->left.one)
            return -1;
        c->own = rummy_without(c->own, set & ~missing);
        if (missing) {
            c->left = rummy_without(c->left, missing);
            draws += rummy_count(missing);
        }
    }
    return draws;
}

/* ---------------------------------------------------------------- the quick search: the other combinations */

/* Cards that fit a card at `rank` of a lane into some run. */
static uint64_t near(const rummy_combos *combos, int at)
{
    unsigned out = 0, bit = 1u << at % LANE;
    for (unsigned starts = combos->starts; starts; starts &= starts - 1) {
        unsigned bits = run_bits(rummy_lowest(starts));
        if (bits & bit)
            out |= bits;
    }
    return (uint64_t)(out & ~bit) << at / LANE * LANE;
}

static uint64_t mates(int at) { return LANES(1u << at % LANE) & ~RUMMY_BIT(at); }

/* What does not change while the other combinations of one choice of primary ones are sought. */
typedef struct groups {
    const rummy_combos *combos;
    uint64_t third; /* cards of which one more can be had */
} groups;

/* Can `pairs` disjoint pairs be made, at most `identical` of them of identical cards? */
static int match(const groups *g, rummy_cards rest, int pairs, int identical)
{
    if (pairs <= 0)
        return 1;
    while (rest.one) {
        int at = rummy_lowest(rest.one);
        uint64_t card = RUMMY_BIT(at), partners = rest.one & (near(g->combos, at) | mates(at));
        for (; partners; partners &= partners - 1)
            if (match(g, rummy_without(rest, card | (partners & (0 - partners))), pairs - 1, identical))
                return 1;
        if (rest.two & card) {
            rummy_cards pair = rummy_without(rummy_without(rest, card), card);
            if (g->combos->identical && match(g, pair, pairs - 1, identical))
                return 1;
            if (!g->combos->identical && identical && (g->third & card) && match(g, pair, pairs - 1, identical - 1))
                return 1;
        }
        rest = those_of(rest, ~card); /* not in a pair */
        if (rummy_cards_count(rest) < 2 * pairs)
            return 0;
    }
    return 0;
}

/* Can `left` groups keep `extra` cards beyond one each? Triples are taken in the order tunnela, run, triplet of the lowest card, from `from` on. */
static int pack(const groups *g, rummy_cards rest, int left, int extra, int identical, int from)
{
    if (extra <= left && match(g, rest, extra, identical))
        return 1;
    if (extra > 2 * left || !left)
        return 0;
    uint64_t x = rest.one, a = rummy_turn(x, 1), b = rummy_turn(x, 2), d = rummy_turn(x, 3), set;
    uint64_t runs = runs_in(x, g->combos->starts), triplets = x & ((a & b) | (a & d) | (b & d));
    for (uint64_t first = (rest.three | runs | triplets) & ~(RUMMY_BIT(from) - 1); first; first &= first - 1) {
        int at = rummy_lowest(first), lane = at / LANE * LANE;
        uint64_t card = RUMMY_BIT(at);
        if ((rest.three & card) && pack(g, those_of(rest, ~card), left - 1, extra - 2, identical, at))
            return 1;
        set = (uint64_t)run_bits(at - lane) << lane;
        if ((runs & card) && pack(g, rummy_without(rest, set), left - 1, extra - 2, identical, at))
            return 1;
        uint64_t others = x & mates(at) & ~(card - 1); /* the higher suits */
        for (uint64_t part = others; part; part = (part - 1) & others)
            if (rummy_count(part) == 2 && pack(g, rummy_without(rest, part | card), left - 1, extra - 2, identical, at))
                return 1;
    }
    return 0;
}

/* By counting: can `combos` other combinations come out of the cards with so many draws and so many wilds held (below 0: drawn already)? */
static int counted(const rummy_combos *rules, const cards *c, uint64_t jokers, int wilds, int combos, int draws)
{
    rummy_cards rest = those_of(c->own, ~jokers);
    groups g = {rules, c->left.one};
    int need = 3 * combos - wilds - draws;
    if (rummy_cards_count(rest) < need)
        return 0;
    return pack(&g, rest, combos, need - combos, draws, 0);
}

/* ---------------------------------------------------------------- the quick search: primary combinations */

typedef struct search {
    const rummy_reach *q;
    int n;
    shape list[PRIMARIES]; /* primary combinations: of the quick search those with at most one card missing, of the slow one all */
    int shapes;
    shape *shape;          /* of the slow search: what other combinations can be */
    uint8_t (*parts)[3];   /* where they are written, or NULL; jokers as RUMMY_NONE */
} search;

static void add(search *s, uint64_t set, int copies, int cost)
{
    s->list[s->n].set = set;
    s->list[s->n].copies = (uint8_t)copies;
    s->list[s->n].jokers = 0;
    s->list[s->n++].cost = (uint8_t)cost;
}

/* List the primary combinations that can be had with `most` draws, cheapest first. */
static void list_primaries(search *s, int most)
{
    cards c = {s->q->own, s->q->left};
    unsigned starts = s->q->combos->starts;
    s->n = 0;
    for (int cost = 0; cost <= most; cost++) {
        for (int at = 0; at < 4 * LANE; at++) {
            cards after = c;
            if ((c.own.one | c.left.one) >> at & 1 && take(&after, RUMMY_BIT(at), 3) == cost)
                add(s, RUMMY_BIT(at), 3, cost);
        }
        for (uint64_t left = runs_in(c.own.one | c.left.one, starts); left; left &= left - 1) {
            int at = rummy_lowest(left), lane = at / LANE * LANE;
            uint64_t set = (uint64_t)run_bits(at - lane) << lane;
            if (rummy_count(set & ~c.own.one) == cost)
                add(s, set, 1, cost);
        }
    }
}

static int wilds_in(const rummy_reach *q, rummy_cards c) { return rummy_cards_count(those_of(c, q->jokers)); }

/* The primary combinations are chosen, all but `spare`, which cost two draws each or three. */
static int rest(const search *s, const cards *c, int spare, int from, int draws)
{
    const rummy_reach *q = s->q;
    int wild = q->jokers != 0, wilds = wild ? wilds_in(q, c->own) + q->men : 0;
    if (q->others && !counted(q->combos, c, q->jokers, wilds, q->others, draws))
        return NO;
    if (!spare) {
        if (!q->others || (!draws && !wild))
            return YES;
        return q->combos->most == 3 && (!draws || wilds_in(q, c->left) + q->men_left >= draws) && wild ? YES : MAYBE;
    }
    int best = NO;
    for (int shape = from; shape < PRIMARIES; shape++) { /* now name a combination that lacks two cards or more */
        int start = shape % STARTS, lane = shape / STARTS % 4 * LANE, tunnela = shape >= 4 * STARTS;
        cards after = *c;
        uint64_t set = tunnela ? RUMMY_BIT(lane + start) : (uint64_t)run_bits(start) << lane;
        if (!tunnela && !(q->combos->starts >> start & 1))
            continue;
        int cost = take(&after, set, tunnela ? 3 : 1);
        if (cost < 2 || cost - 2 > draws)
            continue;
        int found = rest(s, &after, spare - 1, shape, draws - (cost - 2));
        if (found == YES)
            return YES;
        best = found > best ? found : best;
    }
    return best;
}

static int choose(const search *s, const cards *c, int from, int togo, int spare, int draws)
{
    int best = NO;
    if (!togo)
        return rest(s, c, spare, 0, draws);
    for (int i = from; i < s->n && s->list[i].cost <= draws; i++) {
        cards after = *c;
        int cost = take(&after, s->list[i].set, s->list[i].copies);
        if (cost < 0 || cost > 1 || cost > draws)
            continue;
        int found = choose(s, &after, i, togo - 1, spare, draws - cost);
        if (found == YES)
            return YES;
        best = found > best ? found : best;
    }
    if (draws >= 2) {
        int found = choose(s, c, s->n, togo - 1, spare + 1, draws - 2);
        best = found > best ? found : best;
    }
    return best;
}

static int quick(const rummy_reach *q, int draws)
{
    search s;
    cards c = {q->own, q->left};
    s.q = q;
    list_primaries(&s, draws < 1 ? draws : 1);
    return choose(&s, &c, 0, q->primary, 0, draws);
}

/* ---------------------------------------------------------------- the slow search
 *
 * Every combination is named, but for which jokers fill it: these are counted, and drawn in the end where those held do not suffice. Primary
 * combinations first, then the others, each kind in the order of its list, so that no choice is met twice. The count of the quick search is the bound.
 */

static void write_part(const search *s, int depth, const shape *is)
{
    if (!s->parts)
        return;
    int n = 0;
    memset(s->parts[depth], RUMMY_NONE, 3);
    for (uint64_t left = is->set; left; left &= left - 1)
        for (int i = 0; i < is->copies; i++)
            s->parts[depth][n++] = (uint8_t)rummy_lane_kind(rummy_lowest(left));
}

static int exact_others(const search *s, const cards *c, int from, int togo, int wanted, int draws)
{
    const rummy_reach *q = s->q;
    int wilds = q->jokers ? wilds_in(q, c->own) + q->men : 0, wilds_left = q->jokers ? wilds_in(q, c->left) + q->men_left : 0;
    if (wanted > wilds + wilds_left || wanted - wilds > draws)
        return 0;
    if (!togo)
        return 1;
    if (!counted(q->combos, c, q->jokers, wilds - wanted, togo, draws))
        return 0;
    for (int i = from; i < s->shapes && s->shape[i].cost <= draws; i++) {
        cards after = *c;
        int cost = take(&after, s->shape[i].set, s->shape[i].copies);
        if (cost < 0 || cost > draws)
            continue;
        write_part(s, q->primary + q->others - togo, &s->shape[i]);
        if (exact_others(s, &after, i, togo - 1, wanted + s->shape[i].jokers, draws - cost))
            return 1;
    }
    return 0;
}

static int exact_primaries(const search *s, const cards *c, int from, int togo, int draws)
{
    const rummy_reach *q = s->q;
    if (!togo)
        return exact_others(s, c, 0, q->others, 0, draws);
    for (int i = from; i < s->n && s->list[i].cost <= draws; i++) {
        cards after = *c;
        int cost = take(&after, s->list[i].set, s->list[i].copies);
        if (cost < 0 || cost > draws)
            continue;
        write_part(s, q->primary - togo, &s->list[i]);
        if (exact_primaries(s, &after, i, togo - 1, draws - cost))
            return 1;
    }
    return 0;
}

/* Note a shape of another combination if the draws suffice for it. */
static void add_shape(search *s, uint64_t set, int copies, int jokers, int cost)
{
    cards c = {s->q->own, s->q->left};
    if (take(&c, set, set ? copies : 0) != cost)
        return;
    shape *is = &s->shape[s->shapes++];
    is->set = set;
    is->copies = (uint8_t)copies;
    is->jokers = (uint8_t)jokers;
    is->cost = (uint8_t)cost;
}

/* A natural triple. More jokers than may stand in it count as themselves if they may; up to so many it is the jokers' own affair. */
static void add_natural(search *s, uint64_t set, int copies, int cost)
{
    const rummy_combos *combos = s->q->combos;
    int jokers = rummy_count(set & s->q->jokers) * copies;
    if (!jokers || (jokers > combos->most && combos->natural))
        add_shape(s, set, copies, 0, cost);
}

static void list_shapes(search *s, int draws)
{
    const rummy_reach *q = s->q;
    const rummy_combos *combos = q->combos;
    s->shapes = 0;
    for (int cost = 0; cost <= draws && cost <= 3; cost++) {
        for (int kind = 0; kind < RUMMY_FACES; kind++) {
            uint64_t card = rummy_lane_bit(kind);
            int at = rummy_lowest(card), lane = at / LANE * LANE, start = at - lane;
            add_natural(s, card, 3, cost);
            if (combos->starts >> start & 1)
                add_natural(s, (uint64_t)run_bits(start) << lane, 1, cost);
            add_natural(s, mates(at), 1, cost);
            if (!q->jokers || (card & q->jokers))
                continue;
            if (combos->identical)
                add_shape(s, card, 2, 1, cost);
            for (uint64_t others = (near(combos, at) | mates(at)) & ~(card - 1) & ~q->jokers; others; others &= others - 1)
                add_shape(s, card | (others & (0 - others)), 1, 1, cost);
            if (combos->most >= 2)
                add_shape(s, card, 1, 2, cost);
        }
        if (q->jokers && combos->most >= 3 && cost == 0)
            add_shape(s, 0, 1, 3, 0);
    }
}

static int exact(const rummy_reach *q, int draws, uint8_t (*parts)[3])
{
    search s;
    shape shapes[SHAPES];
    cards c = {q->own, q->left};
    s.q = q;
    s.shape = shapes;
    s.parts = parts;
    list_primaries(&s, draws < 3 ? draws : 3);
    list_shapes(&s, draws);
    return exact_primaries(&s, &c, 0, q->primary, draws);
}

/* ---------------------------------------------------------------- answers */

int rummy_reach_within(const rummy_reach *q, int draws)
{
    if (draws < 0)
        return 0;
    int found = quick(q, draws);
    return found == MAYBE ? exact(q, draws, NULL) : found == YES;
}

/* Would all cards that can be had do? */
static int ever(const rummy_reach *q)
{
    rummy_reach all = *q;
    for (uint64_t copies = q->left.one; copies; copies &= copies - 1) {
        uint64_t card = copies & (0 - copies);
        for (int i = 0; i < 1 + (q->left.two & card ? 1 : 0) + (q->left.three & card ? 1 : 0); i++)
            all.own = rummy_with(all.own, card);
    }
    all.left.one = all.left.two = all.left.three = 0;
    all.men += all.men_left;
    all.men_left = 0;
    return rummy_reach_within(&all, 0);
}

int rummy_reach_distance(const rummy_reach *q, int least)
{
    int sure = 0;
    for (int draws = least;; draws++) {
        int found = quick(q, draws);
        if (found == YES)
            return draws;
        if (found == MAYBE || draws > 3 * (q->primary + q->others)) {
            if (!sure && !ever(q))
                return RUMMY_NEVER;
            sure = 1;
            if (found == MAYBE && exact(q, draws, NULL))
                return draws;
        }
    }
}

int rummy_reach_least(const rummy_reach *q)
{
    int draws = 0;
    while (quick(q, draws) == NO)
        draws++;
    return draws;
}

int rummy_reach_lay(const rummy_reach *q, uint8_t (*combo)[3])
{
    rummy_reach rest = *q;
    uint8_t parts[7][3], joker[64];
    int combos = q->primary + q->others, n = 0;
    if (!exact(q, 0, parts))
        return 0;
    for (int i = 0; i < 3 * combos; i++)
        if (parts[i / 3][i % 3] != RUMMY_NONE)
            rummy_reach_discard(&rest, parts[i / 3][i % 3]);
    for (; rest.men > 0; rest.men--)
        joker[n++] = RUMMY_JOKER;
    for (rest.own = those_of(rest.own, q->jokers); rest.own.one; rest.own = rummy_without(rest.own, rest.own.one))
        for (uint64_t left = rest.own.one; left; left &= left - 1)
            joker[n++] = (uint8_t)rummy_lane_kind(rummy_lowest(left));
    for (int i = 0; i < 3 * combos; i++)
        combo[i / 3][i % 3] = parts[i / 3][i % 3] == RUMMY_NONE ? joker[--n] : parts[i / 3][i % 3];
    return 1;
}
