/* What the fuzz targets share: numbers, kinds and rows out of a fuzzer's bytes, and rules that the library has
 * accepted.
 *
 * Each read takes bytes off the front of the input; behind its end all bytes are 0, which are the tame choices
 * everywhere. Rows are of three sorts, from tame to wild: cards that can be held together, cards drawn without regard
 * to copies, and any bytes. / */
#ifndef RUMMY_FUZZ_H
#define RUMMY_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rummycore.h"

#define K RUMMY_KINDS

/* What must hold whatever comes in. */
#define MUST(condition)                                                         \
    do {                                                                        \
        if (!(condition)) {                                                     \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);     \
            abort();                                                            \
        }                                                                       \
    } while (0)

typedef struct input {
    const uint8_t *data;
    size_t left;
} input;

void fuzz_okey_hands(input *in);
void fuzz_okey_round(input *in);
void fuzz_marriage_hands(input *in);
void fuzz_marriage_round(input *in);
void fuzz_settlements(input *in);
void fuzz_tables(input *in);

static inline unsigned read_byte(input *in)
{
    if (!in->left)
        return 0;
    in->left--;
    return *in->data++;
}

static inline void read_bytes(input *in, void *to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)to)[i] = (uint8_t)read_byte(in);
}

static inline uint64_t read_word(input *in)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word = word << 8 | read_byte(in);
    return word;
}

/* A number in 0..n-1; n is 256 at most. */
static inline int read_below(input *in, int n) { return (int)read_byte(in) % n; }

/* True once in n times. */
static inline int read_rare(input *in, int n) { return read_below(in, n) == n - 1; }

/* Any int, small ones and those at the ends often. */
static inline int read_int(input *in)
{
    static const int ends[] = {INT32_MIN, INT32_MIN + 1, -1000000001, -1000000000, 1000000000, 1000000001, INT32_MAX - 1, INT32_MAX};
    unsigned sort = read_byte(in);
    if (sort < 192)
        return (int)((sort + 8) % 24) - 8;
    if (sort < 224)
        return ends[sort % 8];
    return (int)(int32_t)(uint32_t)read_word(in);
}

/* A number from 0 on, or now and then any int. */
static inline int read_near(input *in, int n)
{
    unsigned sort = read_byte(in);
    return sort < 224 ? (int)sort % n : read_int(in);
}

/* A seat of `players`, -1 for none, or now and then any int. */
static inline int read_seat(input *in, int players)
{
    int seat = read_near(in, players + 1);
    return seat == players ? -1 : seat;
}

/* A kind, none, or now and then no kind at all. */
static inline int read_kind(input *in)
{
    unsigned sort = read_byte(in);
    return sort < 208 ? (int)sort % RUMMY_FACES : sort < 240 ? RUMMY_NONE : read_near(in, 64);
}

/* A row of counts: `copies` of a kind, `jokers`; `size` tiles or cards in the tame case, where there are so many. */
static inline void read_row(input *in, int copies, int jokers, int size, uint8_t row[K])
{
    int sort = read_below(in, 8);
    if (sort == 7) {
        read_bytes(in, row, K);
        return;
    }
    memset(row, 0, K);
    if (sort == 6) {
        for (int n = read_below(in, 180); n > 0; n--)
            row[read_below(in, K)]++;
        return;
    }
    for (int n = 0, tries = 0; n < size && tries < 4 * size; tries++) {
        int kind = read_below(in, K);
        if (row[kind] < (kind == RUMMY_JOKER ? jokers : copies)) {
            row[kind]++;
            n++;
        } else if (!in->left) { /* the rest: in ascending order */
            for (kind = 0; kind < RUMMY_FACES && n < size; kind++)
                for (; row[kind] < copies && n < size; n++)
                    row[kind]++;
        }
    }
}

/* Rules with some options changed, resolved for so many players (0: for any number). What is refused is set back to the
 * default. */
static inline void read_okey_rules(input *in, int players, rummy_okey_rules *rules)
{
    rummy_okey_rules start, given;
    int32_t *option = (int32_t *)(void *)&given, *first = (int32_t *)(void *)&start;
    int fields = (int)(sizeof given / sizeof *option), where = 0, code;
    rummy_okey_rules_init(&start);
    given = start;
    for (int n = read_below(in, 16); n > 0; n--) {
        int field = read_below(in, fields);
        option[field] = read_near(in, 4);
    }
    while ((code = rummy_okey_rules_resolve(&given, players, rules, &where)) != 0) {
        MUST(code <= RUMMY_E_RANGE && code >= RUMMY_E_ROUNDS);
        if (code != RUMMY_E_RANGE) {
            given = start;
            continue;
        }
        MUST(where >= 0 && where < fields && option[where] != first[where]);
        option[where] = first[where];
    }
}

static inline void read_marriage_rules(input *in, int players, rummy_marriage_rules *rules)
{
    rummy_marriage_rules start;
    int32_t *option = (int32_t *)(void *)rules, *first = (int32_t *)(void *)&start;
    int fields = (int)(sizeof *rules / sizeof *option), where = 0, code;
    rummy_marriage_rules_init(&start);
    *rules = start;
    for (int n = read_below(in, 20); n > 0; n--) {
        int field = read_below(in, fields);
        option[field] = read_near(in, 4);
    }
    while ((code = rummy_marriage_rules_check(rules, players, &where)) != 0) {
        MUST(code == RUMMY_E_RANGE || code == RUMMY_E_DUBLEES || code == RUMMY_E_BETRAYED);
        if (code != RUMMY_E_RANGE) {
            *rules = start;
            continue;
        }
        MUST(where >= 0 && where < fields && option[where] != first[where]);
        option[where] = first[where];
    }
}

#endif
