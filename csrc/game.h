/* A game as a record, for code that runs rounds of any game. Each game has one record, at the end of its round.c. */
#ifndef GAME_H
#define GAME_H

#include "shared.h"

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

/* The record of a game, from the functions deal_seeded, apply and payoff of its round.c. */
#define DEFINE_GAME(game, GAME, SEATS)                                                                                                                              \
    static int call_deal(void *s, const void *rules, int players, int dealer, uint64_t seed) { return deal_seeded(s, rules, players, dealer, seed); }              \
    static int call_moves(const void *s, uint16_t *out) { return rummy_##game##_moves(s, out); }                                                                    \
    static int call_check(const void *s, int seat, int move) { return rummy_##game##_check(s, seat, move); }                                                       \
    static int call_apply(void *s, int move, uint16_t *out) { return apply(s, move, NULL, out); }                                                                   \
    static int call_turn(const void *s) { return ((const rummy_##game##_state *)s)->turn; }                                                                         \
    static int call_winner(const void *s) { return ((const rummy_##game##_state *)s)->winner; }                                                                     \
    static int32_t call_turn_cap(const void *rules) { return ((const rummy_##game##_rules *)rules)->turn_cap; }                                                     \
    static void call_payoff(const void *s, int32_t *out) { payoff(s, out); }                                                                                        \
    static const rummy_calls calls = {call_deal, call_moves, call_check, call_apply, call_turn, call_winner, call_turn_cap, call_payoff};                                        \
    extern const rummy_game game##_game;                                                                                                                            \
    const rummy_game game##_game = {#game, sizeof(rummy_##game##_rules), sizeof(rummy_##game##_state), RUMMY_##GAME##_MOVES, SEATS, &calls}

#endif
