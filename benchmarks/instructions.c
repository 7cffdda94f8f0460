/* Calls the functions of rummycore.h on hands read from the standard input, for instructions.py to count what they
 * cost.
 *
 *     driver PLAN NUMBER [PLAN NUMBER ...]
 *
 * For each pair it reads NUMBER rows (rounds need none), makes ready what the plan wants, and goes once through a
 * function called measure_...: callgrind counts only inside these, and writes down what it has counted whenever it
 * leaves one.
 *
 *     a row:   1 byte               53 bytes    53 bytes
 *              indicator or tiplu   faces       faces that can still be had
 *
 * For each pair a line comes out: how many units the count is to be divided by (hands, or steps of rounds), and the sum
 * of the answers, by which one sees that the right thing was asked. / */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rummycore.h"

enum { K = RUMMY_KINDS, ROW = 1 + 2 * K, TABLES = 64 };

static const rummy_marriage_goal TO_SEE = {3, 0, 7}, AFTER = {0, 4, RUMMY_NONE}, WHOLE = {3, 4, 8};

static rummy_okey_rules okey;
static rummy_marriage_rules marriage;

static size_t n;                   /* rows */
static size_t units;               /* what a count is divided by, */
static long answers;               /* and the sum of the answers */
static uint8_t *of, *faces, *left; /* the columns of the rows */
static uint8_t *values, *values_left, *unknown; /* the indicators: none is known */
static uint8_t *word;              /* answers: bytes, */
static int8_t *away;               /* distances, */
static uint64_t (*by)[2], *useful; /* and sets */

static _Noreturn void fail(const char *what, int code)
{
    if (code < 0)
        fprintf(stderr, "error: %s: code %d of rummycore.h\n", what, code);
    else
        fprintf(stderr, "error: %s: no memory, or not enough rows\n", what);
    exit(1);
}

static void ok(const char *what, int code)
{
    if (code < 0)
        fail(what, code);
}

static void *room(size_t size)
{
    void *memory = calloc(n ? n : 1, size);
    if (!memory)
        fail("memory", 0);
    return memory;
}

/* ---------------------------------------------------------------- what is measured */

void measure_okey_win(void);
void measure_okey_finishes(void);
void measure_okey_distance(void);
void measure_okey_useful(void);
void measure_okey_discards(void);
void measure_okey_nearest(void);
void measure_okey_arrange(void);
void measure_okey_rounds(void);
void measure_okey_tables(void);
void measure_marriage_win_22(void);
void measure_marriage_finishes_22(void);
void measure_marriage_finishes_13(void);
void measure_marriage_primary(void);
void measure_marriage_to_see(void);
void measure_marriage_after(void);
void measure_marriage_whole(void);
void measure_marriage_useful_to_see(void);
void measure_marriage_useful_after(void);
void measure_marriage_useful_whole(void);
void measure_marriage_bounds(void);
void measure_marriage_discards(void);
void measure_marriage_score(void);
void measure_marriage_rounds(void);
void measure_marriage_tables(void);

void measure_okey_win(void) { ok("rummy_okey_win", rummy_okey_win(&okey, values, n, word, NULL)); }

void measure_okey_finishes(void) { ok("rummy_okey_finishes", rummy_okey_finishes(&okey, values, n, by, NULL)); }

void measure_okey_distance(void)
{
    ok("rummy_okey_distance", rummy_okey_distance(&okey, values, values_left, unknown, 3, n, away, NULL, NULL));
}

void measure_okey_useful(void)
{
    ok("rummy_okey_distance", rummy_okey_distance(&okey, values, values_left, unknown, 3, n, away, useful, NULL));
}

void measure_okey_discards(void)
{
    ok("rummy_okey_discards", rummy_okey_discards(&okey, values, values_left, unknown, 3, n, away, useful, NULL));
}

void measure_okey_nearest(void)
{
    rummy_arrangement shape;
    uint8_t missing[K];
    for (size_t i = 0; i < n; i++)
        away[i] = (int8_t)rummy_okey_nearest(&okey, values + i * K, values_left + i * K, RUMMY_NONE, 3, &shape, missing);
}

void measure_okey_arrange(void)
{
    static rummy_arrangement best;
    rummy_grammar grammar;
    rummy_okey_grammar(&okey, &grammar);
    for (size_t i = 0; i < n; i++) {
        ok("rummy_arrange", rummy_arrange(&grammar, values + i * K, RUMMY_BY_TILES, &best, 1));
        word[i] = best.tiles;
    }
}

/* Whole rounds of random moves, with the deal; the answers are the legal moves after each. */
void measure_okey_rounds(void)
{
    static rummy_okey_state state;
    uint8_t deck[RUMMY_OKEY_TILES];
    uint16_t moves[RUMMY_OKEY_MOVES];
    rummy_random random;
    rummy_random_seed(&random, 1);
    for (size_t i = 0; i < n; i++) {
        rummy_okey_shuffle(&okey, &random, deck);
        int count = rummy_okey_deal(&state, &okey, 4, (int)(i % 4), NULL, deck);
        ok("rummy_okey_deal", count);
        for (count = rummy_okey_moves(&state, moves); count > 0; units++, answers += count)
            count = rummy_okey_play(&state, -1, moves[rummy_random_below(&random, (uint32_t)count)], NULL, moves);
        ok("rummy_okey_play", count);
    }
}

