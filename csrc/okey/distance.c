/* Okey: how far a hand is from winning, and what helps (O-35).
 *
 * A winning hand is 14 values. Those of its tiles that are held it keeps, the others must be drawn: so the distance is
 * 14 less the most that a winning hand can keep. Wilds held always find a place in melds, and beside pairs where the
 * rules let them pair; then a winning hand keeps them all. What it asks for beyond the tiles there are, wilds must
 * stand for, held or drawn ones.
 *
 * A draw changes what is held, not what is there. So the useful values are those that some hand which keeps most asks
 * for and lacks. / */
#include <string.h>

#include "kept.h"
#include "okey_rules.h"

#define WILDS 4 /* okeys and, where they are wild, false jokers */

/* ---------------------------------------------------------------- reading rows */

/* Read a row of values. Returns the number of tiles, or RUMMY_E_COPIES. */
static int read_row(const uint8_t *values, uint64_t *once, uint64_t *twice)
{
    uint64_t ones, twos;
    if (values[RUMMY_JOKER] > WILDS)
        return RUMMY_E_COPIES;
    if (any_above_three(values)) /* four wilds, or too many of something */
        for (int kind = 0; kind < RUMMY_FACES; kind++)
            if (values[kind] > 2)
                return RUMMY_E_COPIES;
    read_lanes(values, &ones, &twos);
    if (ones & twos)
        return RUMMY_E_COPIES;
    *once = ones | twos;
    *twice = twos;
    return count_bits(ones | twos) + count_bits(twos) + values[RUMMY_JOKER];
}

/* What there is of each value, held or not, beside the indicator. */
static void whole_pool(const rummy_okey_rules *rules, int indicator, okey_pool *pool)
{
    int wild = okey_joker_value(rules, RUMMY_NONE) == RUMMY_JOKER;
    pool->one = pool->two = LANES(RANK_BITS);
    pool->all_wilds = wild ? WILDS : 2;
    if (indicator != RUMMY_NONE) {
        pool->two &= ~lane_bit(indicator); /* plant: indicator-is-gone */
        if (wild) { /* O-10: then no tile has the okey's own value */
            pool->one &= ~lane_bit(rummy_okey_of(indicator)); /* plant: okey-face-is-gone */
            pool->two &= ~lane_bit(rummy_okey_of(indicator));
        }
    }
}

/* Read what is held and what there is: `left` beside the row or, NULL, all that `whole` says, of which the row must be.
 * Returns the number of tiles, or RUMMY_E_COPIES. */
static int read_pool(const uint8_t *values, const uint8_t *left, const okey_pool *whole, okey_pool *pool)
{
    int tiles = read_row(values, &pool->once, &pool->twice);
    if (tiles < 0)
        return tiles;
    pool->wilds = values[RUMMY_JOKER];
    pool->held = tiles - pool->wilds;
    if (left) {
        uint64_t one, two;
        if (read_row(left, &one, &two) < 0 || values[RUMMY_JOKER] + left[RUMMY_JOKER] > WILDS || (two & pool->once) | (one & pool->twice))
            return RUMMY_E_COPIES;
        pool->one = pool->once | one;
        pool->two = pool->twice | two | (pool->once & one); /* plant: second-copy */
        pool->all_wilds = pool->wilds + left[RUMMY_JOKER]; /* plant: wilds-to-come */
    } else {
        if ((pool->once & ~whole->one) | (pool->twice & ~whole->two) || pool->wilds > whole->all_wilds)
            return RUMMY_E_COPIES;
        pool->one = whole->one;
        pool->two = whole->two;
        pool->all_wilds = whole->all_wilds;
    }
    return tiles;
}

/* Read the whole pool beside the indicator of row i, unless it is that of the row before. Returns 0, or RUMMY_E_INDICATOR. */
static int pool_beside(const rummy_okey_rules *rules, const uint8_t *indicator, size_t i, okey_pool *whole)
{
    if (i && indicator[i] == indicator[i - 1])
        return 0;
    if (indicator[i] != RUMMY_NONE && rummy_okey_of(indicator[i]) < 0)
        return RUMMY_E_INDICATOR;
    whole_pool(rules, indicator[i], whole);
    return 0;
}

