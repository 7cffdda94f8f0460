/* Fuzz target: what the library says of Marriage hands. */
#include "fuzz.h"

#define ROWS 3 /* at most, in one call */

static const uint8_t untouched[ROWS * K * 8] = {0}; /* what outputs hold before a call that is refused */

/* Rows of 53 that end where their memory ends; what is read beyond is found. */
static uint8_t *read_rows(input *in, const rummy_marriage_rules *rules, size_t n, int size, uint8_t all[ROWS * K])
{
    uint8_t *rows = all + (ROWS - n) * K;
    for (size_t i = 0; i < n; i++)
        read_row(in, 3, rules->printed_jokers, size, rows + i * K);
    return rows;
}

static int cards_of(const uint8_t *row)
{
    int cards = 0;
    for (int kind = 0; kind < K; kind++)
        cards += row[kind];
    return cards;
}

#define CLOSED RUMMY_NONE

/* Combinations that a goal asks for. */
static int combos_of(const rummy_marriage_goal *goal) { return goal->primary == CLOSED ? 0 : goal->primary + goal->others; }

static rummy_marriage_goal read_goal(input *in)
{
    static const rummy_marriage_goal usual[] = {{3, 0, 7}, {3, 0, CLOSED}, {0, 4, CLOSED}, {3, 4, 8}, {3, 4, CLOSED}, {CLOSED, CLOSED, 7}, {0, 0, 8}};
    rummy_marriage_goal goal;
    int sort = read_below(in, 16);
    goal.primary = (uint8_t)read_near(in, 4);
    goal.others = (uint8_t)read_near(in, 5);
    goal.dublees = (uint8_t)read_near(in, 11);
    if (sort == 15 && !goal.primary && !goal.others)
        goal.primary = goal.others = CLOSED;
    if (sort == 15 && !goal.dublees)
        goal.dublees = CLOSED;
    return sort < 14 ? usual[sort % 7] : goal;
}

static void single(input *in)
{
    rummy_marriage_rules rules;
    uint8_t row[K], roles[K], three[3], seven[7][3];
    int where = -1;
    read_marriage_rules(in, 0, &rules);
    int tiplu = read_kind(in), code = rummy_marriage_roles(&rules, tiplu, roles), known = tiplu >= 0 && tiplu < RUMMY_FACES;
    MUST(code == (known || tiplu == RUMMY_NONE ? 0 : RUMMY_E_KIND));
    for (int i = 0; i < 3; i++)
        three[i] = (uint8_t)read_near(in, K);
    code = rummy_marriage_marriages(&rules, tiplu, (const uint8_t (*)[3])&three, 1);
    MUST(code == 0 || code == 1 || code == RUMMY_E_KIND);
    code = rummy_marriage_combo(&rules, tiplu, three);
    MUST((code >= 0 && code <= RUMMY_MARRIAGE_JOKERS) || code == RUMMY_E_KIND || (code <= RUMMY_E_COMBO_MIXED && code >= RUMMY_E_COMBO_UNSEEN));
    int combos = read_near(in, 8);
    read_row(in, 3, rules.printed_jokers, combos > 0 && combos < 60 ? 3 * combos : 3, row);
    code = rummy_marriage_faces(&rules, row, tiplu, &where);
    MUST(code < 0 ? code == RUMMY_E_KIND || (where >= 0 && where < K) : code == cards_of(row));
    code = rummy_marriage_arrange(&rules, row, tiplu, combos, seven);
    MUST(code < 0 || code == combos);
    for (int i = 0; i < code; i++) {
        MUST(rummy_marriage_combo(&rules, tiplu, seven[i]) >= 0);
        for (int j = 0; j < 3; j++)
            MUST(row[seven[i][j]]-- > 0);
    }
    MUST(code < 0 || cards_of(row) == 0);
}

