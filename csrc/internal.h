/* What the C files share among themselves. */
#ifndef RUMMY_INTERNAL_H
#define RUMMY_INTERNAL_H

#include "rummycore.h"

/* Bits of a set of kinds. */
#define RUMMY_BIT(kind) ((uint64_t)1 << (kind))

/* Position of the lowest bit of a set that is not empty, and number of bits. */
#if defined(__GNUC__)
static inline int rummy_lowest(uint64_t set) { return __builtin_ctzll(set); }
static inline int rummy_count(uint64_t set) { return __builtin_popcountll(set); }
#else
static inline int rummy_count(uint64_t set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}
static inline int rummy_lowest(uint64_t set) { return rummy_count((set & (0 - set)) - 1); }
#endif

/* Write the moves from `first` on that name these kinds. Returns their number. */
static inline int rummy_list_moves(uint16_t *out, int first, uint64_t kinds)
{
    int n = 0;
    for (; kinds; kinds &= kinds - 1)
        out[n++] = (uint16_t)(first + rummy_lowest(kinds));
    return n;
}

/* rummy_okey_play and rummy_marriage_play for a move that is known to be legal. */
int rummy_okey_apply(rummy_okey_state *state, int move, rummy_event *event, uint16_t *out);
int rummy_marriage_apply(rummy_marriage_state *state, int move, rummy_event *event, uint16_t *out);

/* Whether points lie within plus and minus `most`, and partners have the same. */
int rummy_okey_points_fit(const rummy_okey_rules *rules, int players, const int32_t *points, int32_t most);

/* Whether 14 values are one run 1..13 and a second 1 in one colour, wilds filling (O-34). 0 or 1, or an error as for rummy_okey_win. */
int rummy_okey_single_color(const uint8_t *values);

#endif