int okey_check_rows(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, const uint8_t *indicator,
                    int ways, size_t n, int least, size_t *where)
{
    okey_pool whole, pool;
    if (ways < RUMMY_OKEY_MELDS || ways > (RUMMY_OKEY_MELDS | RUMMY_OKEY_PAIRS))
        return RUMMY_E_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        int tiles = pool_beside(rules, indicator, i, &whole);
        if (!tiles)
            tiles = read_pool(values + i * RUMMY_KINDS, left ? left + i * RUMMY_KINDS : NULL, &whole, &pool);
        if (tiles < least || tiles > RUMMY_OKEY_HAND + 1) {
            if (where)
                *where = i;
            return tiles < 0 ? tiles : RUMMY_E_COUNT;
        }
    }
    return 0;
}

void okey_read_row(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, const uint8_t *indicator,
                   size_t i, okey_pool *whole, okey_pool *pool)
{
    (void)pool_beside(rules, indicator, i, whole);
    (void)read_pool(values + i * RUMMY_KINDS, left ? left + i * RUMMY_KINDS : NULL, whole, pool);
}

void okey_read_pool(const uint8_t *values, const uint8_t *left, const okey_pool *whole, okey_pool *pool)
{
    (void)read_pool(values, left, whole, pool);
}

int rummy_okey_left(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *indicator, size_t n,
                    uint8_t *out, size_t *where)
{
    okey_pool whole, pool;
    for (size_t i = 0; i < n; i++) {
        int tiles = pool_beside(rules, indicator, i, &whole);
        if (!tiles)
            tiles = read_pool(values + i * RUMMY_KINDS, NULL, &whole, &pool);
        if (tiles < 0) {
            if (where)
                *where = i;
            return tiles;
        }
    }
    for (size_t i = 0; i < n; i++) {
        const uint8_t *row = values + i * RUMMY_KINDS;
        (void)pool_beside(rules, indicator, i, &whole);
        for (int kind = 0; kind < RUMMY_KINDS; kind++) {
            int there = kind == RUMMY_JOKER ? whole.all_wilds : !!(whole.one & lane_bit(kind)) + !!(whole.two & lane_bit(kind));
            out[i * RUMMY_KINDS + (size_t)kind] = (uint8_t)(there - row[kind]);
        }
    }
    return 0;
}

/* ---------------------------------------------------------------- seven pairs
 *
 * Only five sorts of pairs differ, by how many of a value are held and how many there are: 2 of 2, 1 of 2, 1 of 1, 0 of 2, 0 of 1; a pair of
 * wilds is the sixth. They keep 2, 1, 1, 0, 0, 0 tiles and need 0, 0, 1, 0, 1, 2 wilds.
 */

#define PAIRS 7

static int least(int a, int b) { return a < b ? a : b; }

/* The most tiles that seven pairs keep, wilds apart, if so many wilds may be among them, or -1. */
static int pairs_keep(const okey_pool *pool, int wilds)
{
    uint64_t single = pool->once & ~pool->twice, absent = pool->one & ~pool->once;
    int whole = least(count_bits(pool->twice), PAIRS), open = least(count_bits(single & pool->two), PAIRS - whole); /* plant: pairs-open */
    int room = PAIRS - whole - open;
    for (int lone = least(count_bits(single & ~pool->two), room); lone >= 0; lone--) {
        int fresh = least(count_bits(absent & pool->two), room - lone);
        int half = least(count_bits(absent & ~pool->two), room - lone - fresh);
        if (lone + half + 2 * (room - lone - fresh - half) <= wilds) /* plant: pairs-wilds */
            return 2 * whole + open + lone;
    }
    return -1;
}

