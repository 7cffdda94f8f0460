/* What the distance of Okey hands is made of, shared by distance.c, useful.c and kept.c. */
#ifndef OKEY_KEPT_H
#define OKEY_KEPT_H

#include "../kind_sets.h"

/* A hand and what there is, as lanes: `once` and `twice` are held, `one` and `two` are there at all, held or to be had. */
typedef struct okey_pool {
    uint64_t once, twice, one, two;
    int wilds, all_wilds; /* held; held or to be had */
    int held;             /* tiles held, wilds apart */
} okey_pool;

#define KEPT_MELDS 4

/* The most tiles, wilds apart, that a winning hand of melds can keep, or -1 where no such hand can be had. Only what lies above `least`
 * and not above `most` matters to the caller: the answer is at least the former, and no search goes on beyond the latter. Where it is above `least`, meld
 * (unless NULL) becomes such a hand, the last 0 if it has three melds. */
int kept_most(const okey_pool *pool, int wrap, int least, int most, uint64_t meld[KEPT_MELDS]);

/* Note what all melds but one can keep at most, for kept_with. most: NULL, or what is noted of a hand that holds more. */
#define KEPT_BESIDE 7
void kept_beside(const okey_pool *pool, int wrap, const int8_t *most, int8_t beside[KEPT_BESIDE]);

/* The tiles that may be worth asking kept_with for; of others the answer is 0. */
uint64_t kept_may_help(const okey_pool *pool, int wrap, int goal, const int8_t beside[KEPT_BESIDE]);

/* Whether such a hand, written to `meld`, can keep `goal` tiles, of them `tile`, without which it could not. beside: of this hand, or of one that has more,
 * without the tile. */
int kept_with(const okey_pool *pool, int wrap, uint64_t tile, int goal, const int8_t *beside, uint64_t meld[KEPT_MELDS]);

/* The same for several discards at once. The goal is the most that can be reached, and `tiles` those of which one is to be left over. Each hand found is told, and tell
 * returns the tiles for which one is still wanted. In the end all that was not told of cannot be, but for the tiles `unsure`. */
typedef struct okey_wish {
    uint64_t tiles, unsure;
    uint64_t (*tell)(void *context, const uint64_t meld[KEPT_MELDS]);
    void *context;
} okey_wish;
void kept_with_each(const okey_pool *pool, int wrap, uint64_t tile, int goal, const int8_t *beside, okey_wish *wish);

/* Check the arguments and rows of rummy_okey_distance; rows have `least` to 15 tiles. Writes what there is beside the indicator. */
int okey_read_pools(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int indicator, int ways, size_t n, int least, okey_pool *whole, size_t *where);

/* Read a row that has been checked; `left` may be NULL. */
void okey_read_pool(const uint8_t *values, const uint8_t *left, const okey_pool *whole, okey_pool *pool);

/* The distance by the ways asked for; by pairs alone, and the lanes of the values that lower that. */
int okey_distance_of(const rummy_okey_rules *rules, const okey_pool *pool, int ways);
int okey_pairs_distance(const rummy_okey_rules *rules, const okey_pool *pool);
uint64_t okey_pairs_useful(const rummy_okey_rules *rules, const okey_pool *pool, int distance);

/* How near a hand is. */
typedef struct okey_near {
    int distance, pairs;      /* by the ways asked for; by pairs alone, if asked for */
    int melds;                /* whether melds are as near */
    uint64_t meld[KEPT_MELDS]; /* if they are: a nearest hand of melds, as kept_most gives it */
} okey_near;
okey_near okey_near_of(const rummy_okey_rules *rules, const okey_pool *pool, int ways);

/* The useful values of a hand that is so near, a set of kinds. */
uint64_t okey_useful_of(const rummy_okey_rules *rules, const okey_pool *pool, const okey_near *near);

/* Do what rummy_okey_nearest does for one way, with rows that have been checked. `distance` is the distance by this way, 0 or more.
 * `useful` are values; the useful ones are among them. */
void okey_nearest_by(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int way, int distance, uint64_t useful,
                     rummy_arrangement *out, uint8_t missing[RUMMY_KINDS]);

/* The hand with one tile of `bit` more, drawn; and with one less, discarded, so that there is one copy less. */
static inline okey_pool okey_drawn(const okey_pool *pool, uint64_t bit)
{
    okey_pool more = *pool;
    more.twice |= more.once & bit;
    more.once |= bit;
    more.held++;
    return more;
}
static inline okey_pool okey_discarded(const okey_pool *pool, uint64_t bit)
{
    okey_pool less = *pool;
    less.once &= ~bit | less.twice;
    less.twice &= ~bit;
    less.one &= ~bit | less.two; /* plant: discarded-tile */
    less.two &= ~bit;
    less.held--;
    return less;
}

#endif
