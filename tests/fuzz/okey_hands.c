/* Fuzz target: what the library says of melds and of Okey hands. */
#include "fuzz.h"

#define ROWS 3 /* at most, in one call */

static const uint8_t untouched[ROWS * K * 8] = {0}; /* what outputs hold before a call that is refused */

/* Rows of 53 that end where their memory ends; what is read beyond is found. */
static uint8_t *read_rows(input *in, size_t n, int size, uint8_t all[ROWS * K])
{
    uint8_t *rows = all + (ROWS - n) * K;
    for (size_t i = 0; i < n; i++)
        read_row(in, 2, read_below(in, 5), size, rows + i * K);
    return rows;
}

static int tiles_of(const uint8_t *row)
{
    int tiles = 0;
    for (int kind = 0; kind < K; kind++)
        tiles += row[kind];
    return tiles;
}

/* The melds and the rest of an arrangement are tiles, and as many as it says. Returns how many tiles there are. */
static int check_arrangement(const rummy_arrangement *a)
{
    int tiles = 0;
    MUST(a->melds <= RUMMY_ARRANGED);
    for (int i = 0; i < a->melds; i++) {
        MUST(a->meld[i].size >= 2 && a->meld[i].size <= RUMMY_MELD_SIZE);
        for (int j = 0; j < a->meld[i].size; j++)
            MUST(a->meld[i].value[j] < RUMMY_FACES);
        tiles += a->meld[i].size;
    }
    MUST(tiles == a->tiles);
    return tiles + tiles_of(a->rest);
}

static void melds(input *in)
{
    uint8_t row[K];
    rummy_okey_rules rules;
    rummy_grammar grammar;
    rummy_meld meld, list[RUMMY_MELDS];
    rummy_arrangement found[4];
    read_okey_rules(in, 0, &rules);
    rummy_okey_grammar(&rules, &grammar);
    if (read_below(in, 2))
        read_bytes(in, &grammar, sizeof grammar);
    read_row(in, 2, 4, read_below(in, 24), row);
    int size = rummy_meld_read(&grammar, row, &meld);
    MUST(size > 0 ? size == meld.size && size == tiles_of(row) : size == RUMMY_E_ARGUMENT || (size <= RUMMY_E_MELD_SIZE && size >= RUMMY_E_PAIR_WILD));
    size_t cap = (size_t)read_below(in, 2) * RUMMY_MELDS;
    int n = rummy_meld_list(&grammar, row, list, cap);
    MUST(n >= 0 || n == RUMMY_E_SPACE || n == RUMMY_E_ARGUMENT);
    cap = (size_t)read_below(in, 5);
    int by = read_near(in, 2);
    n = rummy_arrange(&grammar, row, by, found, cap);
    MUST(n <= (int)cap);
    for (int i = 0; i < n; i++)
        MUST(check_arrangement(&found[i]) == tiles_of(row));
    n = rummy_pairs(row, &found[0]);
    MUST(n < 0 || (n == found[0].melds && check_arrangement(&found[0]) == tiles_of(row)));
}

static void values(input *in)
{
    uint8_t all[ROWS * K], out[ROWS * K] = {0};
    size_t n = (size_t)read_below(in, ROWS + 1), where = ROWS;
    int indicator = read_kind(in), at = -1;
    rummy_okey_rules rules;
    read_okey_rules(in, 0, &rules);
    uint8_t *rows = read_rows(in, n, read_below(in, 64), all);
    int okey = rummy_okey_of(indicator), code = rummy_okey_values(&rules, rows, indicator, n, out, &where);
    MUST((okey < 0) == (indicator < 0 || indicator >= RUMMY_FACES));
    MUST(okey >= 0 || code == RUMMY_E_INDICATOR);
    MUST(code == 0 || (!memcmp(out, untouched, sizeof out) && (code != RUMMY_E_COPIES || where < n)));
    for (size_t i = 0; i < n; i++) {
        int tiles = rummy_okey_faces(rows + i * K, indicator, &at);
        MUST(tiles < 0 ? tiles == RUMMY_E_INDICATOR || (at >= 0 && at < K) : tiles == tiles_of(rows + i * K));
        if (code == 0)
            MUST(tiles >= 0 && tiles_of(out + i * K) == tiles);
    }
    memset(out, 0, sizeof out);
    code = rummy_okey_left(&rules, rows, indicator, n, out, &where);
    MUST(code == 0 || !memcmp(out, untouched, sizeof out));
    if (code == 0 && n)
        MUST(rummy_okey_left(&rules, rows, indicator, n, rows, NULL) == 0 && !memcmp(rows, out, n * K)); /* in place */
}

