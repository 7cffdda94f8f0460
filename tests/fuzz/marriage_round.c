/* Fuzz target: hands of Marriage from any deck, with legal and illegal moves. */
#include "fuzz.h"

#define STEPS 3000

/* What the library says of a state that it made. */
static void look(const rummy_marriage_state *s, input *in)
{
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

/* Try any move, by any seat: it is played just if it is legal, and what is refused changes nothing. Returns the number
 * of moves that follow. */
static int attempt(rummy_marriage_state *s, input *in, uint16_t moves[RUMMY_MARRIAGE_MOVES], int count)
{
    rummy_marriage_state before = *s;
    uint16_t after[RUMMY_MARRIAGE_MOVES];
    int move = read_below(in, 2) ? read_near(in, 224) : 160 + read_below(in, 224), seat = read_seat(in, 7);
    int legal = seat == -1 || (seat == s->turn && seat >= 0), listed = 0;
    for (int i = 0; i < count; i++)
        listed |= moves[i] == move;
    int code = rummy_marriage_check(s, seat, move), next = rummy_marriage_play(s, seat, move, NULL, after);
    MUST((code == 0) == (listed && legal) && (code == 0 || next == code));
    if (code < 0) {
        MUST(!memcmp(&before, s, sizeof before));
        return count;
    }
    memcpy(moves, after, sizeof after);
    return next;
}

void fuzz_marriage_round(input *in)
{
    rummy_marriage_rules rules;
    rummy_marriage_state state;
    rummy_random random;
    rummy_event event;
    uint8_t deck[RUMMY_MARRIAGE_CARDS];
    uint16_t moves[RUMMY_MARRIAGE_MOVES];
    int players = read_rare(in, 8) ? read_int(in) : 2 + read_below(in, 5), dealer = read_near(in, players > 0 ? players : 1);
    read_marriage_rules(in, players >= 2 && players <= RUMMY_MARRIAGE_SEATS ? players : 0, &rules);
    rummy_random_seed(&random, read_word(in));
    int size = rummy_marriage_shuffle(&rules, &random, deck);
    MUST(size == 156 + rules.printed_jokers);
    if (read_below(in, 2)) /* kind by kind, so that hands hold many of one suit */
        for (int i = 0; i < size; i++)
            deck[i] = (uint8_t)(i / 3);
    for (int n = read_below(in, 64); n > 0; n--) { /* cards change places */
        int a = read_below(in, size), b = read_below(in, size);
        uint8_t card = deck[a];
        deck[a] = deck[b];
        deck[b] = card;
    }
    if (read_rare(in, 16))
        deck[read_below(in, size)] = (uint8_t)read_byte(in);
    int count = rummy_marriage_deal(&state, &rules, players, dealer, deck, read_word(in));
    for (int step = 0; count > 0 && in->left && step < STEPS; step++) {
        MUST(rummy_marriage_moves(&state, moves) == count && count <= RUMMY_MARRIAGE_MOVES);
        unsigned sort = read_byte(in);
        if (sort < 8)
            look(&state, in);
        else if (sort < 64)
            count = attempt(&state, in, moves, count);
        else if (sort < 224)
            count = rummy_marriage_play(&state, -1, moves[(int)sort % count], &event, moves);
        else /* by chance, but to see and to finish where that can be */
            for (int n = 0; n < 100 && count > 0; n++) {
                int pick = sort & 1 && moves[count - 1] >= RUMMY_MARRIAGE_FINISH ? count - 1 : (int)rummy_random_below(&random, (uint32_t)count);
                pick = sort & 2 && moves[0] >= RUMMY_MARRIAGE_SEE && moves[0] < RUMMY_MARRIAGE_DISCARD && moves[0] != RUMMY_MARRIAGE_DONE ? 0 : pick;
                count = rummy_marriage_play(&state, state.turn, moves[pick], &event, moves);
            }
    }
    if (count >= 0)
        look(&state, in);
}
