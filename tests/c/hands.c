/* Ask all that the header answers about a hand, for random hands of both games, and print sums: ./hands SEED NUMBER
 *
 * Each line is the name of a question and a sum over its answers for NUMBER hands.
 * Builds for other machines must print the same. Hands come from few kinds, so many of them are near a win.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rummycore.h"

/* A sum to which the order matters. */
static uint64_t add(uint64_t sum, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ (bytes[i] + 1u)) * 0x100000001B3u;
    return sum;
}

static uint64_t add_number(uint64_t sum, int number)
{
    int32_t fixed = number;
    return add(sum, &fixed, sizeof fixed);
}

/* Ask all about a hand in one call, and add what it says. */
static uint64_t add_analysis(uint64_t sum, const rummy_okey_rules *rules, const uint8_t *faces, int indicator)
{
    rummy_okey_analysis a;
    rummy_okey_verdict verdict;
    uint8_t pieces[RUMMY_OKEY_HAND], discard = RUMMY_NONE;
    size_t sizes[RUMMY_ARRANGED], n = 0;
    sum = add_number(sum, rummy_okey_analyze(rules, faces, NULL, indicator, &a, NULL));
    sum = add_number(add_number(add_number(sum, a.win), a.by), a.distance);
    sum = add(add(add(sum, a.finishes, sizeof a.finishes), a.after, sizeof a.after), a.useful_after, sizeof a.useful_after);
    sum = add(add(add(sum, &a.useful, sizeof a.useful), a.available, sizeof a.available), a.missing, sizeof a.missing);
    for (int i = 0; i < a.nearest.melds; i++) { /* declare the nearest hand, which wins */
        const rummy_okey_meld *meld = &a.nearest.meld[i];
        memcpy(pieces + n, meld->piece, meld->size);
        sum = add(sum, meld->value, meld->size);
        sizes[i] = meld->size;
        n += meld->size;
    }
    for (int kind = 0; kind < RUMMY_KINDS; kind++)
        if (a.available[kind] > a.missing[kind])
            discard = (uint8_t)kind;
    if (rummy_okey_check_declaration(rules, indicator, pieces, sizes, a.nearest.melds, discard, NULL, &verdict) || verdict.code)
        exit(EXIT_FAILURE);
    return add_number(sum, verdict.win);
}

/* The same for a hand of Marriage, which has seen nothing yet. */
static uint64_t add_hand(uint64_t sum, const rummy_marriage_rules *rules, const uint8_t *faces, uint8_t tiplu)
{
    rummy_marriage_analysis a;
    rummy_marriage_verdict verdict;
    rummy_marriage_hand hand;
    uint8_t pieces[3 * RUMMY_MARRIAGE_LAID];
    size_t sizes[RUMMY_MARRIAGE_LAID], n = 0;
    int discard = RUMMY_NONE;
    memset(&a, 0, sizeof a);
    memset(&hand, 0, sizeof hand);
    memcpy(hand.concealed, faces, sizeof hand.concealed);
    hand.tiplu = tiplu;
    hand.taken = RUMMY_NONE;
    sum = add_number(sum, rummy_marriage_analyze(rules, &hand, &a, NULL));
    sum = add_number(add_number(add_number(add_number(sum, a.paired), a.by), a.distance), a.maal.points);
    sum = add(add(add(sum, a.finishes, sizeof a.finishes), a.after, sizeof a.after), a.useful_after, sizeof a.useful_after);
    sum = add(add(add(sum, &a.useful, sizeof a.useful), a.available, sizeof a.available), a.missing, sizeof a.missing);
    for (int i = 0; i < a.parts; i++) { /* declare the nearest hand, which wins */
        sizes[i] = a.part[i][2] == RUMMY_NONE ? 2 : 3;
        memcpy(pieces + n, a.part[i], sizes[i]);
        n += sizes[i];
    }
    for (int kind = 0; kind < RUMMY_KINDS; kind++)
        if (a.available[kind] > a.missing[kind])
            discard = kind;
    if (!a.parts)
        return sum;
    if (rummy_marriage_check_declaration(rules, tiplu, pieces, sizes, a.parts, discard, NULL, 0, RUMMY_NONE, RUMMY_NONE, &verdict) || verdict.code)
        exit(EXIT_FAILURE);
    return add_number(sum, verdict.by);
}

