/* Fuzz target: hands of Marriage from any deck, with legal and illegal moves. */
#include "round.h"

/* What the library says of a state that it made. */
static void look(const void *state, input *in)
{
    const rummy_marriage_state *s = state;
    rummy_marriage_view view;
    rummy_marriage_outcome outcome;
    int seat = read_seat(in, 7), code = rummy_marriage_view_of(s, seat, &view);
    MUST((code == 0) == (seat >= -1 && seat < s->players));
    if (code == 0)
        MUST(view.discards == s->discards && view.stock == s->stock_size);
    code = rummy_marriage_outcome_of(s, &outcome);
    MUST(code == (s->phase == RUMMY_MARRIAGE_OVER ? 0 : RUMMY_E_ARGUMENT));
    if (code)
        return;
    int32_t sum = 0;
    for (seat = 0; seat < RUMMY_MARRIAGE_SEATS; seat++) {
        sum += outcome.settlement.payoffs[seat];
        MUST(outcome.maal[seat].n >= 0 && outcome.maal[seat].n <= RUMMY_MARRIAGE_ITEMS);
    }
    MUST(sum == 0 && outcome.combos <= 7);
    for (int i = 0; i < outcome.combos; i++) /* one combination after the other, that holds once the tiplu is seen */
        MUST(rummy_marriage_combo(&s->rules, s->tiplu, outcome.combo[i]) >= 0);
}

static int any(input *in) { return read_below(in, 2) ? read_near(in, 224) : 160 + read_below(in, 224); }

/* By chance, but to see and to finish where that can be. */
static int pick(unsigned sort, const uint16_t *moves, int count, rummy_random *random)
{
    if (sort & 2 && moves[0] >= RUMMY_MARRIAGE_SEE && moves[0] < RUMMY_MARRIAGE_DISCARD && moves[0] != RUMMY_MARRIAGE_DONE)
        return 0;
    if (sort & 1 && moves[count - 1] >= RUMMY_MARRIAGE_FINISH)
        return count - 1;
    return (int)rummy_random_below(random, (uint32_t)count);
}

static int moves(const void *state, uint16_t *out) { return rummy_marriage_moves(state, out); }

static int check(const void *state, int seat, int move) { return rummy_marriage_check(state, seat, move); }

static int turn(const void *state) { return ((const rummy_marriage_state *)state)->turn; }

static int play(void *state, int seat, int move, rummy_event *event, uint16_t *out)
{
    return rummy_marriage_play(state, seat, move, event, out);
}

void fuzz_marriage_round(input *in)
{
    rummy_marriage_rules rules;
    rummy_marriage_state state;
    rummy_random random;
    uint8_t deck[RUMMY_MARRIAGE_CARDS];
    int players = read_rare(in, 8) ? read_int(in) : 2 + read_below(in, 5), dealer = read_near(in, players > 0 ? players : 1);
    read_marriage_rules(in, players >= 2 && players <= RUMMY_MARRIAGE_SEATS ? players : 0, &rules);
    rummy_random_seed(&random, read_word(in));
    int size = rummy_marriage_shuffle(&rules, &random, deck);
    MUST(size == 156 + rules.printed_jokers);
    if (read_below(in, 2)) /* kind by kind, so that hands hold many of one suit */
        for (int i = 0; i < size; i++)
            deck[i] = (uint8_t)(i / 3);
    mix(in, deck, size, 64);
    int count = rummy_marriage_deal(&state, &rules, players, dealer, deck, read_word(in));
    static const rounds tried = {sizeof state, RUMMY_MARRIAGE_SEATS, RUMMY_MARRIAGE_MOVES, 3000, moves, check, play, turn, look, any, pick};
    try_round(&tried, &state, count, &random, in);
}
