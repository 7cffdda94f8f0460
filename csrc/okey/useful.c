/* Okey: which draws help, and what each discard leaves (O-35).
 *
 * The question. A table has one column for each discard, or a single column for a hand without a discard. A draw is
 * useful in a column if it lowers the distance there. Then some winning hand asks for the draw and lacks it, and no
 * other winning hand keeps more tiles.
 *
 * The idea. Such a winning hand is a witness. It shows that each tile that it lacks is useful. It counts in every
 * column whose discard it can do without. So the columns share their witnesses, and few searches are needed:
 *
 *      witness  r4 r5 r6 / y9 b9 k9 / ...        columns (discards)    k1     b12     r5
 *      held     r4 r5    /    b9 k9 / ...        none keeps more       yes    yes     no
 *      lacks          r6   y9         ...        so r6, y9, ... help   x      x
 *
 * Why it is exact. A draw that no witness shows is searched by itself: can the hand with this draw keep more tiles,
 * with a meld around the draw? A "no" for the whole hand of 15 tiles is a "no" for each discard that costs nothing.
 *
 * The cost. One search for the distance, and one for each draw and discard that stay in doubt.
 */
#include <string.h>

#include "kept.h"

#define MELDS KEPT_MELDS
#define COLUMNS (RUMMY_OKEY_HAND + 1)
#define NO_MATTER (-9) /* melds are not the nearer way */

typedef struct column {
    uint64_t bit;    /* the tile discarded, or 0 */
    int kept;        /* the most tiles that melds keep then */
    uint64_t useful; /* shown to help, as lanes */
    uint64_t may_help; /* draws that may help */
    int8_t others[KEPT_OTHERS]; /* of this column, as kept_others writes it */
} column;

typedef struct table {
    okey_pool pool; /* before the discard */
    int wrap, n;
    uint64_t open; /* can be had */
    int whole;     /* the most tiles that melds keep before the discard */
    int8_t others[KEPT_OTHERS]; /* before the discard */
    struct column column[COLUMNS];
} table;

/* ---------------------------------------------------------------- witnesses */

/* A winning hand: the tiles that it has once at least, those that it has twice, and those that the player lacks. */
typedef struct witness {
    uint64_t once, twice, lacks;
    int kept, wilds; /* tiles kept; wilds that must stand in it */
} witness;

static witness witness_of(const table *t, const uint64_t meld[MELDS])
{
    uint64_t times[MELDS] = {0};
    for (int i = 0; i < MELDS; i++) {
        times[3] |= times[2] & meld[i];
        times[2] |= times[1] & meld[i];
        times[1] |= times[0] & meld[i];
        times[0] |= meld[i];
    }
    witness w = {.once = times[0], .twice = times[1]};
    w.kept = count_bits(times[0] & t->pool.once) + count_bits(times[1] & t->pool.twice);
    w.lacks = ((times[0] & ~t->pool.once) | (times[1] & ~t->pool.twice)) & t->open;
    for (int i = 0; i < MELDS; i++) {
        uint64_t there = i == 0 ? t->pool.one : i == 1 ? t->pool.two : 0;
        for (uint64_t missing = times[i] & ~there; missing; missing &= missing - 1)
            w.wilds++;
    }
    return w;
}

/* The number of tiles that a column keeps for a witness, or -1 if the witness cannot be had after this discard.
 * *needed: whether the witness needs the tile discarded. */
static int kept_in(const table *t, const witness *w, const column *c, int *needed)
{
    *needed = (c->bit & (c->bit & t->pool.twice ? w->twice : w->once)) != 0;
    int last = (c->bit & (c->bit & t->pool.two ? w->twice : w->once)) != 0; /* it uses up all copies */
    return w->wilds + last > t->pool.all_wilds ? -1 : w->kept - *needed; /* plant: witness-needs */
}

/* Note a witness: in each column where no hand keeps more, all that the witness lacks is useful. */
static void note_witness(table *t, const uint64_t meld[MELDS])
{
    witness w = witness_of(t, meld);
    for (int i = 0; i < t->n; i++) {
        column *c = &t->column[i];
        int needed, kept = kept_in(t, &w, c, &needed);
        if (kept == c->kept) /* plant: witness-keeps */
            c->useful |= w.lacks | (needed ? c->bit & t->open : 0);
    }
}

