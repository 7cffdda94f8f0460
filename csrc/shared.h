/* What the C files share among themselves. */
#ifndef SHARED_H
#define SHARED_H

#include "rummycore.h"

/* Bits of a set of kinds. */
#define KIND_BIT(kind) ((uint64_t)1 << (kind))

/* The position of the lowest bit of a set that is not empty, and the number of bits of a set. */
#if defined(__GNUC__)
static inline int lowest_bit(uint64_t set) { return __builtin_ctzll(set); }
static inline int count_bits(uint64_t set) { return __builtin_popcountll(set); }
#else
static inline int count_bits(uint64_t set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}
static inline int lowest_bit(uint64_t set) { return count_bits((set & (0 - set)) - 1); }
#endif

/* Write the moves from `first` on that name these kinds. Returns their number. */
static inline int list_moves(uint16_t *out, int first, uint64_t kinds)
{
    int n = 0;
    for (; kinds; kinds &= kinds - 1)
        out[n++] = (uint16_t)(first + lowest_bit(kinds));
    return n;
}

/* Find the best arrangements as rummy_arrange does (melds.c). Number `at`, below cap, is told as soon as it is found; a
 * better one found later is told as number 0, and those told before are void. Returns as rummy_arrange. */
typedef void (*arrangement_found)(void *context, size_t at, const rummy_arrangement *found);
int arrange_each(const rummy_grammar *grammar, const uint8_t *values, int by, size_t cap, arrangement_found tell,
                 void *context);

/* The sentence of a code that needs no word of a game (errors.c). */
const char *shared_sentence(int code);

#endif
