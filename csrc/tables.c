/* Many tables of one game, each with its own round, stepped together.
 *
 *     table          0        1        2             n-1
 *     states      [state]  [state]  [state]   ...  [state]       hidden: what the engine plays on
 *     log         [moves]  [moves]  [moves]   ...  [moves]       the moves of the round so far
 *     ids         [ids..]  [ids..]  [ids..]   ...  [ids..]       its legal moves as a list, `count` of them,
 *     mask        [0 1 ..] [1 0 ..] [0 0 ..]  ...  [0 1 ..]      and the same as a row of 0 and 1, which players and learners read
 *
 * A step takes one move for each table. First each move is looked up in its mask. A move that is not there is refused
 * before anything changes. Then all moves are played. A mask is the set of legal moves, so nothing is checked twice.
 * The moves are copied first, so that no other thread can change a move between the check and the play.
 *
 * The game is a record (game.h). Nothing here depends on which game it is. / */
#include <string.h>

#include "game.h"

static void *state_of(const rummy_tables *t, size_t i) { return (char *)t->states + i * t->game->state_size; }

/* Check the number of players, and that their longest round fits into the log. Returns 0 or an error. */
static int check_room(const rummy_tables *t)
{
    const rummy_game *game = t->game;
    if (t->players < 2 || t->players > game->seats)
        /* the game says why not, and nothing changes */
        return game->calls->deal(t->states, t->rules, t->players, 0, 0);
    return t->log_room < 2 * (size_t)game->calls->turn_cap(t->rules) + RUMMY_TABLES_LOG ? RUMMY_E_SPACE : 0;
}

/* ---------------------------------------------------------------- one table */

/* The seed of the table's round number `round`. */
static uint64_t seed_of(const rummy_tables *t, size_t i, uint32_t round)
{
    uint64_t first = rummy_derive(t->seed, i);
    return round ? rummy_derive(first, round) : first;
}

/* Write all that players see of a table with `count` legal moves in its list. */
static void show(const rummy_tables *t, size_t i, int count)
{
    const rummy_calls *calls = t->game->calls;
    size_t moves = (size_t)t->game->moves;
    const uint16_t *ids = t->ids + i * moves;
    const void *state = state_of(t, i);
    uint8_t *mask = t->mask + i * moves;
    memset(mask, 0, moves);
    for (int k = 0; k < count; k++)
        mask[ids[k]] = 1;
    t->count[i] = (uint16_t)count;
    t->turn[i] = (uint8_t)calls->turn(state);
    t->over[i] = count == 0;
    if (!count) {
        calls->payoff(state, t->payoff + i * (size_t)t->players);
        t->winner[i] = (uint8_t)calls->winner(state);
    }
}

/* ---------------------------------------------------------------- all of them */

int rummy_tables_deal(rummy_tables *t)
{
    const rummy_calls *calls = t->game->calls;
    int dealt = 0, error = check_room(t);
    if (error)
        return error;
    for (size_t i = 0; i < t->n; i++) {
        if (!t->over[i])
            continue;
        int dealer = (int)(t->round[i] % (uint32_t)t->players);
        int count = calls->deal(state_of(t, i), t->rules, t->players, dealer, seed_of(t, i, t->round[i]));
        if (count < 0)
            return count; /* what the first table refuses, all refuse */
        (void)calls->moves(state_of(t, i), t->ids + i * (size_t)t->game->moves);
        memset(t->payoff + i * (size_t)t->players, 0, (size_t)t->players * sizeof *t->payoff);
        t->winner[i] = RUMMY_NONE;
        t->played[i] = 0;
        t->round[i]++;
        show(t, i, count);
        dealt++;
    }
    return dealt;
}

/* Why a table does not take a move. */
static int refusal(const rummy_tables *t, size_t i, int move)
{
    int error = t->game->calls->check(state_of(t, i), -1, move);
    return error < 0 ? error : RUMMY_E_MOVE;
}

int rummy_tables_step(rummy_tables *t, const uint16_t *moves, size_t *where)
{
    const rummy_calls *calls = t->game->calls;
    size_t row = (size_t)t->game->moves;
    int ended = 0, error = check_room(t);
    if (error)
        return error;
    memcpy(t->chosen, moves, t->n * sizeof *moves);
    for (size_t i = 0; i < t->n; i++) {
        uint16_t move = t->chosen[i];
        if (move == RUMMY_TABLES_WAIT || (move < row && t->mask[i * row + move]))
            continue;
        if (where)
            *where = i;
        return refusal(t, i, move);
    }
    for (size_t i = 0; i < t->n; i++) {
        uint16_t move = t->chosen[i];
        if (move == RUMMY_TABLES_WAIT)
            continue;
        int count = calls->apply(state_of(t, i), move, t->ids + i * row);
        t->log[i * t->log_room + t->played[i]++] = move;
        show(t, i, count);
        ended += t->over[i];
    }
    return ended;
}

void rummy_tables_random(const rummy_tables *t, rummy_random *random, uint16_t *moves)
{
    size_t row = (size_t)t->game->moves;
    for (size_t i = 0; i < t->n; i++)
        moves[i] = t->over[i] ? RUMMY_TABLES_WAIT : t->ids[i * row + rummy_random_below(random, t->count[i])];
}