/* ---------------------------------------------------------------- useful draws */

/* Whether a draw may help in a column, but no witness shows it yet. */
static int doubtful(const column *c, uint64_t bit) { return (c->may_help & ~c->useful & bit) != 0; }

/* The discards that cost nothing and for which a draw is doubtful, as lanes. */
typedef struct doubt {
    table *t;
    uint64_t bit;
} doubt;

static uint64_t doubts(const doubt *d)
{
    uint64_t tiles = 0;
    for (int i = 0; i < d->t->n; i++)
        if (d->t->column[i].kept == d->t->whole && doubtful(&d->t->column[i], d->bit))
            tiles |= d->t->column[i].bit;
    return tiles;
}

static uint64_t note_and_ask(void *context, const uint64_t meld[MELDS])
{
    note_witness(((doubt *)context)->t, meld);
    return doubts((const doubt *)context);
}

/* Search whether this draw helps in this column. */
static void ask(table *t, column *c, uint64_t bit)
{
    uint64_t meld[MELDS];
    okey_pool pool = c->bit ? okey_discarded(&t->pool, c->bit) : t->pool;
    pool = okey_drawn(&pool, bit);
    if (kept_with(&pool, t->wrap, bit, c->kept + 1, c->others, meld))
        note_witness(t, meld);
}

/* Find all useful draws of the columns. A column that keeps `enough` is complete, and nothing helps it. */
static void find_useful(table *t, int enough)
{
    uint64_t may_help = 0;
    kept_others(&t->pool, t->wrap, NULL, t->others);
    for (int i = 0; i < t->n; i++) {
        column *c = &t->column[i];
        if (c->kept == NO_MATTER || c->kept >= enough)
            continue;
        okey_pool pool = c->bit ? okey_discarded(&t->pool, c->bit) : t->pool;
        if (c->kept < t->whole) /* a costly discard: the other melds may keep less too */
            kept_others(&pool, t->wrap, t->others, c->others);
        else
            memcpy(c->others, t->others, sizeof c->others);
        c->may_help = kept_may_help(&pool, t->wrap, c->kept + 1, c->others);
        may_help |= c->may_help;
    }
    for (uint64_t rest = t->open & may_help; rest; rest &= rest - 1) {
        uint64_t bit = rest & (0 - rest);
        doubt d = {t, bit};
        okey_asked asked = {.tiles = doubts(&d), .tell = note_and_ask, .context = &d};
        if (asked.tiles) {
            okey_pool all = okey_drawn(&t->pool, bit);
            kept_with_each(&all, t->wrap, bit, t->whole + 1, t->others, &asked);
        }
        for (int i = 0; i < t->n; i++) {
            column *c = &t->column[i];
            if (doubtful(c, bit) && (c->kept < t->whole || !c->bit || c->bit & asked.unsure))
                ask(t, c, bit);
        }
    }
}

/* The useful values of a column whose draws are found, as a set of kinds. */
static uint64_t useful_kinds(const rummy_okey_rules *rules, const okey_pool *pool, const column *c, int pairs,
                             int distance)
{
    if (distance <= 0)
        return 0;
    int by_melds = c->kept != NO_MATTER, by_pairs = pairs == distance;
    uint64_t useful = kinds_in((by_melds ? c->useful : 0) | (by_pairs ? okey_pairs_useful(rules, pool, distance) : 0)); /* plant: pairs-useful */
    if (pool->all_wilds > pool->wilds && (by_melds || rules->pairs_with_jokers == RUMMY_OKEY_PAIRS_WITH_JOKERS_ANY)) /* plant: wild-useful */
        useful |= KIND_BIT(RUMMY_JOKER);
    return useful;
}

static void start(table *t, const rummy_okey_rules *rules, const okey_pool *pool)
{
    t->pool = *pool;
    t->wrap = rules->run_wrap == RUMMY_OKEY_RUN_WRAP_HIGH_ONE;
    t->open = (pool->one & ~pool->once) | (pool->two & ~pool->twice); /* plant: open-tiles */
    t->n = 0;
}

