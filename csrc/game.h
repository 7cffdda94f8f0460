/* What the rounds of every game share, and a game as a record, for code that runs rounds of any game. Each game has one
 * record, at the end of its round.c. */
#ifndef GAME_H
#define GAME_H

#include <string.h>

#include "shared.h"

/* ---------------------------------------------------------------- what the rounds share */

/* Whether a deck holds each kind so often as it may, and only kinds that there are. */
static inline int deck_fits(const uint8_t *deck, int size, int copies, int jokers)
{
    uint8_t held[RUMMY_KINDS] = {0};
    for (int i = 0; i < size; i++)
        if (deck[i] >= RUMMY_KINDS ||
            ++held[deck[i]] > (deck[i] == RUMMY_JOKER ? jokers : copies)) /* plant: deck-copies */
            return 0;
    return 1;
}

/* What is wrong with any move of a seat, or with a seat and a move that there are not; 0 if it is the seat's turn. */
static inline int check_turn(int players, int turn, int over, int moves, int seat, int move)
{
    if (seat < -1 || seat >= players)
        return RUMMY_E_ARGUMENT;
    if (move < 0 || move >= moves)
        return RUMMY_E_MOVE;
    if (over)
        return RUMMY_E_OVER;
    return seat >= 0 && seat != turn ? RUMMY_E_TURN : 0; /* plant: own-turn */
}

/* Whether there is no such dealer or winner at a table; winner: RUMMY_NONE without one. */
static inline int no_seats(int seats, int players, int dealer, int winner)
{
    return players < 2 || players > seats || dealer < 0 || dealer >= players || winner < 0 ||
           (winner >= players && winner != RUMMY_NONE);
}

/* Take the newest discard into a hand; everybody knows it there. Returns its kind. */
static inline int take_newest(uint8_t *discard, uint8_t *discarded_by, uint8_t *discards, uint8_t *hand, uint8_t *known)
{
    int kind = discard[--*discards]; /* plant: take-latest */
    discard[*discards] = discarded_by[*discards] = 0;
    hand[kind]++;
    known[kind]++; /* plant: taken-is-known */
    return kind;
}

/* Take a piece out of a hand. What was known to be held goes first. */
static inline void take_out(uint8_t *hand, uint8_t *known, int kind)
{
    hand[kind]--;
    if (known[kind]) /* plant: leaves-known */
        known[kind]--;
}

/* Count what lies where nobody can get it: so many discards, and the piece that somebody finished with. */
static inline void count_lying(const uint8_t *discard, int discards, int finished_with, uint8_t *gone)
{
    for (int i = 0; i < discards; i++)
        gone[discard[i]]++;
    if (finished_with != RUMMY_NONE)
        gone[finished_with]++;
}

/* Count the pieces of each hand. */
static inline void count_hands(int players, const uint8_t (*hand)[RUMMY_KINDS], uint8_t *size)
{
    for (int seat = 0; seat < players; seat++)
        for (int kind = 0; kind < RUMMY_KINDS; kind++)
            size[seat] = (uint8_t)(size[seat] + hand[seat][kind]);
}

/* Write what the views of every game have, of a state `s` for a seat. */
#define START_VIEW(out, s, seat)                                  \
    do {                                                          \
        memset(out, 0, sizeof *(out));                            \
        memcpy((out)->known, (s)->known, sizeof (out)->known);    \
        (out)->turns = (s)->turns;                                \
        (out)->players = (s)->players;                            \
        (out)->dealer = (s)->dealer;                              \
        (out)->turn = (s)->turn;                                  \
        (out)->phase = (s)->phase;                                \
        (out)->drawn = RUMMY_NONE;                                \
        count_hands((s)->players, (s)->hand, (out)->size);        \
        if ((seat) >= 0)                                          \
            memcpy((out)->hand, (s)->hand[seat], RUMMY_KINDS);    \
    } while (0)

/* ---------------------------------------------------------------- the record */

struct rummy_calls {
    /* Shuffle and deal a round from a seed. Returns the number of legal moves, or an error. */
    int (*deal)(void *state, const void *rules, int players, int dealer, uint64_t seed);
    int (*moves)(const void *state, uint16_t *out);
    int (*check)(const void *state, int seat, int move);
    /* Play a move that is known to be legal. Returns the number of moves that follow, which are written to `out`. */
    int (*apply)(void *state, int move, uint16_t *out);
    int (*turn)(const void *state);
    int (*winner)(const void *state);
    int32_t (*turn_cap)(const void *rules);
    /* What a finished round pays to each seat. */
    void (*payoff)(const void *state, int32_t *out);
};

/* What happened by a move; see rummy_event. */
static inline rummy_event event_of(int seat, int move, int tile, int own, int hidden)
{
    rummy_event event = {(uint8_t)seat, (uint8_t)tile, (uint16_t)move, (uint8_t)(tile == RUMMY_NONE ? own : tile), (uint8_t)hidden, {0, 0}};
    return event;
}

/* The call that plays a move, and the record of a game, from the functions deal_seeded, apply and payoff of its
 * round.c. */
#define DEFINE_GAME(game, GAME, SEATS)                                                                                \
    int rummy_##game##_play(rummy_##game##_state *s, int seat, int move, rummy_event *event,                          \
        uint16_t out[RUMMY_##GAME##_MOVES])                                                                           \
    {                                                                                                                 \
        int error = rummy_##game##_check(s, seat, move);                                                              \
        return error ? error : apply(s, move, event, out);                                                            \
    }                                                                                                                 \
    static int game##_deal(void *s, const void *rules, int players, int dealer, uint64_t seed)                        \
    {                                                                                                                 \
        return deal_seeded((rummy_##game##_state *)s, (const rummy_##game##_rules *)rules, players, dealer, seed);    \
    }                                                                                                                 \
    static int game##_moves(const void *s, uint16_t *out)                                                             \
    {                                                                                                                 \
        return rummy_##game##_moves((const rummy_##game##_state *)s, out);                                            \
    }                                                                                                                 \
    static int game##_check(const void *s, int seat, int move)                                                        \
    {                                                                                                                 \
        return rummy_##game##_check((const rummy_##game##_state *)s, seat, move);                                     \
    }                                                                                                                 \
    static int game##_apply(void *s, int move, uint16_t *out)                                                         \
    {                                                                                                                 \
        return apply((rummy_##game##_state *)s, move, NULL, out);                                                     \
    }                                                                                                                 \
    static int game##_turn(const void *s) { return ((const rummy_##game##_state *)s)->turn; }                         \
    static int game##_winner(const void *s) { return ((const rummy_##game##_state *)s)->winner; }                     \
    static int32_t game##_turn_cap(const void *rules) { return ((const rummy_##game##_rules *)rules)->turn_cap; }     \
    static void game##_payoff(const void *s, int32_t *out) { payoff((const rummy_##game##_state *)s, out); }          \
    static const rummy_calls game##_calls = {game##_deal, game##_moves, game##_check, game##_apply, game##_turn,      \
        game##_winner, game##_turn_cap, game##_payoff};                                                               \
    extern const rummy_game game##_game;                                                                              \
    const rummy_game game##_game = {#game, sizeof(rummy_##game##_rules), sizeof(rummy_##game##_state),                \
        RUMMY_##GAME##_MOVES, SEATS, &game##_calls}

#endif