/* Draw `size` cards out of `copies` of each kind: of all, or of two to four suits and the ranks from `low` on. */
static void draw(rummy_random *random, int copies, int size, uint8_t faces[RUMMY_KINDS])
{
    uint8_t bag[3 * RUMMY_KINDS];
    int few = rummy_random_below(random, 4) != 0, low = (int)rummy_random_below(random, 6), suits = 2 + (int)rummy_random_below(random, 3);
    size_t n = 0;
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        int joker = kind == RUMMY_JOKER, rank = kind % RUMMY_RANKS;
        for (int i = 0; i < (joker ? 2 : copies); i++)
            if (joker || !few || (rank >= low && rank <= low + 7 && kind < suits * RUMMY_RANKS))
                bag[n++] = (uint8_t)kind;
    }
    rummy_shuffle(random, bag, n);
    memset(faces, 0, RUMMY_KINDS);
    for (int i = 0; i < size; i++)
        faces[bag[i]]++;
}

static void okey(rummy_random *random, int number)
{
    uint64_t wins = 0, finishes = 0, distances = 0, discards = 0, nearest = 0, arrangements = 0, analyses = 0;
    for (int at = 0; at < number; at++) {
        rummy_okey_rules rules;
        rummy_grammar grammar;
        rummy_arrangement laid;
        uint8_t faces[RUMMY_KINDS], values[RUMMY_KINDS], missing[RUMMY_KINDS], win;
        uint64_t by[1][2], useful[RUMMY_KINDS];
        int8_t table[RUMMY_KINDS];
        rummy_okey_rules_init(&rules);
        rules.false_joker_role = (int32_t)rummy_random_below(random, 2);
        rules.run_wrap = (int32_t)rummy_random_below(random, 2);
        (void)rummy_okey_rules_resolve(&rules, 0, &rules, NULL);
        int indicator = (int)rummy_random_below(random, RUMMY_FACES), ways = RUMMY_OKEY_MELDS | RUMMY_OKEY_PAIRS, size = 14 + at % 2;
        uint8_t of_row = (uint8_t)indicator;
        do
            draw(random, 2, size, faces);
        while (rummy_okey_values(&rules, faces, &of_row, 1, values, NULL) < 0);
        if (size == 14) {
            wins = add_number(wins, rummy_okey_win(&rules, values, 1, &win, NULL));
            wins = add(wins, &win, sizeof win);
        } else {
            finishes = add_number(finishes, rummy_okey_finishes(&rules, values, 1, by, NULL));
            finishes = add(finishes, by, sizeof by);
            discards = add_number(discards, rummy_okey_discards(&rules, values, NULL, &of_row, ways, 1, table, useful, NULL));
            discards = add(add(discards, table, sizeof table), useful, sizeof useful);
        }
        distances = add_number(distances, rummy_okey_distance(&rules, values, NULL, &of_row, ways, 1, table, useful, NULL));
        distances = add(add(distances, table, 1), useful, sizeof useful[0]);
        memset(missing, 0, sizeof missing);
        nearest = add_number(nearest, rummy_okey_nearest(&rules, values, NULL, indicator, ways, &laid, missing));
        nearest = add(nearest, missing, sizeof missing);
        rummy_okey_grammar(&rules, &grammar);
        arrangements = add_number(arrangements, rummy_arrange(&grammar, values, at % 3 ? RUMMY_BY_TILES : RUMMY_BY_POINTS, &laid, 1));
        arrangements = add_number(arrangements, laid.tiles * 1000 + laid.points);
        analyses = add_analysis(analyses, &rules, faces, indicator);
    }
    printf("okey win %016" PRIx64 "\nokey finishes %016" PRIx64 "\nokey distance %016" PRIx64 "\n", wins, finishes, distances);
    printf("okey discards %016" PRIx64 "\nokey nearest %016" PRIx64 "\nokey arrange %016" PRIx64 "\n", discards, nearest, arrangements);
    printf("okey analysis %016" PRIx64 "\n", analyses);
}