static void primaries(input *in)
{
    static uint16_t ways[RUMMY_MARRIAGE_TRIPLES][3];
    rummy_marriage_rules rules;
    uint8_t row[K];
    read_marriage_rules(in, 0, &rules);
    read_row(in, 3, rules.printed_jokers, read_below(in, 26), row);
    int want = read_near(in, 4), n = rummy_marriage_primary(&rules, row, want, ways, RUMMY_MARRIAGE_TRIPLES), any = rummy_marriage_primary(&rules, row, want, NULL, 0);
    MUST(n <= RUMMY_MARRIAGE_TRIPLES && n != RUMMY_E_SPACE && any == (n > 0 ? 1 : n));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < want; j++)
            MUST(ways[i][j] >= RUMMY_MARRIAGE_LAY && ways[i][j] < RUMMY_MARRIAGE_LAY_PAIR && (!j || ways[i][j] >= ways[i][j - 1]));
    size_t cap = (size_t)read_below(in, 3);
    int few = rummy_marriage_primary(&rules, row, want, ways, cap);
    MUST(cap == 0 || few == (n > (int)cap ? RUMMY_E_SPACE : n));
    int dublees = rummy_marriage_dublees(row), twice = 0;
    for (int kind = 0; kind < RUMMY_FACES; kind++)
        twice += row[kind] > 1;
    MUST(dublees == twice);
}

static void finishes(input *in)
{
    rummy_marriage_rules rules;
    uint8_t all[ROWS * K], tiplu[ROWS], out[ROWS] = {0};
    uint64_t by[ROWS][2] = {{0, 0}};
    size_t n = (size_t)read_below(in, ROWS + 1), where = ROWS;
    rummy_marriage_goal goal = read_goal(in);
    read_marriage_rules(in, 0, &rules);
    int combos = combos_of(&goal), size = combos ? 3 * combos : read_below(in, 24);
    uint8_t *rows = read_rows(in, &rules, n, size + read_below(in, 2), all);
    for (size_t i = 0; i < n; i++)
        tiplu[i] = (uint8_t)read_kind(in);
    int code = rummy_marriage_win(&rules, &goal, rows, tiplu, n, out, &where);
    MUST(code == 0 || (code < 0 && !memcmp(out, untouched, sizeof out) && (code == RUMMY_E_ARGUMENT || where < n)));
    code = rummy_marriage_finishes(&rules, &goal, rows, tiplu, n, by, &where);
    MUST(code == 0 || (code < 0 && !memcmp(by, untouched, sizeof by) && (code == RUMMY_E_ARGUMENT || where < n)));
    for (size_t i = 0; code == 0 && i < n; i++) {
        for (int kind = 0; kind < 64; kind++) { /* just these discards leave the goal */
            int ways = (int)(by[i][0] >> kind & 1) * RUMMY_MARRIAGE_BY_COMBOS + (int)(by[i][1] >> kind & 1) * RUMMY_MARRIAGE_BY_DUBLEES;
            uint8_t rest[K], won = 0;
            memcpy(rest, rows + i * K, K);
            if (kind < K && rest[kind]) {
                rest[kind]--;
                MUST(rummy_marriage_win(&rules, &goal, rest, &tiplu[i], 1, &won, NULL) == 0);
            }
            MUST(won == ways);
        }
    }
}

/* A nearest reaching holds what it says. */
static void check_nearest(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *row,
                          int tiplu, int distance, uint8_t combo[7][3], const uint8_t pair[10],
                          const uint8_t missing[K], int by)
{
    uint8_t have[K];
    MUST(cards_of(missing) == distance);
    for (int kind = 0; kind < K; kind++)
        have[kind] = (uint8_t)(row[kind] + missing[kind]);
    if (by == RUMMY_MARRIAGE_BY_DUBLEES) {
        for (int i = 0; i < goal->dublees; i++)
            MUST(pair[i] < RUMMY_FACES && have[pair[i]] >= 2);
        return;
    }
    for (int i = 0; i < combos_of(goal); i++) {
        int kind = rummy_marriage_combo(rules, i < goal->primary ? RUMMY_NONE : tiplu, combo[i]);
        MUST(kind >= 0 && (i >= goal->primary || kind <= RUMMY_MARRIAGE_PURE));
        for (int j = 0; j < 3; j++)
            MUST(have[combo[i][j]]-- > 0);
    }
}

