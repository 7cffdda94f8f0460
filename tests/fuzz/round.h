/* What the fuzz targets of rounds share: a deck is mixed, and a round of any game is played. */
#ifndef FUZZ_ROUND_H
#define FUZZ_ROUND_H

#include "fuzz.h"

#define STATE_MAX 16384
#define MOVES_MAX 1024

/* How the rounds of a game are tried. */
typedef struct rounds {
    size_t size; /* of a state */
    int seats, all, steps;
    int (*moves)(const void *state, uint16_t *out);
    int (*check)(const void *state, int seat, int move);
    int (*play)(void *state, int seat, int move, rummy_event *event, uint16_t *out);
    int (*turn)(const void *state);
    void (*look)(const void *state, input *in); /* what the library says of a state that it made */
    int (*any)(input *in);                      /* a move, legal or not */
    int (*pick)(unsigned sort, const uint16_t *moves, int count, rummy_random *random); /* which of the legal moves */
} rounds;

/* Let pieces of a deck change places, below `most` times, and now and then put any byte into it. */
static void mix(input *in, uint8_t *deck, int size, int most)
{
    for (int n = read_below(in, most); n > 0; n--) {
        int a = read_below(in, size), b = read_below(in, size);
        uint8_t piece = deck[a];
        deck[a] = deck[b];
        deck[b] = piece;
    }
    if (read_rare(in, 16))
        deck[read_below(in, size)] = (uint8_t)read_byte(in);
}

/* Try any move, by any seat: it is played just if it is legal, and what is refused changes nothing. Returns the number
 * of moves that follow. */
static int attempt(const rounds *r, void *state, input *in, uint16_t *moves, int count)
{
    uint8_t before[STATE_MAX];
    uint16_t after[MOVES_MAX];
    int move = r->any(in), seat = read_seat(in, r->seats + 1), listed = 0;
    int legal = seat == -1 || seat == r->turn(state);
    memcpy(before, state, r->size);
    for (int i = 0; i < count; i++)
        listed |= moves[i] == move;
    int code = r->check(state, seat, move), next = r->play(state, seat, move, NULL, after);
    MUST((code == 0) == (listed && legal) && (code == 0 || next == code));
    if (code < 0) {
        MUST(!memcmp(before, state, r->size));
        return count;
    }
    memcpy(moves, after, sizeof after);
    return next;
}

/* Play a round that has been dealt with `count` legal moves, or not dealt if that is an error. */
static void try_round(const rounds *r, void *state, int count, rummy_random *random, input *in)
{
    rummy_event event;
    uint16_t moves[MOVES_MAX];
    MUST(r->size <= STATE_MAX && r->all <= MOVES_MAX);
    for (int step = 0; count > 0 && in->left && step < r->steps; step++) {
        MUST(r->moves(state, moves) == count && count <= r->all);
        unsigned sort = read_byte(in);
        if (sort < 8)
            r->look(state, in);
        else if (sort < 64)
            count = attempt(r, state, in, moves, count);
        else if (sort < 224)
            count = r->play(state, -1, moves[(int)sort % count], &event, moves);
        else
            for (int n = 0; n < 100 && count > 0; n++) {
                int pick = r->pick(sort, moves, count, random);
                count = r->play(state, r->turn(state), moves[pick], &event, moves);
            }
    }
    if (count >= 0)
        r->look(state, in);
}

#endif