void measure_marriage_rounds(void)
{
    static rummy_marriage_state state;
    uint8_t deck[RUMMY_MARRIAGE_CARDS];
    uint16_t moves[RUMMY_MARRIAGE_MOVES];
    rummy_random random;
    rummy_random_seed(&random, 1);
    for (size_t i = 0; i < n; i++) {
        ok("rummy_marriage_shuffle", rummy_marriage_shuffle(&marriage, &random, deck));
        int count = rummy_marriage_deal(&state, &marriage, 4, (int)(i % 4), deck, i);
        ok("rummy_marriage_deal", count);
        for (count = rummy_marriage_moves(&state, moves); count > 0; units++, answers += count)
            count = rummy_marriage_play(&state, -1, moves[rummy_random_below(&random, (uint32_t)count)], NULL, moves);
        ok("rummy_marriage_play", count);
    }
}

static rummy_tables tables;

/* n steps of all tables; the answers are the legal moves after each. */
static void step_tables(void)
{
    rummy_random random;
    uint16_t moves[TABLES];
    rummy_random_seed(&random, 1);
    for (size_t i = 0; i < n; i++) {
        rummy_tables_random(&tables, &random, moves);
        int ended = rummy_tables_step(&tables, moves, NULL);
        ok("rummy_tables_step", ended);
        if (ended)
            ok("rummy_tables_deal", rummy_tables_deal(&tables));
        for (size_t table = 0; table < TABLES; table++)
            answers += tables.count[table];
    }
    units = n * TABLES;
}

void measure_okey_tables(void) { step_tables(); }
void measure_marriage_tables(void) { step_tables(); }

static void marriage_finishes(const rummy_marriage_goal *goal)
{
    ok("rummy_marriage_finishes", rummy_marriage_finishes(&marriage, goal, faces, of, n, by, NULL));
}

static void marriage_distance(const rummy_marriage_goal *goal, uint64_t *sets)
{
    ok("rummy_marriage_distance", rummy_marriage_distance(&marriage, goal, faces, left, of, n, away, sets, NULL));
}

void measure_marriage_win_22(void) { ok("rummy_marriage_win", rummy_marriage_win(&marriage, &WHOLE, faces, of, n, word, NULL)); }
void measure_marriage_finishes_22(void) { marriage_finishes(&WHOLE); }
void measure_marriage_finishes_13(void) { marriage_finishes(&AFTER); }
void measure_marriage_to_see(void) { marriage_distance(&TO_SEE, NULL); }
void measure_marriage_after(void) { marriage_distance(&AFTER, NULL); }
void measure_marriage_whole(void) { marriage_distance(&WHOLE, NULL); }
void measure_marriage_useful_to_see(void) { marriage_distance(&TO_SEE, useful); }
void measure_marriage_useful_after(void) { marriage_distance(&AFTER, useful); }
void measure_marriage_useful_whole(void) { marriage_distance(&WHOLE, useful); }

void measure_marriage_bounds(void)
{
    ok("rummy_marriage_bounds", rummy_marriage_bounds(&marriage, &WHOLE, faces, left, n, (int8_t (*)[2])away, NULL));
}

void measure_marriage_discards(void)
{
    ok("rummy_marriage_discards", rummy_marriage_discards(&marriage, &WHOLE, faces, left, of, n, away, useful, NULL));
}

void measure_marriage_primary(void)
{
    for (size_t i = 0; i < n; i++)
        word[i] = (uint8_t)rummy_marriage_primary(&marriage, faces + i * K, 3, NULL, 0);
}

void measure_marriage_score(void)
{
    rummy_marriage_maal maal;
    for (size_t i = 0; i < n; i++) {
        ok("rummy_marriage_score", rummy_marriage_score(&marriage, faces + i * K, of[i], 0, 0, 0, RUMMY_MARRIAGE_THREE, &maal));
        word[i] = (uint8_t)maal.points;
    }
}

/* ---------------------------------------------------------------- plans */

enum { NOTHING, WORDS, WINS, SETS, AWAY, BOUNDS, USEFUL, TABLE };