static void distances(input *in)
{
    rummy_marriage_rules rules;
    uint8_t all[ROWS * K], all_left[ROWS * K] = {0}, tiplu[ROWS], combo[7][3], pair[10], missing[K];
    int8_t near_all[ROWS] = {0}, between[ROWS][2] = {{0, 0}}, table[ROWS * K] = {0};
    uint64_t helps_all[ROWS] = {0}, helps[ROWS * K] = {0};
    size_t n = read_rare(in, 4) ? 2 : 1, where = ROWS;
    rummy_marriage_goal goal = read_goal(in);
    int by = 0, sort = read_below(in, 4), size = 3 * combos_of(&goal); /* far hands are dear: most are near */
    if (!size || size > RUMMY_MARRIAGE_HAND || read_rare(in, 16))
        size = read_below(in, 24);
    read_marriage_rules(in, 0, &rules);
    uint8_t *rows = read_rows(in, &rules, n, size + read_below(in, 2), all), *left = all_left + (ROWS - n) * K;
    int8_t *near = near_all + (ROWS - n);
    uint64_t *useful = read_below(in, 2) ? helps_all + (ROWS - n) : NULL;
    for (size_t i = 0; i < n; i++)
        tiplu[i] = (uint8_t)read_kind(in);
    int code = rummy_marriage_left(&rules, rows, tiplu, n, left, &where);
    MUST(code == 0 || (code < 0 && where < n && !memcmp(all_left, untouched, sizeof all_left)));
    if (sort == 0)
        left = NULL;
    else if (sort == 1)
        left = read_rows(in, &rules, n, read_below(in, 120), all_left);
    else
        for (size_t i = 0; i < n * K; i++) {
            uint8_t gone = (uint8_t)(sort == 2 ? read_below(in, 4) : read_rare(in, 8));
            left[i] = gone < left[i] ? (uint8_t)(left[i] - gone) : 0;
        }
    code = rummy_marriage_distance(&rules, &goal, rows, left, tiplu, n, near, useful, &where);
    MUST(code <= 0);
    MUST(code == 0 || (!memcmp(near_all, untouched, sizeof near_all) && !memcmp(helps_all, untouched, sizeof helps_all) && (code == RUMMY_E_ARGUMENT || where < n)));
    for (size_t i = 0; i < n; i++) {
        int nearest = rummy_marriage_nearest(&rules, &goal, rows + i * K, left ? left + i * K : NULL, tiplu[i], combo, pair, missing, &by);
        MUST(code ? nearest < 0 || n > 1 : nearest == near[i]);
        if (nearest >= 0)
            check_nearest(&rules, &goal, rows + i * K, tiplu[i], nearest, combo, pair, missing, by);
        if (code == 0 && useful && near[i] > 0)
            MUST(useful[i] != 0 && useful[i] >> K == 0);
    }
    int any = read_kind(in);
    MUST(rummy_marriage_nearest(&rules, &goal, rows, left, any, combo, pair, missing, &by) <= 21);
    if (!read_rare(in, 2)) /* the dear questions are asked less often */
        return;
    code = rummy_marriage_discards(&rules, &goal, rows, left, tiplu, n, table, useful ? helps : NULL, &where);
    MUST(code == 0 || (!memcmp(table, untouched, sizeof table) && !memcmp(helps, untouched, sizeof helps)));
    for (size_t i = 0; code == 0 && i < n * K; i++)
        MUST((table[i] == RUMMY_NOT_HELD) == !rows[i]);
    int bounded = rummy_marriage_bounds(&rules, &goal, rows, left, n, between, &where);
    MUST(bounded == 0 || (bounded < 0 && !memcmp(between, untouched, sizeof between)));
    /* what is left beside a row fits its tiplu */
    for (size_t i = 0; code == 0 && bounded == 0 && !left && i < n; i++) {
        MUST(near[i] == RUMMY_NEVER ? between[i][1] == RUMMY_NEVER : between[i][0] <= near[i] && between[i][0] >= 0);
        MUST(between[i][1] == RUMMY_NEVER || near[i] <= between[i][1]);
    }
}

/* Lay parts, most of them combinations or dublees. */
static void read_parts(input *in, uint8_t (*part)[3], int n)
{
    for (int i = 0; i < n; i++) {
        int kind = read_below(in, K), sort = read_below(in, 4); /* a tunnela, a run, a dublee, anything */
        for (int j = 0; j < 3; j++)
            part[i][j] = (uint8_t)(sort == 3 ? (int)read_byte(in) : sort == 1 ? (kind + j) % RUMMY_FACES : kind);
        if (sort == 2)
            part[i][2] = RUMMY_NONE;
    }
}