static void wins(input *in)
{
    uint8_t all[ROWS * K], answers[ROWS] = {0}, *out;
    uint64_t by[ROWS][2] = {{0, 0}};
    size_t n = (size_t)read_below(in, ROWS + 1), where = ROWS;
    rummy_okey_rules rules;
    read_okey_rules(in, 0, &rules);
    int size = RUMMY_OKEY_HAND + read_below(in, 2);
    uint8_t *rows = read_rows(in, n, size, all);
    out = answers + (ROWS - n);
    int code = rummy_okey_win(&rules, rows, n, out, &where);
    MUST(code == 0 ? 1 : where < n && !memcmp(answers, untouched, sizeof answers));
    for (size_t i = 0; i < n; i++)
        MUST(out[i] <= (RUMMY_OKEY_MELDS | RUMMY_OKEY_PAIRS));
    code = rummy_okey_finishes(&rules, rows, n, by, &where);
    MUST(code == 0 ? 1 : where < n && !memcmp(by, untouched, sizeof by));
    for (size_t i = 0; code == 0 && i < n; i++) {
        for (int value = 0; value < 64; value++) { /* just these discards leave a win */
            int ways = (int)(by[i][0] >> value & 1) * RUMMY_OKEY_MELDS + (int)(by[i][1] >> value & 1) * RUMMY_OKEY_PAIRS;
            uint8_t rest[K], won = 0;
            memcpy(rest, rows + i * K, K);
            if (value < K && rest[value]) {
                rest[value]--;
                MUST(rummy_okey_win(&rules, rest, 1, &won, NULL) == 0);
            }
            MUST(won == ways);
        }
    }
}

/* What can still be had: NULL, anything, or what there is less some. Returns NULL or rows. */
static uint8_t *read_left(input *in, const rummy_okey_rules *rules, int indicator, const uint8_t *rows, size_t n, uint8_t all[ROWS * K])
{
    uint8_t *left = all + (ROWS - n) * K;
    int sort = read_below(in, 4);
    if (sort == 0)
        return NULL;
    if (sort == 1)
        return read_rows(in, n, read_below(in, 90), all);
    memset(all, 0, ROWS * K);
    if (rummy_okey_left(rules, rows, indicator, n, left, NULL) < 0)
        return NULL;
    for (size_t i = 0; i < n * K; i++) {
        uint8_t gone = (uint8_t)(sort == 2 ? read_below(in, 4) : read_rare(in, 8));
        left[i] = gone < left[i] ? (uint8_t)(left[i] - gone) : 0;
    }
    return left;
}

static void distances(input *in)
{
    uint8_t all[ROWS * K], all_left[ROWS * K], won[ROWS], missing[K];
    int8_t near_all[ROWS] = {0}, table[ROWS * K] = {0}, *near;
    uint64_t helps_all[ROWS] = {0}, helps[ROWS * K] = {0}, *useful;
    size_t n = (size_t)read_below(in, ROWS) + 1, where = ROWS;
    int indicator = read_kind(in), ways = read_near(in, 4), size = RUMMY_OKEY_HAND + read_below(in, 2);
    rummy_okey_rules rules;
    rummy_arrangement found;
    read_okey_rules(in, 0, &rules);
    uint8_t *rows = read_rows(in, n, size, all), *left = read_left(in, &rules, indicator, rows, n, all_left);
    near = near_all + (ROWS - n);
    useful = read_below(in, 2) ? helps_all + (ROWS - n) : NULL;
    int code = rummy_okey_distance(&rules, rows, left, indicator, ways, n, near, useful, &where);
    MUST(code <= 0);
    MUST(code == 0 || (!memcmp(near_all, untouched, sizeof near_all) && !memcmp(helps_all, untouched, sizeof helps_all)));
    int wins = code == 0 ? rummy_okey_win(&rules, rows, n, won, NULL) : -1;
    for (size_t i = 0; code == 0 && i < n; i++) {
        MUST(near[i] >= RUMMY_NEVER && near[i] <= RUMMY_OKEY_HAND);
        if (wins == 0)
            MUST((near[i] == 0) == ((won[i] & ways) != 0));
        memset(&found, 0, sizeof found);
        int nearest = rummy_okey_nearest(&rules, rows + i * K, left ? left + i * K : NULL, indicator, ways, &found, missing);
        MUST(nearest == near[i]);
        if (nearest >= 0)
            MUST(check_arrangement(&found) == RUMMY_OKEY_HAND && found.tiles == RUMMY_OKEY_HAND && tiles_of(missing) == nearest);
        if (useful && near[i] > 0)
            MUST(useful[i] != 0 && useful[i] >> K == 0);
    }
    code = rummy_okey_discards(&rules, rows, left, indicator, ways, n, table, useful ? helps : NULL, &where);
    MUST(code == 0 || (!memcmp(table, untouched, sizeof table) && !memcmp(helps, untouched, sizeof helps)));
    for (size_t i = 0; code == 0 && i < n * K; i++)
        MUST((table[i] == RUMMY_NOT_HELD) == !rows[i] && table[i] <= RUMMY_OKEY_HAND);
}

void fuzz_okey_hands(input *in)
{
    static void (*const parts[])(input *) = {melds, values, wins, distances};
    parts[read_below(in, 4)](in);
}