static void marriage(rummy_random *random, int number)
{
    uint64_t finishes = 0, primaries = 0, distances = 0, discards = 0, bounds = 0, nearest = 0, scores = 0, analyses = 0;
    for (int at = 0; at < number; at++) {
        rummy_marriage_rules rules;
        rummy_marriage_maal maal;
        static uint16_t lays[4096][3];
        uint8_t faces[RUMMY_KINDS], left[RUMMY_KINDS], missing[RUMMY_KINDS], combo[7][3], pair[10], tiplu;
        uint64_t by[1][2], useful[RUMMY_KINDS];
        int8_t table[RUMMY_KINDS], range[1][2];
        int route, whole = at % 2;
        rummy_marriage_goal goal = {(uint8_t)(whole ? 3 : 0), 4, (uint8_t)(whole ? 8 : 0)};
        rummy_marriage_rules_init(&rules);
        rules.printed_jokers = 2;
        rules.max_jokers_in_combo = 1 + (int32_t)rummy_random_below(random, 3);
        rules.ace_runs = (int32_t)rummy_random_below(random, 4);
        tiplu = (uint8_t)rummy_random_below(random, RUMMY_FACES);
        do
            draw(random, 3, whole ? 22 : 13, faces);
        while (rummy_marriage_left(&rules, faces, &tiplu, 1, left, NULL) < 0);
        finishes = add_number(finishes, rummy_marriage_finishes(&rules, &goal, faces, &tiplu, 1, by, NULL));
        finishes = add(finishes, by, sizeof by);
        int found = rummy_marriage_primary(&rules, faces, 3, lays, 4096);
        primaries = add_number(primaries, found);
        primaries = add(primaries, lays, found > 0 ? (size_t)found * sizeof lays[0] : 0);
        scores = add_number(scores, rummy_marriage_score(&rules, faces, tiplu, 0, 0, 0, RUMMY_MARRIAGE_THREE, &maal));
        scores = add_number(scores, maal.points);
        distances = add_number(distances, rummy_marriage_distance(&rules, &goal, faces, left, &tiplu, 1, table, useful, NULL));
        distances = add(add(distances, table, 1), useful, sizeof useful[0]);
        discards = add_number(discards, rummy_marriage_discards(&rules, &goal, faces, left, &tiplu, 1, table, useful, NULL));
        discards = add(add(discards, table, sizeof table), useful, sizeof useful);
        bounds = add_number(bounds, rummy_marriage_bounds(&rules, &goal, faces, left, 1, range, NULL));
        bounds = add(bounds, range, sizeof range);
        memset(missing, 0, sizeof missing);
        nearest = add_number(nearest, rummy_marriage_nearest(&rules, &goal, faces, left, tiplu, combo, pair, missing, &route));
        nearest = add(nearest, missing, sizeof missing);
        if (whole)
            analyses = add_hand(analyses, &rules, faces, tiplu);
    }
    printf("marriage finishes %016" PRIx64 "\nmarriage primary %016" PRIx64 "\nmarriage score %016" PRIx64 "\n", finishes, primaries, scores);
    printf("marriage distance %016" PRIx64 "\nmarriage discards %016" PRIx64 "\nmarriage bounds %016" PRIx64 "\n", distances, discards, bounds);
    printf("marriage nearest %016" PRIx64 "\nmarriage analysis %016" PRIx64 "\n", nearest, analyses);
}

int main(int argc, char **argv)
{
    rummy_random random;
    if (argc != 3) {
        fprintf(stderr, "usage: %s SEED NUMBER\n", argv[0]);
        return 2;
    }
    rummy_random_seed(&random, strtoull(argv[1], NULL, 10));
    okey(&random, atoi(argv[2]));
    marriage(&random, atoi(argv[2]));
    return EXIT_SUCCESS;
}