static void analyses(input *in)
{
    static const rummy_marriage_analysis nothing;
    rummy_marriage_rules rules;
    rummy_marriage_hand hand;
    rummy_marriage_analysis a = nothing;
    int where = -1, size = RUMMY_MARRIAGE_HAND + read_below(in, 2);
    memset(&hand, 0, sizeof hand);
    read_marriage_rules(in, 0, &rules);
    hand.laid = (uint8_t)(read_rare(in, 3) ? read_near(in, 4) : 0);
    hand.drafted = (uint8_t)(read_rare(in, 4) ? read_near(in, 3) : 0);
    read_parts(in, hand.part, 2 * RUMMY_MARRIAGE_LAID);
    for (int i = 0; i < hand.laid + hand.drafted && i < 2 * RUMMY_MARRIAGE_LAID; i++)
        size -= hand.part[i][2] == RUMMY_NONE ? 2 : 3;
    read_row(in, 3, rules.printed_jokers, size > 0 ? size : 0, hand.concealed);
    for (int kind = 0, some = read_below(in, 3); kind < K; kind++) /* mostly what can lie elsewhere */
        hand.gone[kind] = (uint8_t)(some == 2 && hand.concealed[kind] < 2 ? read_below(in, 2) : 0);
    hand.tiplu = (uint8_t)read_kind(in);
    hand.route = (uint8_t)(hand.laid ? hand.part[0][2] == RUMMY_NONE ? RUMMY_MARRIAGE_DUBLEE : RUMMY_MARRIAGE_THREE : read_near(in, 3));
    hand.taken = (uint8_t)(read_rare(in, 2) ? read_kind(in) : RUMMY_NONE);
    hand.players = (uint8_t)read_near(in, 7);
    hand.exposed = read_rare(in, 4) ? (uint64_t)1 << read_below(in, K) : 0;
    int code = rummy_marriage_analyze(&rules, &hand, &a, &where);
    MUST(code <= 0 && where >= -1 && where < K);
    if (code) {
        MUST(!memcmp(&a, &nothing, sizeof a));
        return;
    }
    MUST(a.distance == RUMMY_NEVER || (a.least == a.distance && a.most == a.distance));
    MUST(!a.by == !a.parts || !cards_of(a.missing)); /* a way of which nothing is missing may have no parts */
    MUST(!(a.useful >> K) && (a.by || !a.useful));
    for (int kind = 0; kind < K; kind++) {
        MUST(a.missing[kind] <= a.available[kind]);
        MUST(a.available[kind] || !((a.useful | a.useful_after[kind]) >> kind & 1));
        MUST(a.after[kind] == RUMMY_NOT_HELD || hand.concealed[kind]);
    }
}

static void declarations(input *in)
{
    uint8_t pieces[3 * 12], part[12][3], hand[K];
    size_t sizes[12], n = (size_t)read_below(in, 12), laid = 0;
    int tiplu = read_kind(in), discard = read_near(in, K), taken = read_rare(in, 2) ? read_kind(in) : RUMMY_NONE;
    int route = read_rare(in, 2) ? read_near(in, 3) : RUMMY_NONE;
    rummy_marriage_rules rules;
    rummy_marriage_verdict verdict, nothing;
    memset(&verdict, 0, sizeof verdict);
    nothing = verdict;
    read_marriage_rules(in, 0, &rules);
    read_parts(in, part, 12);
    for (size_t i = 0; i < n; i++) {
        sizes[i] = (size_t)(read_rare(in, 8) ? read_below(in, 4) : part[i][2] == RUMMY_NONE ? 2 : 3);
        memcpy(pieces + laid, part[i], sizes[i]);
        laid += sizes[i];
    }
    read_row(in, 3, rules.printed_jokers, RUMMY_MARRIAGE_HAND + 1, hand);
    int code = rummy_marriage_check_declaration(&rules, tiplu, pieces, sizes, n, discard, read_below(in, 2) ? hand : NULL, read_rare(in, 4) ? (uint64_t)1 << part[0][0] % 64 : 0, taken, route, &verdict);
    MUST(code == 0 || code == RUMMY_E_KIND || code == RUMMY_E_ARGUMENT || code == RUMMY_E_TAKEN);
    MUST(code == 0 || !memcmp(&verdict, &nothing, sizeof verdict));
    MUST(code || ((verdict.code == 0) == (verdict.by != 0) && verdict.part >= -1 && verdict.part < (int)n));
    MUST(code || verdict.code || (n >= 7 && verdict.part == -1 && !cards_of(verdict.faces)));
}

void fuzz_marriage_hands(input *in)
{
    static void (*const parts[])(input *) = {single, primaries, finishes, distances, analyses, declarations};
    parts[read_below(in, 6)](in);
}