int okey_pairs_distance(const rummy_okey_rules *rules, const okey_pool *pool)
{
    int any = rules->pairs_with_jokers == RUMMY_OKEY_PAIRS_WITH_JOKERS_ANY;
    int kept = rules->seven_pairs ? pairs_keep(pool, any ? pool->all_wilds : 0) : -1; /* plant: pairs-options */
    if (kept < 0)
        return RUMMY_NEVER;
    return RUMMY_OKEY_HAND - least(kept + (any ? pool->wilds : 0), RUMMY_OKEY_HAND);
}

uint64_t okey_pairs_useful(const rummy_okey_rules *rules, const okey_pool *pool, int distance)
{
    uint64_t useful = 0;
    uint64_t sorts[3] = {pool->once & ~pool->twice & pool->two, pool->two & ~pool->once, pool->one & ~pool->two & ~pool->once};
    for (int i = 0; i < 3; i++) { /* tiles of a sort are as good as each other */
        okey_pool more = okey_drawn(pool, sorts[i] & (0 - sorts[i]));
        if (sorts[i] && okey_pairs_distance(rules, &more) < distance)
            useful |= sorts[i];
    }
    return useful;
}

/* ---------------------------------------------------------------- both ways */

int okey_distance_of(const rummy_okey_rules *rules, const okey_pool *pool, int ways)
{
    int wrap = rules->run_wrap == RUMMY_OKEY_RUN_WRAP_HIGH_ONE;
    int pairs = ways & RUMMY_OKEY_PAIRS ? okey_pairs_distance(rules, pool) : RUMMY_NEVER;
    if (!(ways & RUMMY_OKEY_MELDS) || pairs == 0)
        return pairs;
    int all = RUMMY_OKEY_HAND - pool->wilds, beaten = pairs < 0 || pairs > all ? -1 : all - pairs;
    int kept = kept_most(pool, wrap, beaten, all, NULL);
    return kept > beaten ? all - least(kept, all) : pairs;
}

okey_near okey_near_of(const rummy_okey_rules *rules, const okey_pool *pool, int ways)
{
    okey_near near = {.pairs = ways & RUMMY_OKEY_PAIRS ? okey_pairs_distance(rules, pool) : RUMMY_NEVER};
    near.distance = near.pairs;
    if (!(ways & RUMMY_OKEY_MELDS) || near.pairs == 0)
        return near;
    int wrap = rules->run_wrap == RUMMY_OKEY_RUN_WRAP_HIGH_ONE, all = RUMMY_OKEY_HAND - pool->wilds;
    /* melds that keep no more are farther than pairs */
    int farther = near.pairs < 0 || near.pairs >= all ? -1 : all - near.pairs - 1;
    int kept = kept_most(pool, wrap, farther, all, near.meld);
    near.melds = kept > farther;
    if (near.melds)
        near.distance = all - least(kept, all);
    return near;
}

int rummy_okey_distance(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left,
                        const uint8_t *indicator, int ways, size_t n, int8_t *out, uint64_t *useful, size_t *where)
{
    okey_pool whole, pool;
    int error = okey_check_rows(rules, values, left, indicator, ways, n, RUMMY_OKEY_HAND, where);
    if (error)
        return error;
    for (size_t i = 0; i < n; i++) {
        okey_read_row(rules, values, left, indicator, i, &whole, &pool);
        if (!useful) {
            out[i] = (int8_t)okey_distance_of(rules, &pool, ways);
            continue;
        }
        okey_near near = okey_near_of(rules, &pool, ways);
        out[i] = (int8_t)near.distance;
        useful[i] = okey_useful_of(rules, &pool, &near);
    }
    return 0;
}

/* ---------------------------------------------------------------- a nearest winning hand */

/* Draw a tile. Returns whether the distance is then `wanted`, and undoes it if not. */
static int drawn(const rummy_okey_rules *rules, uint8_t *row, uint8_t *left, int kind, int way, int wanted)
{
    okey_pool pool;
    row[kind]++;
    left[kind]--;
    (void)read_pool(row, left, NULL, &pool);
    if (okey_distance_of(rules, &pool, way) == wanted)
        return 1;
    row[kind]--;
    left[kind]++;
    return 0;
}

