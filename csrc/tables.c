/* Many tables of one game, each with its own round, stepped together.
 *
 *     table          0        1        2             n-1
 *     round       [state]  [state]  [state]   ...  [state]       hidden: what the engine plays on
 *     log         [moves]  [moves]  [moves]   ...  [moves]       the moves of the round so far
 *     ids         [ids..]  [ids..]  [ids..]   ...  [ids..]       its legal moves as a list, `count` of them,
 *     mask        [0 1 ..] [1 0 ..] [0 0 ..]  ...  [0 1 ..]      and the same as a row of 0 and 1, which players and learners read
 *
 * A step takes one move for each table. First every move is looked up in its mask: a move that is not there is refused before anything has
 * changed. Then all are played; since a mask is just the set of legal moves, nothing is checked twice. The moves are copied before they are
 * looked at, so that nothing can exchange one between the look and the play.
 *
 * The two games differ in their states alone, so a table asks `okey` or `marriage` in six small functions and is the same otherwise.
 */
#include <string.h>

#include "internal.h"

static int room(const rummy_tables *t) { return t->okey ? RUMMY_OKEY_MOVES : RUMMY_MARRIAGE_MOVES; }

/* Whether there can be so many players, and their longest round fits into the log. Returns 0 or an error. */
static int check_room(const rummy_tables *t)
{
    int32_t turns = t->okey ? t->okey_rules->turn_cap : t->marriage_rules->turn_cap;
    if (t->players < 2 || t->players > (t->okey ? RUMMY_SEATS : RUMMY_MARRIAGE_SEATS))
        return t->okey ? RUMMY_E_PLAYERS : RUMMY_E_SEATS;
    return t->log_room < 2 * (size_t)turns + RUMMY_TABLES_LOG ? RUMMY_E_SPACE : 0;
}

/* ---------------------------------------------------------------- one table */

/* The seed of the table's round number `round`. */
static uint64_t seed_of(const rummy_tables *t, size_t i, uint32_t round)
{
    uint64_t first = rummy_derive(t->seed, i);
    return round ? rummy_derive(first, round) : first;
}

static int deal_one(const rummy_tables *t, size_t i)
{
    rummy_random random;
    uint64_t seed = seed_of(t, i, t->round[i]);
    int dealer = (int)(t->round[i] % (uint32_t)t->players);
    rummy_random_seed(&random, seed);
    if (t->okey) {
        uint8_t deck[RUMMY_OKEY_TILES];
        rummy_okey_shuffle(t->okey_rules, &random, deck);
        return rummy_okey_deal(&t->okey[i], t->okey_rules, t->players, dealer, NULL, deck);
    }
    uint8_t deck[RUMMY_MARRIAGE_CARDS];
    (void)rummy_marriage_shuffle(t->marriage_rules, &random, deck);
    return rummy_marriage_deal(&t->marriage[i], t->marriage_rules, t->players, dealer, deck, rummy_derive(seed, 0));
}

/* What the round has paid, once it is over. */
static void settle(const rummy_tables *t, size_t i)
{
    int32_t *payoff = t->payoff + i * (size_t)t->players;
    if (t->okey) {
        for (int seat = 0; seat < t->players; seat++)
            payoff[seat] = t->okey[i].points[seat] - t->okey[i].start[seat];
        t->winner[i] = t->okey[i].winner;
    } else {
        rummy_marriage_outcome outcome;
        (void)rummy_marriage_outcome_of(&t->marriage[i], &outcome);
        for (int seat = 0; seat < t->players; seat++)
            payoff[seat] = outcome.settlement.net[seat];
        t->winner[i] = t->marriage[i].winner;
    }
}

/* Write what is seen of a table with `count` legal moves in its list. */
static void show(const rummy_tables *t, size_t i, int count)
{
    size_t moves = (size_t)room(t);
    const uint16_t *ids = t->ids + i * moves;
    uint8_t *mask = t->mask + i * moves;
    memset(mask, 0, moves);
    for (int k = 0; k < count; k++)
        mask[ids[k]] = 1;
    t->count[i] = (uint16_t)count;
    t->turn[i] = t->okey ? t->okey[i].turn : t->marriage[i].turn;
    t->over[i] = count == 0;
    if (!count)
        settle(t, i);
}

/* ---------------------------------------------------------------- all of them */

int rummy_tables_deal(rummy_tables *t)
{
    int dealt = 0, error = check_room(t);
    size_t moves = (size_t)room(t);
    if (error)
        return error;
    for (size_t i = 0; i < t->n; i++) {
        if (!t->over[i])
            continue;
        int count = deal_one(t, i);
        if (count < 0)
            return count; /* what the first table refuses, all refuse */
        uint16_t *ids = t->ids + i * moves;
        (void)(t->okey ? rummy_okey_moves(&t->okey[i], ids) : rummy_marriage_moves(&t->marriage[i], ids));
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
    int error = t->okey ? rummy_okey_check(&t->okey[i], -1, move) : rummy_marriage_check(&t->marriage[i], -1, move);
    return error < 0 ? error : RUMMY_E_MOVE;
}

int rummy_tables_step(rummy_tables *t, const uint16_t *moves, size_t *where)
{
    size_t row = (size_t)room(t);
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
        uint16_t move = t->chosen[i], *ids = t->ids + i * row;
        if (move == RUMMY_TABLES_WAIT)
            continue;
        int count = t->okey ? rummy_okey_apply(&t->okey[i], move, NULL, ids) : rummy_marriage_apply(&t->marriage[i], move, NULL, ids);
        t->log[i * t->log_room + t->played[i]++] = move;
        show(t, i, count);
        ended += t->over[i];
    }
    return ended;
}

void rummy_tables_random(const rummy_tables *t, rummy_random *random, uint16_t *moves)
{
    size_t row = (size_t)room(t);
    for (size_t i = 0; i < t->n; i++)
        moves[i] = t->over[i] ? RUMMY_TABLES_WAIT : t->ids[i * row + rummy_random_below(random, t->count[i])];
}
