/* Play one hand of cards of Marriage through the header alone and print it: ./marriage SEED PLAYERS [KIND * 156]
 *
 * Every seat finishes when it can, else sees and lays when it can, and else plays any legal move. With 156 kinds the
 * deck is given, else it is shuffled from the seed. Each event is a line "seat move card stock", with 255 for no card;
 * the last lines are the outcome. / */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "rummycore.h"

#define PACK 156 /* cards without men */

static int fail(const char *what, int code)
{
    fprintf(stderr, "%s: %s\n", what, rummy_marriage_strerror(code));
    return EXIT_FAILURE;
}

static uint16_t choose(rummy_random *random, const uint16_t *moves, int count)
{
    if (moves[count - 1] >= RUMMY_MARRIAGE_FINISH) /* they ascend: a finish comes last, */
        return moves[count - 1];
    /* seeing and laying first */
    if (moves[0] == RUMMY_MARRIAGE_SEE || (moves[0] >= RUMMY_MARRIAGE_LAY && moves[0] < RUMMY_MARRIAGE_DISCARD))
        return moves[0];
    return moves[rummy_random_below(random, (uint32_t)count)];
}

static void print_outcome(const rummy_marriage_outcome *outcome, int players)
{
    printf("ending %d winner %d with %d tiplu %d combinations", outcome->ending, outcome->winner, outcome->finished_with, outcome->tiplu);
    for (int i = 0; i < outcome->combos; i++)
        printf(" %d-%d-%d", outcome->combo[i][0], outcome->combo[i][1], outcome->combo[i][2]);
    printf("\nmaal");
    for (int seat = 0; seat < players; seat++)
        printf(" %" PRId32, outcome->maal[seat].points);
    printf(" net");
    for (int seat = 0; seat < players; seat++)
        printf(" %" PRId32, outcome->settlement.payoffs[seat]);
    printf("\n");
}

int main(int argc, char **argv)
{
    rummy_marriage_rules rules;
    rummy_marriage_state state;
    rummy_marriage_view view;
    rummy_marriage_outcome outcome;
    rummy_random random;
    rummy_event event;
    uint8_t deck[RUMMY_MARRIAGE_CARDS];
    uint16_t moves[RUMMY_MARRIAGE_MOVES];

    if (argc != 3 && argc != 3 + PACK) {
        fprintf(stderr, "usage: %s SEED PLAYERS [KIND * %d]\n", argv[0], PACK);
        return 2;
    }
    uint64_t seed = strtoull(argv[1], NULL, 10);
    int players = atoi(argv[2]);

    rummy_marriage_rules_init(&rules);
    rules.turn_cap = 200;
    rules.dublees_to_see = 5;
    rules.dublees_to_win = 6;
    int count = rummy_marriage_rules_check(&rules, players, NULL);
    if (count < 0)
        return fail("rules", count);

    rummy_random_seed(&random, seed);
    (void)rummy_marriage_shuffle(&rules, &random, deck);
    for (int i = 3; i < argc; i++)
        deck[i - 3] = (uint8_t)atoi(argv[i]);

    count = rummy_marriage_deal(&state, &rules, players, 0, deck, rummy_derive(seed, 0));
    rummy_random_seed(&random, rummy_derive(seed, 1));
    while (count > 0) {
        count = rummy_marriage_moves(&state, moves);
        count = rummy_marriage_play(&state, -1, choose(&random, moves, count), &event, moves);
        if (count < 0)
            break;
        (void)rummy_marriage_view_of(&state, event.seat, &view);
        printf("%d %d %d %d\n", event.seat, event.move, event.tile, view.stock);
    }
    if (count < 0)
        return fail("round", count);

    count = rummy_marriage_outcome_of(&state, &outcome);
    if (count < 0)
        return fail("outcome", count);
    print_outcome(&outcome, players);
    return EXIT_SUCCESS;
}