/* Whether 14 of 14 + `extra` values win. For few ways to leave some over, the win check is quicker than the search. */
static int wins_within(const rummy_okey_rules *rules, const uint8_t *row, int extra, int way)
{
    static const uint8_t nothing[RUMMY_KINDS] = {0};
    okey_pool pool;
    uint64_t by[1][2];
    uint8_t win, less[RUMMY_KINDS];
    if (extra == 0)
        return !rummy_okey_win(rules, row, 1, &win, NULL) && win & way;
    if (extra == 1)
        return !rummy_okey_finishes(rules, row, 1, by, NULL) && by[0][way == RUMMY_OKEY_PAIRS];
    if (extra > 2) {
        (void)read_pool(row, nothing, NULL, &pool);
        return okey_distance_of(rules, &pool, way) == 0;
    }
    memcpy(less, row, sizeof less);
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        if (!row[kind])
            continue;
        less[kind]--;
        if (wins_within(rules, less, extra - 1, way))
            return 1;
        less[kind]++;
    }
    return 0;
}

void okey_nearest_by(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int way, int distance,
                     uint64_t useful,
                     rummy_arrangement *out, uint8_t missing[RUMMY_KINDS])
{
    uint8_t row[RUMMY_KINDS], rest[RUMMY_KINDS], held[RUMMY_KINDS];
    rummy_grammar grammar;
    memcpy(row, values, sizeof row);
    memcpy(rest, left, sizeof rest);
    /* Draw useful tiles until the hand is there, then drop what it does not need; what was drawn is needed. */
    for (int kind = 0, missed = distance; kind < RUMMY_KINDS && missed; kind++)
        while (missed && useful >> kind & 1 && rest[kind] && drawn(rules, row, rest, kind, way, missed - 1))
            missed--;
    for (int kind = 0; kind < RUMMY_KINDS; kind++)
        held[kind] = (uint8_t)least(row[kind], values[kind]);
    for (int kind = 0, extra = count_all(row) - RUMMY_OKEY_HAND; kind < RUMMY_KINDS && extra; kind++) {
        for (; extra && held[kind]; held[kind]--, extra--) {
            row[kind]--;
            if (wins_within(rules, row, extra - 1, way))
                continue;
            row[kind]++;
            break;
        }
    }
    for (int kind = 0; kind < RUMMY_KINDS; kind++)
        missing[kind] = (uint8_t)(row[kind] - held[kind]); /* plant: missing */
    rummy_okey_grammar(rules, &grammar);
    if (way == RUMMY_OKEY_PAIRS)
        (void)rummy_pairs(row, out);
    else
        (void)rummy_arrange(&grammar, row, RUMMY_BY_TILES, out, 1);
}

int rummy_okey_nearest(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int indicator,
                       int ways, rummy_arrangement *out, uint8_t missing[RUMMY_KINDS])
{
    okey_pool whole, pool;
    uint8_t rest[RUMMY_KINDS], of_row = (uint8_t)indicator;
    if (indicator < 0 || indicator > RUMMY_NONE)
        return RUMMY_E_INDICATOR;
    int error = okey_check_rows(rules, values, left, &of_row, ways, 1, RUMMY_OKEY_HAND, NULL);
    if (error)
        return error;
    okey_read_row(rules, values, left, &of_row, 0, &whole, &pool);
    int melds = ways & RUMMY_OKEY_MELDS ? okey_distance_of(rules, &pool, RUMMY_OKEY_MELDS) : RUMMY_NEVER;
    int pairs = ways & RUMMY_OKEY_PAIRS ? okey_pairs_distance(rules, &pool) : RUMMY_NEVER;
    int way = melds < 0 || (pairs >= 0 && pairs < melds) ? RUMMY_OKEY_PAIRS : RUMMY_OKEY_MELDS, distance = way == RUMMY_OKEY_PAIRS ? pairs : melds;
    if (distance < 0)
        return RUMMY_NEVER;
    if (!left) {
        (void)rummy_okey_left(rules, values, &of_row, 1, rest, NULL);
        left = rest;
    }
    okey_nearest_by(rules, values, left, way, distance, ~(uint64_t)0, out, missing);
    return distance;
}
