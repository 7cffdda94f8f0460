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

/* Indicators of rows: mostly one for all. */
static void read_indicators(input *in, uint8_t indicator[ROWS])
{
    uint8_t one = (uint8_t)read_kind(in);
    for (int i = 0; i < ROWS; i++)
        indicator[i] = read_rare(in, 3) ? (uint8_t)read_kind(in) : one;
}

static void values(input *in)
{
    uint8_t all[ROWS * K], out[ROWS * K] = {0}, indicator[ROWS];
    size_t n = (size_t)read_below(in, ROWS + 1), where = ROWS;
    int any = read_kind(in), at = -1;
    uint64_t faces = 0, set = (uint64_t)read_int(in) << 32 | (uint32_t)read_int(in);
    rummy_okey_rules rules;
    read_okey_rules(in, 0, &rules);
    read_indicators(in, indicator);
    uint8_t *rows = read_rows(in, n, read_below(in, 64), all);
    int okey = rummy_okey_of(any), code = rummy_okey_decode(&rules, set, any, &faces);
    MUST((okey < 0) == (any < 0 || any >= RUMMY_FACES));
    MUST(code == (okey < 0 ? RUMMY_E_INDICATOR : set >> K ? RUMMY_E_KIND : 0) && faces >> K == 0);
    code = rummy_okey_values(&rules, rows, indicator, n, out, &where);
    MUST(code == 0 || (code < 0 && !memcmp(out, untouched, sizeof out) && where < n));
    for (size_t i = 0; i < n; i++) {
        int tiles = rummy_okey_faces(rows + i * K, indicator[i], &at);
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
static uint8_t *read_left(input *in, const rummy_okey_rules *rules, const uint8_t *indicator, const uint8_t *rows, size_t n,
                          uint8_t all[ROWS * K])
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
    uint8_t all[ROWS * K], all_left[ROWS * K], won[ROWS], missing[K], indicator[ROWS];
    int8_t near_all[ROWS] = {0}, table[ROWS * K] = {0}, *near;
    uint64_t helps_all[ROWS] = {0}, helps[ROWS * K] = {0}, *useful;
    size_t n = (size_t)read_below(in, ROWS) + 1, where = ROWS;
    int ways = read_near(in, 4), size = RUMMY_OKEY_HAND + read_below(in, 2);
    rummy_okey_rules rules;
    rummy_arrangement found;
    read_okey_rules(in, 0, &rules);
    read_indicators(in, indicator);
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
        int nearest = rummy_okey_nearest(&rules, rows + i * K, left ? left + i * K : NULL, indicator[i], ways, &found, missing);
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

/* The printed tiles of a meld are counted off from `rest`. */
static void count_off(const rummy_okey_meld *meld, int okey, int rest[K])
{
    MUST(meld->size >= 2 && meld->size <= RUMMY_MELD_SIZE && meld->wild >> meld->size == 0);
    for (int i = 0; i < meld->size; i++) {
        int piece = meld->piece[i], value = meld->value[i];
        MUST(value < RUMMY_FACES && (meld->wild >> i & 1 ? piece == okey || piece == RUMMY_JOKER : piece == (value == okey ? RUMMY_JOKER : value)));
        MUST(piece < K && --rest[piece] >= 0);
    }
}

/* What is laid and what is left over are just the faces. */
static void check_laid(const rummy_okey_arrangement *a, int okey, const uint8_t *faces, const uint8_t *more)
{
    int rest[K], tiles = 0;
    for (int kind = 0; kind < K; kind++)
        rest[kind] = faces[kind] + (more ? more[kind] : 0) - a->rest[kind];
    MUST(a->melds <= RUMMY_ARRANGED);
    for (int i = 0; i < a->melds; i++) {
        count_off(&a->meld[i], okey, rest);
        tiles += a->meld[i].size;
    }
    MUST(tiles == a->tiles);
    for (int kind = 0; !more && kind < K; kind++)
        MUST(rest[kind] == 0);
}

static void faces(input *in)
{
    static rummy_okey_meld list[RUMMY_MELDS];
    uint8_t row[K];
    int rest[K], indicator = read_kind(in);
    rummy_okey_rules rules;
    rummy_okey_meld meld;
    rummy_okey_arrangement found[4];
    read_okey_rules(in, 0, &rules);
    read_row(in, 2, 2, read_below(in, 24), row);
    int okey = rummy_okey_of(indicator), tiles = rummy_okey_faces(row, indicator, NULL);
    for (int kind = 0; kind < K; kind++)
        rest[kind] = row[kind];
    int size = rummy_okey_meld_read(&rules, row, indicator, &meld);
    MUST(tiles < 0 ? size == tiles : size < 0 || size == tiles);
    if (size > 0)
        count_off(&meld, okey, rest);
    size_t cap = read_below(in, 2) ? RUMMY_MELDS : 0;
    int n = rummy_okey_melds(&rules, row, indicator, list, cap);
    MUST(tiles < 0 ? n == tiles : n >= 0 || n == RUMMY_E_SPACE);
    cap = (size_t)read_below(in, 5);
    n = rummy_okey_arrange(&rules, row, indicator, read_near(in, 2), found, cap);
    MUST(n <= (int)cap && (tiles >= 0 || n == tiles));
    for (int i = 0; i < n; i++)
        check_laid(&found[i], okey, row, NULL);
    n = rummy_okey_pairs(&rules, row, indicator, found);
    MUST(tiles >= 0 || n == tiles);
    if (n > 0)
        check_laid(&found[0], okey, row, NULL);
}

static void analyses(input *in)
{
    static const rummy_okey_analysis nothing;
    uint8_t row[K], gone[K];
    int indicator = read_kind(in), where = -1, size = RUMMY_OKEY_HAND + read_below(in, 2), away = read_below(in, 80);
    rummy_okey_rules rules;
    rummy_okey_analysis a = nothing;
    read_okey_rules(in, 0, &rules);
    read_row(in, 2, 2, size, row);
    read_row(in, 2, 2, away, gone);
    for (int kind = 0; read_below(in, 4) && kind < K; kind++) /* mostly what can lie elsewhere */
        gone[kind] = gone[kind] + row[kind] > (kind == indicator ? 1 : 2) ? 0 : gone[kind];
    int code = rummy_okey_analyze(&rules, row, read_below(in, 4) ? gone : NULL, indicator, &a, &where);
    MUST(code == 0 || code == RUMMY_E_INDICATOR || code == RUMMY_E_COUNT || (code == RUMMY_E_COPIES && where >= 0 && where < K));
    if (code) {
        MUST(!memcmp(&a, &nothing, sizeof a));
        return;
    }
    check_laid(&a.best, a.okey, row, NULL);
    MUST((a.distance == RUMMY_NEVER) == (a.by == 0) && (a.distance > 0) == (a.useful != 0));
    MUST(a.win == RUMMY_OKEY_NO_WIN || a.distance == 0);
    MUST(!(a.finishes[0] | a.finishes[1]) || a.distance == 0);
    MUST((a.nearest.tiles == RUMMY_OKEY_HAND) == (a.distance >= 0));
    if (a.distance >= 0) {
        MUST(tiles_of(a.missing) == a.distance);
        check_laid(&a.nearest, a.okey, row, a.missing);
    }
    for (int kind = 0; kind < K; kind++) {
        MUST(a.missing[kind] <= a.available[kind]);
        MUST(a.available[kind] || !((a.useful | a.useful_after[kind]) >> kind & 1));
        MUST((a.after[kind] == RUMMY_NOT_HELD) == (!row[kind] || tiles_of(row) == RUMMY_OKEY_HAND));
    }
}

static void declarations(input *in)
{
    uint8_t pieces[40] = {0}, hand[K];
    size_t sizes[9], n = (size_t)read_below(in, 9), laid = 0;
    int indicator = read_kind(in), discard = read_near(in, K);
    rummy_okey_rules rules;
    rummy_okey_verdict verdict = {0}, nothing = verdict;
    read_okey_rules(in, 0, &rules);
    for (size_t i = 0; i < n; i++) {
        sizes[i] = (size_t)read_below(in, 5);
        int kind = read_below(in, K), step = read_below(in, 3); /* equal tiles, a run, or a group */
        for (size_t j = 0; j < sizes[i]; j++)
            pieces[laid++] = (uint8_t)((kind + (int)j * (step == 2 ? RUMMY_RANKS : step)) % (K + read_rare(in, 200)));
    }
    read_row(in, 2, 2, RUMMY_OKEY_HAND + 1, hand);
    int code = rummy_okey_check_declaration(&rules, indicator, pieces, sizes, n, discard, read_below(in, 2) ? hand : NULL, &verdict);
    MUST(code == 0 || code == RUMMY_E_INDICATOR || code == RUMMY_E_KIND);
    MUST(code == 0 || !memcmp(&verdict, &nothing, sizeof verdict));
    MUST(code || (verdict.code == 0) == (verdict.win != RUMMY_OKEY_NO_WIN));
    MUST(code || verdict.code < 0 || (laid == RUMMY_OKEY_HAND && !verdict.parts && !tiles_of(verdict.faces)));
    MUST(verdict.parts >> n == 0);
}

void fuzz_okey_hands(input *in)
{
    static void (*const parts[])(input *) = {melds, values, wins, distances, faces, analyses, declarations};
    parts[read_below(in, 7)](in);
}
