/* What the distance of Okey hands is made of, shared by okey_distance.c, okey_discards.c and okey_keep.c. */
#ifndef RUMMY_OKEY_KEEP_H
#define RUMMY_OKEY_KEEP_H

#include "lanes.h"

/* A hand and what there is, as lanes: `once` and `twice` are held, `one` and `two` are there at all, held or to be had. */
typedef struct okey_pool {
    uint64_t once, twice, one, two;
    int wilds, all_wilds; /* held; held or to be had */
} okey_pool;

/* The most tiles, of so many held without wilds, that a winning hand of melds can keep of those held, or -1 where no such hand can be had. Only what lies above `least`
 * and not above `most` matters to the caller: the answer is at least the former, and no search goes on beyond the latter. */
int rummy_okey_keep(const okey_pool *pool, int held, int wrap, int least, int most);

/* Check the arguments and rows of rummy_okey_distance; rows have `least` to 15 tiles. Writes what there is beside the indicator. */
int rummy_okey_read_pools(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int indicator, int ways, size_t n, int least, okey_pool *whole, size_t *where);

/* Read a row that has been checked; `left` may be NULL. */
void rummy_okey_read_pool(const uint8_t *values, const uint8_t *left, const okey_pool *whole, okey_pool *pool);

/* Distance, and the useful values at that distance. */
int rummy_okey_distance_of(const rummy_okey_rules *rules, const okey_pool *pool, int ways);
uint64_t rummy_okey_useful_of(const rummy_okey_rules *rules, const okey_pool *pool, int ways, int distance);

#endif
