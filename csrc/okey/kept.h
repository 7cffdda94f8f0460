/* What the distance of Okey hands is made of, shared by distance.c, useful.c and kept.c. */
#ifndef OKEY_KEPT_H
#define OKEY_KEPT_H

#include "../kind_sets.h"

/* A hand and all tiles of the deal, as lanes. `once` and `twice` are held; `one` and `two` are held or can still be
 * had. */
typedef struct okey_pool {
    uint64_t once, twice, one, two;
    int wilds, all_wilds; /* held; held or still to be had */
    int held;             /* tiles held, wilds apart */
} okey_pool;

#define KEPT_MELDS 4

/* The most tiles, wilds apart, that a winning hand of melds can keep, or -1 if no such hand can be had. The caller asks
 * only about numbers above `least` and up to `most`: a smaller answer is given as `least`, and the search ends at
 * `most`. If the answer is above `least`, `meld` (if not NULL) becomes such a hand. Its last meld is 0 if it has
 * three melds. */
int kept_most(const okey_pool *pool, int wrap, int least, int most, uint64_t meld[KEPT_MELDS]);

/* Write how many tiles all melds but one can keep, for kept_with: one number for each size of the missing meld.
 * most: NULL, or these numbers of a hand that holds more. */
#define KEPT_OTHERS 7
void kept_others(const okey_pool *pool, int wrap, const int8_t *most, int8_t others[KEPT_OTHERS]);

/* The tiles for which kept_with may answer 1. For all other tiles it answers 0. */
uint64_t kept_may_help(const okey_pool *pool, int wrap, int goal, const int8_t others[KEPT_OTHERS]);

/* Whether a winning hand can keep `goal` tiles, `tile` among them. Without `tile` no hand can keep so many. The hand is
 * written to `meld`. others: the numbers of this hand without the tile, or of a hand that holds more. */
int kept_with(const okey_pool *pool, int wrap, uint64_t tile, int goal, const int8_t *others,
              uint64_t meld[KEPT_MELDS]);

/* The same question for several discards at once: which of `tiles` can the winning hand do without? `goal` is the most
 * that any hand can keep. `tell` is called with each hand found, and returns the tiles that are still in question.
 * In the end the answer is no for all tiles still in question, but for the tiles `unsure`. */
typedef struct okey_asked {
    uint64_t tiles, unsure;
    uint64_t (*tell)(void *context, const uint64_t meld[KEPT_MELDS]);
    void *context;
} okey_asked;
void kept_with_each(const okey_pool *pool, int wrap, uint64_t tile, int goal, const int8_t *others, okey_asked *asked);

/* Check the arguments and rows of rummy_okey_distance. A row has `least` to 15 tiles. */
int okey_check_rows(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, const uint8_t *indicator,
                    int ways, size_t n, int least, size_t *where);

/* Read row i of rows that have been checked. Rows are read in order: `whole` stays what the row before made of it. */
void okey_read_row(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, const uint8_t *indicator,
                   size_t i, okey_pool *whole, okey_pool *pool);

/* Read a row that has been checked; `left` may be NULL. */
void okey_read_pool(const uint8_t *values, const uint8_t *left, const okey_pool *whole, okey_pool *pool);

/* The distance by these ways; the distance by pairs alone; and the values that lower the latter, as lanes. */
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

/* Do what rummy_okey_nearest does for one way, with rows that have been checked. `distance` is the distance by this
 * way, 0 or more. `useful` are values; the useful ones are among them. */
void okey_nearest_by(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int way, int distance,
                     uint64_t useful,
                     rummy_arrangement *out, uint8_t missing[RUMMY_KINDS]);

/* The hand after a draw of the tile `bit`, and after its discard. A discarded copy cannot be had again. */
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