uint64_t okey_useful_of(const rummy_okey_rules *rules, const okey_pool *pool, const okey_near *near)
{
    table t;
    if (near->distance <= 0)
        return 0;
    start(&t, rules, pool);
    t.n = 1;
    t.column[0] = (column){.kept = NO_MATTER};
    int all = RUMMY_OKEY_HAND - pool->wilds;
    if (near->melds) {
        t.column[0].kept = t.whole = all - near->distance;
        note_witness(&t, near->meld);
        find_useful(&t, all);
    }
    return useful_kinds(rules, pool, &t.column[0], near->pairs, near->distance);
}

/* ---------------------------------------------------------------- discards */

/* Find the most that melds keep in each column, and the first witnesses. Less than `floor` does not matter. */
static void find_kept(table *t, const int *floor, int enough)
{
    uint64_t meld[COLUMNS + 1][MELDS];
    int n = 0, lowest = floor[0], most;
    for (int i = 0; i < t->n; i++)
        lowest = floor[i] < lowest ? floor[i] : lowest;
    most = t->whole = kept_most(&t->pool, t->wrap, lowest - 1, enough, meld[0]);
    n = most >= lowest;
    for (int i = 0; i < t->n; i++) {
        column *c = &t->column[i];
        int known = floor[i] - 1, needed;
        for (int j = 0; j < n && known < most; j++) {
            witness w = witness_of(t, meld[j]);
            int kept = kept_in(t, &w, c, &needed);
            known = kept > known ? kept : known;
        }
        if (known < most && n) {
            okey_pool pool = okey_discarded(&t->pool, c->bit);
            int kept = kept_most(&pool, t->wrap, known, most, meld[n]);
            if (kept > known) {
                known = kept;
                n++;
            }
        }
        c->kept = known < floor[i] ? NO_MATTER : known < enough ? known : enough;
    }
    for (int j = 0; j < n; j++)
        note_witness(t, meld[j]);
}

static void discards_of(const rummy_okey_rules *rules, const okey_pool *pool, int ways, int8_t *out, uint64_t *useful)
{
    table t;
    int pairs[COLUMNS], floor[COLUMNS], all = RUMMY_OKEY_HAND - pool->wilds;
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        out[kind] = RUMMY_NOT_HELD;
        if (useful)
            useful[kind] = 0;
    }
    start(&t, rules, pool);
    for (uint64_t togo = pool->once; togo; togo &= togo - 1) {
        column *c = &t.column[t.n];
        *c = (column){.bit = togo & (0 - togo), .kept = NO_MATTER};
        okey_pool rest = okey_discarded(pool, c->bit);
        pairs[t.n] = ways & RUMMY_OKEY_PAIRS ? okey_pairs_distance(rules, &rest) : RUMMY_NEVER;
        floor[t.n] = pairs[t.n] < 0 || pairs[t.n] > all ? 0 : all - pairs[t.n];
        t.n++;
    }
    if (ways & RUMMY_OKEY_MELDS && t.n) {
        find_kept(&t, floor, all);
        if (useful)
            find_useful(&t, all);
    }
    for (int i = 0; i < t.n; i++) {
        const column *c = &t.column[i];
        int kind = lane_kind(lowest_bit(c->bit)), distance = c->kept == NO_MATTER ? pairs[i] : all - c->kept;
        okey_pool rest = okey_discarded(pool, c->bit);
        out[kind] = (int8_t)distance;
        if (useful)
            useful[kind] = useful_kinds(rules, &rest, c, pairs[i], distance);
    }
    if (pool->wilds) {
        okey_pool rest = *pool;
        rest.wilds--;
        rest.all_wilds--; /* plant: wild-is-gone */
        okey_near near = okey_near_of(rules, &rest, ways);
        out[RUMMY_JOKER] = (int8_t)near.distance;
        if (useful)
            useful[RUMMY_JOKER] = okey_useful_of(rules, &rest, &near);
    }
}

int rummy_okey_discards(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left,
                        const uint8_t *indicator, int ways, size_t n, int8_t *out, uint64_t *useful, size_t *where)
{
    okey_pool whole, pool;
    int error = okey_check_rows(rules, values, left, indicator, ways, n, RUMMY_OKEY_HAND + 1, where);
    if (error)
        return error;
    for (size_t i = 0; i < n; i++) {
        okey_read_row(rules, values, left, indicator, i, &whole, &pool);
        discards_of(rules, &pool, ways, out + i * RUMMY_KINDS, useful ? useful + i * RUMMY_KINDS : NULL);
    }
    return 0;
}