static const struct plan {
    const char *name;
    void (*measure)(void);
    int answer; /* where the answers lie */
} plans[] = {
    {"okey_win", measure_okey_win, WINS},
    {"okey_finishes", measure_okey_finishes, SETS},
    {"okey_distance", measure_okey_distance, AWAY},
    {"okey_useful", measure_okey_useful, USEFUL},
    {"okey_discards", measure_okey_discards, TABLE},
    {"okey_nearest", measure_okey_nearest, AWAY},
    {"okey_arrange", measure_okey_arrange, WORDS},
    {"okey_rounds", measure_okey_rounds, NOTHING},
    {"okey_tables", measure_okey_tables, NOTHING},
    {"marriage_win_22", measure_marriage_win_22, WINS},
    {"marriage_finishes_22", measure_marriage_finishes_22, SETS},
    {"marriage_finishes_13", measure_marriage_finishes_13, SETS},
    {"marriage_primary", measure_marriage_primary, WORDS},
    {"marriage_to_see", measure_marriage_to_see, AWAY},
    {"marriage_after", measure_marriage_after, AWAY},
    {"marriage_whole", measure_marriage_whole, AWAY},
    {"marriage_useful_to_see", measure_marriage_useful_to_see, USEFUL},
    {"marriage_useful_after", measure_marriage_useful_after, USEFUL},
    {"marriage_useful_whole", measure_marriage_useful_whole, USEFUL},
    {"marriage_bounds", measure_marriage_bounds, BOUNDS},
    {"marriage_discards", measure_marriage_discards, TABLE},
    {"marriage_score", measure_marriage_score, WORDS},
    {"marriage_rounds", measure_marriage_rounds, NOTHING},
    {"marriage_tables", measure_marriage_tables, NOTHING},
};

static int bits(uint64_t set)
{
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

/* The sum of what a plan has answered: yes, kinds, distances, tiles, points or moves. */
static long sum(int answer)
{
    long total = answers;
    for (size_t i = 0; i < n; i++) {
        total += answer == WORDS ? word[i] : answer == WINS ? word[i] > 0 : answer == AWAY ? away[i] : 0;
        total += answer == SETS ? bits(by[i][0] | by[i][1]) : answer == USEFUL ? bits(useful[i]) : 0;
        total += answer == BOUNDS ? away[2 * i + 1] - away[2 * i] : 0;
        for (int kind = 0; answer == TABLE && kind < K; kind++)
            total += bits(useful[i * K + (size_t)kind]);
    }
    return total;
}

static void read_rows(int is_okey)
{
    uint8_t row[ROW];
    for (size_t i = 0; i < n; i++) {
        if (fread(row, ROW, 1, stdin) != 1)
            fail("rows", 0);
        of[i] = row[0];
        memcpy(faces + i * K, row + 1, K);
        memcpy(left + i * K, row + 1 + K, K);
        if (is_okey) {
            ok("rummy_okey_values", rummy_okey_values(&okey, row + 1, row, 1, values + i * K, NULL));
            ok("rummy_okey_values", rummy_okey_values(&okey, row + 1 + K, row, 1, values_left + i * K, NULL));
        }
    }
}

static void make_tables(int is_okey)
{
    size_t rows = n, most = is_okey ? RUMMY_OKEY_MOVES : RUMMY_MARRIAGE_MOVES;
    n = TABLES;
    memset(&tables, 0, sizeof tables);
    tables.n = n;
    tables.seed = 1;
    tables.players = 4;
    tables.game = rummy_game_of(!is_okey);
    tables.rules = is_okey ? (const void *)&okey : (const void *)&marriage;
    tables.states = room(tables.game->state_size);
    tables.ids = room(most * sizeof *tables.ids);
    tables.mask = room(most);
    tables.count = room(sizeof *tables.count);
    tables.turn = room(1);
    tables.over = room(1);
    tables.winner = room(1);
    tables.payoff = room(4 * sizeof *tables.payoff);
    tables.round = room(sizeof *tables.round);
    tables.played = room(sizeof *tables.played);
    tables.log_room = (size_t)(2 * (is_okey ? okey.turn_cap : marriage.turn_cap) + RUMMY_TABLES_LOG);
    tables.log = room(tables.log_room * sizeof *tables.log);
    tables.chosen = room(sizeof *tables.chosen);
    memset(tables.over, 1, n);
    ok("rummy_tables_deal", rummy_tables_deal(&tables));
    n = rows;
}

int main(int argc, char **argv)
{
    rummy_okey_rules classic;
    rummy_okey_rules_init(&classic);
    ok("rummy_okey_rules_resolve", rummy_okey_rules_resolve(&classic, 4, &okey, NULL));
    rummy_marriage_rules_init(&marriage);
    for (int i = 1; i + 1 < argc; i += 2) {
        const struct plan *plan = plans, *end = plans + sizeof plans / sizeof *plans;
        while (plan < end && strcmp(plan->name, argv[i]))
            plan++;
        if (plan == end)
            fail(argv[i], RUMMY_E_ARGUMENT);
        int is_okey = !strncmp(plan->name, "okey", 4);
        n = units = strtoul(argv[i + 1], NULL, 10);
        answers = 0;
        unknown = memset(room(1), RUMMY_NONE, n), of = room(1), faces = room(K), left = room(K), values = room(K), values_left = room(K);
        word = room(1), away = room(K), by = room(sizeof *by), useful = room(K * sizeof *useful);
        if (plan->answer != NOTHING)
            read_rows(is_okey);
        else if (strstr(plan->name, "tables"))
            make_tables(is_okey);
        else
            units = 0;
        plan->measure();
        printf("%lu %ld\n", (unsigned long)units, sum(plan->answer));
        free(unknown), free(of), free(faces), free(left), free(values), free(values_left), free(word), free(away), free(by), free(useful);
    }
    return 0;
}
