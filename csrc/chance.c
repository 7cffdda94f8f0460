/* Chance: one generator, specified in rummycore.h, and unbiased draws from it. */
#include "shared.h"

/* splitmix64: a counter stepped by an odd constant, its bits then mixed. */
static const uint64_t GOLDEN = 0x9E3779B97F4A7C15u;

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

uint64_t rummy_derive(uint64_t seed, uint64_t index) { return mix(seed + (index + 1) * GOLDEN); }

void rummy_random_seed(rummy_random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        random->word[i] = rummy_derive(seed, (uint64_t)i);
}

static uint64_t rotate(uint64_t x, int bits) { return (x << bits) | (x >> (64 - bits)); }

uint64_t rummy_random_next(rummy_random *random)
{
    uint64_t *s = random->word;
    uint64_t result = rotate(s[1] * 5, 7) * 9, carry = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= carry;
    s[3] = rotate(s[3], 45);
    return result;
}

uint32_t rummy_random_below(rummy_random *random, uint32_t bound)
{
    if (bound < 2)
        return 0;
    /* 32 random bits times the bound: the upper half is the answer. Of the lower half, the first 2**32 mod bound
     * values would favour some answers; they are drawn again. */
    uint32_t unfair = (0u - bound) % bound;
    for (;;) {
        uint64_t product = (rummy_random_next(random) >> 32) * bound;
        if ((uint32_t)product >= unfair)
            return (uint32_t)(product >> 32);
    }
}

void rummy_shuffle(rummy_random *random, uint8_t *kinds, size_t n)
{
    for (size_t togo = n; togo > 1; togo--) {
        size_t at = rummy_random_below(random, (uint32_t)togo);
        uint8_t kind = kinds[at];
        kinds[at] = kinds[togo - 1];
        kinds[togo - 1] = kind;
    }
}
