/* Fuzz target: rounds of Okey from any deck, with legal and illegal moves. */
#include "round.h"

/* What the library says of a state that it made. */
static void look(const void *state, input *in)
{
    const rummy_okey_state *s = state;
    rummy_okey_view view;
    rummy_okey_outcome outcome;
    int seat = read_seat(in, 5), code = rummy_okey_view_of(s, seat, &view);
    MUST((code == 0) == (seat >= -1 && seat < s->players));
    if (code == 0)
        MUST(view.discards <= s->discards && view.stock == s->stock_end - s->stock_at);
    MUST(rummy_okey_outcome_of(s, &outcome) == (s->phase == RUMMY_OKEY_OVER ? 0 : RUMMY_E_ARGUMENT));
    int over = s->phase == RUMMY_OKEY_OVER, end = rummy_okey_match_end(s, seat), winners = rummy_okey_match_winners(s);
    MUST(over && seat >= 0 ? end == 0 || end == 1 : end == RUMMY_E_ARGUMENT);
    MUST(over ? winners > 0 && winners >> s->players == 0 : winners == RUMMY_E_ARGUMENT);
}

static int any(input *in) { return read_near(in, RUMMY_OKEY_MOVES); }

static int pick(unsigned sort, const uint16_t *moves, int count, rummy_random *random)
{
    (void)sort;
    (void)moves;
    return (int)rummy_random_below(random, (uint32_t)count);
}

static int moves(const void *state, uint16_t *out) { return rummy_okey_moves(state, out); }

static int check(const void *state, int seat, int move) { return rummy_okey_check(state, seat, move); }

static int turn(const void *state) { return ((const rummy_okey_state *)state)->turn; }

static int play(void *state, int seat, int move, rummy_event *event, uint16_t *out)
{
    return rummy_okey_play(state, seat, move, event, out);
}

void fuzz_okey_round(input *in)
{
    rummy_okey_rules rules;
    rummy_okey_state state;
    rummy_random random;
    uint8_t deck[RUMMY_OKEY_TILES];
    int32_t points[RUMMY_SEATS];
    int players = read_rare(in, 8) ? read_int(in) : 2 + read_below(in, 3), dealer = read_near(in, players > 0 ? players : 1);
    read_okey_rules(in, players >= 2 && players <= RUMMY_SEATS ? players : 0, &rules);
    rummy_random_seed(&random, read_word(in));
    rummy_okey_shuffle(&rules, &random, deck);
    mix(in, deck, RUMMY_OKEY_TILES, 32);
    for (int seat = 0; seat < RUMMY_SEATS; seat++)
        points[seat] = read_near(in, 30);
    int given = read_rare(in, 4), count = rummy_okey_deal(&state, &rules, players, dealer, given ? points : NULL, deck);
    static const rounds tried = {sizeof state, RUMMY_SEATS, RUMMY_OKEY_MOVES, 2000, moves, check, play, turn, look, any, pick};
    try_round(&tried, &state, count, &random, in);
}
