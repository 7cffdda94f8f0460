/* Sets of tiles or cards as words: four lanes of 16 bits, one a suit, bit rank-1 in a lane.
 *
 *      63         48 47         32 31         16 15           0
 *     |    k, s     |    b, h     |    y, d     |    r, c     |
 *                                                |..H3210987654321|   H = bit 13: the 1 after 13, the ace after the king
 *
 * One shift moves every tile to another rank. One rotation by a lane moves every tile to the next suit. */
#ifndef KIND_SETS_H
#define KIND_SETS_H

#include "shared.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define LANE 16
#define LANE_MASK 0xFFFFu
#define RANK_BITS 0x1FFFu
#define HIGH_ONE 13 /* bit of the 1 after 13 */
#define LANES(bits) ((uint64_t)(bits) * 0x0001000100010001u)

/* A set of kinds 0..51 in lanes, and back. */
static inline uint64_t lanes_of(uint64_t kinds)
{
    return (kinds & RANK_BITS) | (kinds & (uint64_t)RANK_BITS << 13) << 3 | (kinds & (uint64_t)RANK_BITS << 26) << 6 | (kinds & (uint64_t)RANK_BITS << 39) << 9;
}

static inline uint64_t kinds_in(uint64_t lanes)
{
    return (lanes & RANK_BITS) | (lanes >> 3 & (uint64_t)RANK_BITS << 13) | (lanes >> 6 & (uint64_t)RANK_BITS << 26) | (lanes >> 9 & (uint64_t)RANK_BITS << 39);
}

static inline uint64_t lane_bit(int kind) { return KIND_BIT(kind / RUMMY_RANKS * LANE + kind % RUMMY_RANKS); }

static inline int lane_kind(int position) { return position - (int)((unsigned)position / LANE) * (LANE - RUMMY_RANKS); }

/* Move every tile `suits` suits on. So each bit says whether that other suit holds the rank. */
static inline uint64_t next_suits(uint64_t lanes, int suits) { return lanes << (LANE * suits) | lanes >> (64 - LANE * suits); }

#if defined(__SSE2__)
static inline __m128i load_16(const uint8_t *counts) { return _mm_loadu_si128((const __m128i *)(const void *)counts); }
#endif

/* The kinds, 52 included, with a count of `least` or more. least: 1..127. */
static inline uint64_t held_at_least(const uint8_t counts[RUMMY_KINDS], int least)
{
#if defined(__SSE2__)
    __m128i below = _mm_set1_epi8((char)(least - 1));
    uint64_t set = 0;
    for (int at = 32; at >= 0; at -= 16)
        set = set << 16 | (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(load_16(counts + at), below));
    return set | (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(load_16(counts + 37), below)) << 37;
#else
    uint64_t set = 0;
    for (int kind = 0; kind < RUMMY_KINDS; kind++)
        set |= (uint64_t)(counts[kind] >= least) << kind;
    return set;
#endif
}

/* Read 53 counts. *ones: the kinds 0..51 whose count has the bit of 1. *twos: those whose count has the bit of 2. The
 * caller must refuse counts of 4 and more. */
static inline void read_lanes(const uint8_t *counts, uint64_t *ones, uint64_t *twos)
{
#if defined(__SSE2__)
    /* Load each suit with the bytes after it, the last with the bytes before it. Move the bit of 2 of each byte to
     * its top, then the bit of 1. */
    __m128i r = _mm_slli_epi16(load_16(counts), 6), y = _mm_slli_epi16(load_16(counts + 13), 6);
    __m128i b = _mm_slli_epi16(load_16(counts + 26), 6), k = _mm_slli_epi16(load_16(counts + 37), 6);
#define TOP_BITS(bytes) ((uint64_t)(unsigned)_mm_movemask_epi8(bytes))
#define ALL_TOP_BITS (TOP_BITS(r) | TOP_BITS(y) << 16 | TOP_BITS(b) << 32 | TOP_BITS(k) << 46)
    *twos = ALL_TOP_BITS & LANES(RANK_BITS);
    r = _mm_add_epi8(r, r);
    y = _mm_add_epi8(y, y);
    b = _mm_add_epi8(b, b);
    k = _mm_add_epi8(k, k);
    *ones = ALL_TOP_BITS & LANES(RANK_BITS);
#undef ALL_TOP_BITS
#undef TOP_BITS
#else
    /* Eight counts make a word. A multiplication gathers one bit of each. */
    uint64_t one = 0, two = 0;
    for (int at = 0; at < RUMMY_FACES; at += 8) {
        uint64_t bytes = 0, each = 0x0101010101010101u, gather = 0x0102040810204080u;
        for (int i = 0; i < 8 && at + i < RUMMY_FACES; i++)
            bytes |= (uint64_t)counts[at + i] << 8 * i;
        one |= ((bytes & each) * gather >> 56) << at;
        two |= ((bytes >> 1 & each) * gather >> 56) << at;
    }
    *ones = lanes_of(one);
    *twos = lanes_of(two);
#endif
}

/* The sum of 53 counts. A sum above 255 may come out too low, but never below 255. */
static inline int count_all(const uint8_t *counts)
{
#if defined(__SSE2__)
    /* counts 48 to 52 */
    __m128i last = _mm_srli_si128(load_16(counts + 37), 11);
    __m128i sum = _mm_adds_epu8(load_16(counts), load_16(counts + 16));
    sum = _mm_adds_epu8(sum, _mm_adds_epu8(load_16(counts + 32), last));
    sum = _mm_sad_epu8(sum, _mm_setzero_si128());
    return _mm_cvtsi128_si32(_mm_add_epi64(sum, _mm_unpackhi_epi64(sum, sum)));
#else
    int sum = 0;
    for (int kind = 0; kind < RUMMY_KINDS; kind++)
        sum += counts[kind];
    return sum;
#endif
}

/* Whether one of 53 counts is 4 or more. */
static inline int any_above_three(const uint8_t *counts)
{
#if defined(__SSE2__)
    __m128i all = _mm_or_si128(_mm_or_si128(load_16(counts), load_16(counts + 16)),
                               _mm_or_si128(load_16(counts + 32), load_16(counts + 37)));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_srli_epi16(_mm_and_si128(all, _mm_set1_epi8(-4)), 2), _mm_setzero_si128())) != 0xFFFF;
#else
    int all = 0;
    for (int kind = 0; kind < RUMMY_KINDS; kind++)
        all |= counts[kind];
    return all > 3;
#endif
}

#endif
