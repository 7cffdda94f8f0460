/* Fuzz target: rounds of Okey from any deck, with legal and illegal moves. */
#include "fuzz.h"

#define STEPS 2000

/* What the library says of a state that it made. */
static void look(const rummy_okey_state *s, input *in)
{
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

/* Try any move, by any seat: it is played just if it is legal, and what is refused changes nothing. Returns the number
 * of moves that follow. */
static int attempt(rummy_okey_state *s, input *in, uint16_t moves[RUMMY_OKEY_MOVES], int count)
{
    rummy_okey_state before = *s;
    uint16_t after[RUMMY_OKEY_MOVES];
    int move = read_near(in, RUMMY_OKEY_MOVES), seat = read_seat(in, 5), legal = seat == -1 || (seat == s->turn && seat >= 0);
    int listed = 0;
    for (int i = 0; i < count; i++)
        listed |= moves[i] == move;
    int code = rummy_okey_check(s, seat, move), next = rummy_okey_play(s, seat, move, NULL, after);
    MUST((code == 0) == (listed && legal) && (code == 0 || next == code));
    if (code < 0) {
        MUST(!memcmp(&before, s, sizeof before));
        return count;
    }
    memcpy(moves, after, sizeof after);
    return next;
}

void fuzz_okey_round(input *in)
{
    rummy_okey_rules rules;
    rummy_okey_state state;
    rummy_random random;
    rummy_event event;
    uint8_t deck[RUMMY_OKEY_TILES];
    uint16_t moves[RUMMY_OKEY_MOVES];
    int32_t points[RUMMY_SEATS];
    int players = read_rare(in, 8) ? read_int(in) : 2 + read_below(in, 3), dealer = read_near(in, players > 0 ? players : 1);
    read_okey_rules(in, players >= 2 && players <= RUMMY_SEATS ? players : 0, &rules);
    rummy_random_seed(&random, read_word(in));
    rummy_okey_shuffle(&rules, &random, deck);
    for (int n = read_below(in, 32); n > 0; n--) { /* tiles change places */
        int a = read_below(in, RUMMY_OKEY_TILES), b = read_below(in, RUMMY_OKEY_TILES);
        uint8_t tile = deck[a];
        deck[a] = deck[b];
        deck[b] = tile;
    }
    if (read_rare(in, 16))
        deck[read_below(in, RUMMY_OKEY_TILES)] = (uint8_t)read_byte(in);
    for (int seat = 0; seat < RUMMY_SEATS; seat++)
        points[seat] = read_near(in, 30);
    int given = read_rare(in, 4), count = rummy_okey_deal(&state, &rules, players, dealer, given ? points : NULL, deck);
    for (int step = 0; count > 0 && in->left && step < STEPS; step++) {
        MUST(rummy_okey_moves(&state, moves) == count && count <= RUMMY_OKEY_MOVES);
        unsigned sort = read_byte(in);
        if (sort < 8)
            look(&state, in);
        else if (sort < 64)
            count = attempt(&state, in, moves, count);
        else if (sort < 224)
            count = rummy_okey_play(&state, -1, moves[(int)sort % count], &event, moves);
        else
            for (int n = 0; n < 100 && count > 0; n++)
                count = rummy_okey_play(&state, state.turn, moves[rummy_random_below(&random, (uint32_t)count)], &event, moves);
    }
    if (count >= 0)
        look(&state, in);
}
