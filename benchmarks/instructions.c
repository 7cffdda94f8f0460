/* The program that instructions.py compiles and runs under callgrind: asks one function about many hands read from stdin.
 *
 *     driver QUESTION N     rows of 107 bytes: indicator or tiplu, 53 counts held, 53 counts that can still be had
 *
 * Prints a number that depends on all answers, so that a change of the counts can be told from a change of the answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rummycore.h"

enum { ROW = 1 + 2 * RUMMY_KINDS, MOST = 100000 };

static unsigned char rows[MOST][ROW], held[MOST][RUMMY_KINDS], out[MOST];
static uint64_t by[MOST][2];

static int is(const char *question, const char *name) { return !strcmp(question, name); }

static long okey(const char *question, size_t n)
{
    rummy_okey_rules rules;
    rummy_grammar grammar;
    static rummy_arrangement best;
    long sum = 0;
    rummy_okey_rules_init(&rules);
    rummy_okey_grammar(&rules, &grammar);
    for (size_t i = 0; i < n; i++)
        if (rummy_okey_values(&rules, rows[i] + 1, rows[i][0], 1, held[i], NULL))
            return -1;
    if (is(question, "win") && rummy_okey_win(&rules, held[0], n, out, NULL))
        return -1;
    if (is(question, "finishes") && rummy_okey_finishes(&rules, held[0], n, by, NULL))
        return -1;
    for (size_t i = 0; i < n; i++) {
        uint8_t left[RUMMY_KINDS];
        int8_t distance[RUMMY_KINDS];
        uint64_t useful[RUMMY_KINDS];
        if (rummy_okey_values(&rules, rows[i] + 1 + RUMMY_KINDS, rows[i][0], 1, left, NULL))
            return -1;
        sum += out[i] + (by[i][0] | by[i][1] ? 1 : 0);
        if (is(question, "distance") && !rummy_okey_distance(&rules, held[i], left, rows[i][0], 3, 1, distance, NULL, NULL))
            sum += distance[0];
        if (is(question, "useful") && !rummy_okey_distance(&rules, held[i], left, rows[i][0], 3, 1, distance, useful, NULL))
            sum += (long)(useful[0] % 1009);
        if (is(question, "discards") && !rummy_okey_discards(&rules, held[i], left, rows[i][0], 3, 1, distance, useful, NULL))
            for (int kind = 0; kind < RUMMY_KINDS; kind++)
                sum += distance[kind] + (long)(useful[kind] % 1009);
        if (is(question, "arrange") && rummy_arrange(&grammar, held[i], RUMMY_BY_TILES, &best, 1) == 1)
            sum += best.tiles;
    }
    return sum;
}

static long marriage(const char *question, size_t n)
{
    static const struct {
        const char *name;
        rummy_marriage_goal goal;
    } goals[] = {{"see", {3, 0, 0}}, {"after", {0, 4, 0}}, {"whole", {3, 4, 8}}};
    rummy_marriage_rules rules;
    rummy_marriage_maal maal;
    long sum = 0;
    rummy_marriage_rules_init(&rules);
    for (size_t i = 0; i < n; i++) {
        const uint8_t *faces = rows[i] + 1, *left = faces + RUMMY_KINDS, *tiplu = rows[i], unknown = RUMMY_NONE;
        const rummy_marriage_goal finish13 = {0, 4, 0}, finish22 = {3, 4, 0};
        int8_t distance;
        uint64_t useful;
        uint16_t way[1][3];
        if (is(question, "finish13") && !rummy_marriage_finishes(&rules, &finish13, faces, tiplu, 1, by, NULL))
            sum += by[0][0] != 0;
        if (is(question, "finish22") && !rummy_marriage_finishes(&rules, &finish22, faces, tiplu, 1, by, NULL))
            sum += by[0][0] != 0;
        if (is(question, "primary"))
            sum += rummy_marriage_primary(&rules, faces, 3, way, 0);
        if (is(question, "score") && !rummy_marriage_score(&rules, faces, *tiplu, 0, 0, RUMMY_MARRIAGE_NO_ROUTE, &maal))
            sum += maal.points;
        for (int g = 0; g < 3; g++) {
            const char *suffix = strchr(question, ' ');
            if (!suffix || !is(suffix + 1, goals[g].name))
                continue;
            const uint8_t *known = g ? tiplu : &unknown;
            if (!rummy_marriage_distance(&rules, &goals[g].goal, faces, left, known, 1, &distance, question[0] == 'u' ? &useful : NULL, NULL))
                sum += distance + (question[0] == 'u' ? (long)(useful % 1009) : 0);
        }
    }
    return sum;
}

/* Rounds of random moves; returns the number of steps. */
static long play_okey(size_t n)
{
    rummy_okey_rules rules;
    rummy_okey_state state;
    rummy_random chance;
    uint8_t deck[RUMMY_OKEY_TILES];
    uint16_t moves[RUMMY_OKEY_MOVES];
    long steps = 0;
    rummy_okey_rules_init(&rules);
    rummy_random_seed(&chance, 1);
    while ((size_t)steps < n) {
        rummy_okey_shuffle(&rules, &chance, deck);
        if (rummy_okey_deal(&state, &rules, 4, 0, NULL, deck) < 0)
            return -1;
        for (int legal = rummy_okey_moves(&state, moves); legal > 0; steps++)
            legal = rummy_okey_play(&state, -1, moves[rummy_random_below(&chance, (uint32_t)legal)], NULL, moves);
    }
    return steps;
}

static long play_marriage(size_t n)
{
    rummy_marriage_rules rules;
    static rummy_marriage_state state;
    rummy_random chance;
    uint8_t deck[RUMMY_MARRIAGE_CARDS];
    uint16_t moves[RUMMY_MARRIAGE_MOVES];
    long steps = 0;
    rummy_marriage_rules_init(&rules);
    rummy_random_seed(&chance, 1);
    while ((size_t)steps < n) {
        rummy_marriage_shuffle(&rules, &chance, deck);
        if (rummy_marriage_deal(&state, &rules, 4, 0, deck, rummy_random_next(&chance)) < 0)
            return -1;
        for (int legal = rummy_marriage_moves(&state, moves); legal > 0; steps++)
            legal = rummy_marriage_play(&state, -1, moves[rummy_random_below(&chance, (uint32_t)legal)], NULL, moves);
    }
    return steps;
}

int main(int argc, char **argv)
{
    size_t n = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    if (!n || n > MOST)
        return 2;
    long sum;
    if (is(argv[2], "play")) {
        sum = argv[1][0] == 'o' ? play_okey(n) : play_marriage(n);
    } else {
        if (fread(rows, ROW, n, stdin) != n)
            return 3;
        sum = argv[1][0] == 'o' ? okey(argv[2], n) : marriage(argv[2], n);
    }
    printf("%ld\n", sum);
    return sum < 0;
}
