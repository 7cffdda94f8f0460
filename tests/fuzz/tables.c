/* Fuzz target: many tables at once, and chance. */
#include "fuzz.h"

#define TABLES 3 /* at most */

static void *zeros(size_t n, size_t size)
{
    void *memory = calloc(n ? n : 1, size);
    MUST(memory);
    return memory;
}

static void chance(input *in)
{
    rummy_random random;
    uint8_t kinds[64], sorted[256] = {0};
    size_t n = (size_t)read_below(in, sizeof kinds + 1);
    uint64_t seed = read_word(in);
    rummy_random_seed(&random, rummy_derive(seed, read_word(in)));
    uint32_t bound = read_below(in, 2) ? (uint32_t)read_word(in) : (uint32_t)read_byte(in);
    MUST(bound == 0 || rummy_random_below(&random, bound) < bound);
    read_bytes(in, kinds, sizeof kinds);
    for (size_t i = 0; i < n; i++)
        sorted[kinds[i]]++;
    rummy_shuffle(&random, kinds, n);
    for (size_t i = 0; i < n; i++)
        MUST(sorted[kinds[i]]-- > 0);
    (void)rummy_random_next(&random);
}

static void step(rummy_tables *t, input *in, rummy_random *random)
{
    uint16_t *moves = zeros(t->n, sizeof *moves);
    size_t where = t->n;
    int legal = 1;
    rummy_tables_random(t, random, moves);
    if (read_rare(in, 4) && t->n) {
        size_t at = read_byte(in) % t->n;
        moves[at] = (uint16_t)(read_rare(in, 2) ? read_int(in) : read_near(in, 224));
        legal = 0;
    }
    int ended = rummy_tables_step(t, moves, &where);
    MUST(legal ? ended >= 0 : ended >= 0 || where < t->n);
    free(moves);
}

static void tables(input *in)
{
    rummy_okey_rules okey;
    rummy_marriage_rules marriage;
    rummy_random random;
    rummy_tables t;
    int is_okey = read_below(in, 2), players = read_rare(in, 8) ? read_int(in) : 2 + read_below(in, is_okey ? 3 : 5), most = is_okey ? RUMMY_SEATS : RUMMY_MARRIAGE_SEATS;
    int fits = players >= 2 && players <= most;
    memset(&t, 0, sizeof t);
    t.n = (size_t)read_below(in, TABLES + 1);
    t.seed = read_word(in);
    t.players = players;
    t.game = rummy_game_of(!is_okey);
    t.states = zeros(t.n, t.game->state_size);
    if (is_okey) {
        read_okey_rules(in, fits ? players : 0, &okey);
        t.rules = &okey;
    } else {
        read_marriage_rules(in, fits ? players : 0, &marriage);
        t.rules = &marriage;
    }
    size_t columns = is_okey ? RUMMY_OKEY_MOVES : RUMMY_MARRIAGE_MOVES, room = 2 * (size_t)(is_okey ? okey.turn_cap : marriage.turn_cap) + RUMMY_TABLES_LOG;
    t.log_room = read_rare(in, 8) ? (size_t)read_below(in, 200) : room;
    t.ids = zeros(t.n * columns, sizeof *t.ids);
    t.mask = zeros(t.n * columns, 1);
    t.count = zeros(t.n, sizeof *t.count);
    t.turn = zeros(t.n, 1);
    t.over = zeros(t.n, 1);
    memset(t.over, 1, t.n);
    t.winner = zeros(t.n, 1);
    t.payoff = zeros(t.n * (size_t)(fits ? players : 0), sizeof *t.payoff);
    t.round = zeros(t.n, sizeof *t.round);
    t.played = zeros(t.n, sizeof *t.played);
    t.log = zeros(t.n * t.log_room, sizeof *t.log);
    t.chosen = zeros(t.n, sizeof *t.chosen);
    rummy_random_seed(&random, read_word(in));
    int accepted = fits && t.log_room >= room, refused = fits ? RUMMY_E_SPACE : is_okey ? RUMMY_E_PLAYERS : RUMMY_E_SEATS;
    if (!read_rare(in, 8)) /* else nothing but WAIT is legal */
        MUST(rummy_tables_deal(&t) == (accepted ? (int)t.n : refused));
    if (!accepted)
        MUST(rummy_tables_step(&t, t.ids, NULL) == refused);
    for (int n = 0; accepted && in->left && n < 500; n++) {
        if (read_rare(in, 8)) {
            MUST(rummy_tables_deal(&t) >= 0);
            continue;
        }
        for (int repeat = read_rare(in, 8) ? 100 : 1; repeat > 0; repeat--)
            step(&t, in, &random);
    }
    void *blocks[] = {t.states, t.ids, t.mask, t.count, t.turn, t.over, t.winner, t.payoff, t.round, t.played, t.log, t.chosen};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        free(blocks[i]);
}

void fuzz_tables(input *in)
{
    if (!read_rare(in, 8))
        tables(in);
    else
        chance(in);
}
