/* Play one round of Okey through the header alone and print it: ./round SEED PLAYERS [KIND * 106]
 *
 * Every seat finishes when it can and else plays any legal move. With 106 kinds the deck is given, else it is shuffled
 * from the seed. Each event is a line "seat move tile stock", with 255 for a hidden tile; the last line is the outcome.
 * / */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "rummycore.h"

static int fail(const char *what, int code)
{
    fprintf(stderr, "%s: %s\n", what, rummy_okey_strerror(code));
    return EXIT_FAILURE;
}

static void print_outcome(const rummy_okey_outcome *outcome, int players)
{
    printf("ending %d winner %d by %d with %d factor %" PRId32 " points", outcome->ending, outcome->winner, outcome->won_by, outcome->finished_with, outcome->factor);
    for (int seat = 0; seat < players; seat++)
        printf(" %" PRId32, outcome->points[seat]);
    printf("\n");
}

int main(int argc, char **argv)
{
    rummy_okey_rules rules;
    rummy_okey_state state;
    rummy_okey_view view;
    rummy_okey_outcome outcome;
    rummy_random random;
    rummy_event event;
    uint8_t deck[RUMMY_OKEY_TILES];
    uint16_t moves[RUMMY_OKEY_MOVES];

    if (argc != 3 && argc != 3 + RUMMY_OKEY_TILES) {
        fprintf(stderr, "usage: %s SEED PLAYERS [KIND * %d]\n", argv[0], RUMMY_OKEY_TILES);
        return 2;
    }
    uint64_t seed = strtoull(argv[1], NULL, 10);
    int players = atoi(argv[2]);

    rummy_okey_rules_init(&rules);
    rules.payout = RUMMY_OKEY_PAYOUT_DEDUCT;
    int count = rummy_okey_rules_resolve(&rules, players, &rules, NULL);
    if (count < 0)
        return fail("rules", count);

    rummy_random_seed(&random, seed);
    rummy_okey_shuffle(&rules, &random, deck);
    for (int i = 3; i < argc; i++)
        deck[i - 3] = (uint8_t)atoi(argv[i]);

    count = rummy_okey_deal(&state, &rules, players, 0, NULL, deck);
    rummy_random_seed(&random, rummy_derive(seed, 1));
    while (count > 0) {
        count = rummy_okey_moves(&state, moves);
        uint16_t move = moves[count - 1]; /* they ascend: a finish comes last */
        if (move < RUMMY_OKEY_FINISH)
            move = moves[rummy_random_below(&random, (uint32_t)count)];
        count = rummy_okey_play(&state, -1, move, &event, moves);
        if (count < 0)
            break;
        (void)rummy_okey_view_of(&state, event.seat, &view);
        printf("%d %d %d %d\n", event.seat, event.move, event.tile, view.stock);
    }
    if (count < 0)
        return fail("round", count);

    count = rummy_okey_outcome_of(&state, &outcome);
    if (count < 0)
        return fail("outcome", count);
    print_outcome(&outcome, players);
    return EXIT_SUCCESS;
}
