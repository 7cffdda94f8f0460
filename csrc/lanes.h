/* A hand as lanes of bits: what both games search in.
 *
 * A word holds four lanes of 16 bits, one a suit; bit rank-1 of a lane says something of that kind, as that it is held.
 *
 *      63         48 47         32 31         16 15           0
 *     |   k or s    |   b or h    |   y or d    |   r or c    |
 *                                                |..H3210987654321|    H = the 1 that stands after 13, where a search wants one
 *
 * One expression then asks the same of all kinds at once: `x & x >> 1 & x >> 2` finds where runs of three begin, `x & rummy_turned(x, 1)`
 * what is held in two suits that are neighbours. Bits 13 to 15 are free, so that shifts by one and two carry nothing into the next lane.
 */
#ifndef RUMMY_LANES_H
#define RUMMY_LANES_H

#include "internal.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define RUMMY_LANE 16
#define RUMMY_LANES(bits) ((uint64_t)(bits) * 0x0001000100010001u) /* the same 16 bits in each lane */
#define RUMMY_LANE_RANKS RUMMY_LANES(0x1FFF)                       /* all 52 kinds */

/* The bit of a kind, and the kind of a bit. */
static inline uint64_t rummy_lane_bit(int kind) { return (uint64_t)1 << (kind / RUMMY_RANKS * RUMMY_LANE + kind % RUMMY_RANKS); }
static inline int rummy_lane_kind(uint64_t bit)
{
    int at = rummy_lowest(bit);
    return at - 3 * (at / RUMMY_LANE);
}

/* Lanes out of a set of 52 kinds, and back. */
static inline uint64_t rummy_lanes_of(uint64_t kinds)
{
    return (kinds & 0x1FFF) | (kinds & (uint64_t)0x1FFF << 13) << 3 | (kinds & (uint64_t)0x1FFF << 26) << 6 | (kinds & (uint64_t)0x1FFF << 39) << 9;
}
static inline uint64_t rummy_lane_kinds(uint64_t lanes)
{
    return (lanes & 0x1FFF) | (lanes >> 3 & (uint64_t)0x1FFF << 13) | (lanes >> 6 & (uint64_t)0x1FFF << 26) | (lanes >> 9 & (uint64_t)0x1FFF << 39);
}

/* The lanes turned by 1, 2 or 3 suits: where the other suits hold the same rank. */
static inline uint64_t rummy_turned(uint64_t lanes, int suits) { return lanes << suits * RUMMY_LANE | lanes >> (4 - suits) * RUMMY_LANE; }

/* Read 53 counts: where the counts 0..51 have their bit of 1, and their bit of 2. Counts of 4 and more are for the caller to refuse. */
static inline void rummy_read_lanes(const uint8_t *counts, uint64_t *ones, uint64_t *twos)
{
#if defined(__SSE2__)
    /* Each suit is loaded with what follows it, the last with what goes before, and each byte's bit of 2, then of 1, moved to its top. */
    __m128i r = _mm_slli_epi16(_mm_loadu_si128((const __m128i *)counts), 6), y = _mm_slli_epi16(_mm_loadu_si128((const __m128i *)(counts + 13)), 6);
    __m128i b = _mm_slli_epi16(_mm_loadu_si128((const __m128i *)(counts + 26)), 6), k = _mm_slli_epi16(_mm_loadu_si128((const __m128i *)(counts + 37)), 6);
#define RUMMY_TOPS(bytes) ((uint64_t)(unsigned)_mm_movemask_epi8(bytes))
#define RUMMY_ALL_TOPS (RUMMY_TOPS(r) | RUMMY_TOPS(y) << 16 | RUMMY_TOPS(b) << 32 | RUMMY_TOPS(k) << 46)
    *twos = RUMMY_ALL_TOPS & RUMMY_LANE_RANKS;
    r = _mm_add_epi8(r, r);
    y = _mm_add_epi8(y, y);
    b = _mm_add_epi8(b, b);
    k = _mm_add_epi8(k, k);
    *ones = RUMMY_ALL_TOPS & RUMMY_LANE_RANKS;
#undef RUMMY_ALL_TOPS
#undef RUMMY_TOPS
#else
    /* Eight counts a word; a multiplication gathers one bit of each. */
    uint64_t one = 0, two = 0;
    for (int at = 0; at < RUMMY_FACES; at += 8) {
        uint64_t bytes = 0, each = 0x0101010101010101u, gather = 0x0102040810204080u;
        for (int i = 0; i < 8 && at + i < RUMMY_FACES; i++)
            bytes |= (uint64_t)counts[at + i] << 8 * i;
        one |= ((bytes & each) * gather >> 56) << at;
        two |= ((bytes >> 1 & each) * gather >> 56) << at;
    }
    *ones = rummy_lanes_of(one);
    *twos = rummy_lanes_of(two);
#endif
}

#endif
