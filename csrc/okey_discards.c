/* Okey: the distances that the discards of a hand leave, and what helps then (O-35). */
#include <string.h>

#include "okey_keep.h"

int rummy_okey_discards(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int indicator, int ways, size_t n, int8_t *out, uint64_t *useful, size_t *where)
{
    okey_pool whole, pool;
    int error = rummy_okey_read_pools(rules, values, left, indicator, ways, n, RUMMY_OKEY_HAND + 1, &whole, where);
    if (error)
        return error;
    for (size_t i = 0; i < n; i++) {
        rummy_okey_read_pool(values + i * RUMMY_KINDS, left ? left + i * RUMMY_KINDS : NULL, &whole, &pool);
        for (int kind = 0; kind < RUMMY_KINDS; kind++) {
            size_t cell = i * RUMMY_KINDS + (size_t)kind;
            int held = values[cell];
            out[cell] = RUMMY_NOT_HELD;
            if (useful)
                useful[cell] = 0;
            if (!held)
                continue;
            okey_pool rest = pool;
            if (kind == RUMMY_JOKER) {
                rest.wilds--;
                rest.all_wilds--;
            } else { /* the tile is gone: one copy less is held, and one less is there */
                uint64_t bit = rummy_lane_bit(kind);
                rest.once &= ~bit | rest.twice;
                rest.twice &= ~bit;
                rest.one &= ~bit | rest.two;
                rest.two &= ~bit;
            }
            int distance = rummy_okey_distance_of(rules, &rest, ways);
            out[cell] = (int8_t)distance;
            if (useful)
                useful[cell] = rummy_okey_useful_of(rules, &rest, ways, distance);
        }
    }
    return 0;
}
