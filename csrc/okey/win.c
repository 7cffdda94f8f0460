/* Okey hands: values, the win check, finishing discards. This file alone decides whether a hand wins.
 *
 * The question. Can these tiles all be melded, with so many wilds? A hand is two words of lanes (kind_sets.h),
 * `once` for what is held at least once and `twice` for what is held twice, and a number of wilds.
 *
 * The idea. The search asks for the fewest wilds that complete the hand. It goes from cheap to dear steps, and the
 * first step decides most hands:
 *
 *      fit       a few dozen operations on the words find tiles that fit no meld, or not all together: no win
 *      forced    a tile that no run can hold must go into a group: try each group, and begin again
 *      tables    nothing is forced: what does each colour cost in runs alone? Four look-ups. If the wilds pay: a win
 *      branch    some colour is too dear: a group takes a tile of it, or no group does; try the lowest tile first
 *
 * Why it is exact. With 14 tiles a surplus wild always finds a place. A run takes it (a full run is split first).
 * Three or four wilds make a run of their own. If all melds are full groups (4+4+4 and two wilds), one tile moves to
 * the two wilds. A run of six or more splits into runs of 3, 4 and 5. A group of one tile and two wilds costs the
 * same as a run of three. So neither of these two is tried.
 *
 * The cost. Few hands branch at all. The code is compiled once for each number of wilds up to two, so that tests
 * that do not matter for that number fall away.
 */
#include "../kind_sets.h"
#include "okey_rules.h"
#include "win_tables.h"

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

#define ONES LANES(1)
#define ALL (~(uint64_t)0)
#define HALF 0x7Fu /* ranks 1 to 7, or 8 to 13 and the 1 after 13 */

/* A hand for `melds`, which asks: can all tiles be melded with so many wilds? */
typedef struct hand {
    uint64_t once, twice;
    uint64_t open; /* tiles that a group may still take; all others stay in runs */
    uint64_t ones; /* ONES where a 1 may stand after 13, else 0 */
} hand;

INLINE uint64_t lowest(uint64_t set) { return set & (0 - set); }
INLINE uint64_t but_lowest(uint64_t set) { return set & (set - 1); }

/* Whether a set has more than n elements. n is small. */
INLINE int more_than(uint64_t set, int n)
{
    for (int i = 0; i < n; i++)
        set = but_lowest(set);
    return set != 0;
}

/* The same rank in all colours. */
INLINE uint64_t rank_of(uint64_t tile) { return ONES << (lowest_bit(tile) & (LANE - 1)); }

/* The hand without one copy of each tile of a set. */
INLINE hand without(hand h, uint64_t set)
{
    h.once &= ~set | h.twice; /* plant: group-copies */
    h.twice &= ~set;
    return h;
}

/* ---------------------------------------------------------------- what runs cost */

/* The fewest wilds that complete one colour with runs alone. RUN_DEAR_MANY: more than four. */
static int run_cost(unsigned once, unsigned twice, int wrap)
{
    unsigned low = run_ternary[once & HALF] + run_ternary[twice & HALF], high = run_mirrored[once >> 7] + run_mirrored[twice >> 7];
    int cost = many_costs[many_class[low]][many_class[high]]; /* plant: many-costs */
    if (cost == 0 || !wrap || !(once & 1))
        return cost;
    /* O-19: move one 1, then the other, to column 14, after 13. Its mirrored digit is the lowest. */
    for (unsigned ones = (twice & 1) ? 2 : 1, moved = 1; moved <= ones; moved++) { /* plant: ones-moved */
        int other = many_costs[many_class[low - moved]][many_class[high + moved]];
        if (other < cost)
            cost = other;
    }
    return cost;
}

/* The same for all colours. With at most two wilds, all costs above two are alike. Then one table does, which also
 * knows the 1 after 13. */
INLINE void run_costs(const hand *h, const int wilds, int cost[4])
{
    if (wilds > 2) {
        for (int i = 0; i < 4; i++)
            cost[i] = run_cost(h->once >> i * LANE & LANE_MASK, h->twice >> i * LANE & LANE_MASK, h->ones != 0);
        return;
    }
    /* Ranks 1 to 5 of a lane, held and held twice, make one index, ranks 6 to 13 two. */
    uint64_t low = (h->once & LANES(0x1F)) | (h->twice & LANES(0x1F)) << 5;
    uint64_t high = (h->once >> 5 & LANES(0xFF)) | (h->twice >> 5 & LANES(0xFF)) << 8; /* plant: second-copies */
    const uint8_t *low_class = run_low[h->ones & 1]; /* plant: low-class */
#define RUN_COST(i)                                                                                        \
    do {                                                                                                   \
        unsigned halves = (unsigned)(high >> (i) * LANE) & LANE_MASK;                                          \
        unsigned column = run_high[run_ternary[halves & 0xFF] + run_ternary[halves >> 8]];                 \
        cost[i] = run_table[low_class[low >> (i) * LANE & LANE_MASK]][column >> 5] >> (column & 31) & 3; /* plant: run-table */ \
    } while (0)
    RUN_COST(0);
    RUN_COST(1);
    RUN_COST(2);
    RUN_COST(3);
#undef RUN_COST
}

/* ---------------------------------------------------------------- tiles that fit nowhere */

/* All tiles that can lie in one meld of up to five with the lowest tile of a set: its rank, and its colour up to four
 * ranks away. The 1 counts as next to 13. */
INLINE uint64_t meld_mates(uint64_t tiles)
{
    static const uint16_t along[RUMMY_RANKS] = {0x1E1F, 0x3F, 0x7F, 0xFF, 0x1FF, 0x3FE, 0x7FC, 0xFF8, 0x1FF0, 0x1FE1, 0x1FC1, 0x1F81, 0x1F01}; /* plant: tiles-along */
    int at = lowest_bit(tiles), rank = at & (LANE - 1);
    return (uint64_t)along[rank] << (at - rank) | ONES << rank;
}

/* The tiles of a hand, by the melds that can hold them. */
typedef struct places {
    uint64_t run;  /* a run without wilds */
    uint64_t near; /* a run with one wild */
    uint64_t lone; /* no meld without wilds */
    uint64_t far;  /* no meld with a single wild */
} places;

INLINE places places_of(const hand *h, const int wilds)
{
    places p = {0, 0, 0, 0};
    uint64_t have = h->once & h->open, line = h->once | (h->once & h->ones) << HIGH_ONE;
    uint64_t a = next_suits(have, 1), b = next_suits(have, 2), c = next_suits(have, 3); /* held in the other colours */
    uint64_t run = line & line >> 1 & line >> 2;
    run |= run << 1 | run << 2;
    p.run = run | (run >> HIGH_ONE & h->ones); /* plant: run-with-one */
    p.lone = h->once & ~(p.run | (h->open & ((a & b) | (c & (a | b)))));
    if (wilds) {
        uint64_t near = line << 1 | line << 2 | line >> 1 | line >> 2;
        p.near = near | (near >> HIGH_ONE & h->ones); /* plant: near-with-one */
        p.far = p.lone & ~(p.near | (h->open & (a | b | c)));
    }
    return p;
}

/* Check each tile by itself. Returns 0 if the hand cannot win. Else it may win, and *forced are the tiles that must go
 * into groups.
 * With one wild: one meld takes the wild and all lone tiles. No wild helps the other tiles.
 * With two wilds: a far tile needs both, so its meld takes all lone tiles. Without a far tile, either two melds take
 * one wild each, or one meld takes both. (In one meld with both, lone tiles may stand three apart, as k3 and k6.) */
INLINE int can_fit(const hand *h, const int wilds, uint64_t *forced)
{
    *forced = 0;
    if (wilds > 2)
        return 1;
    places p = places_of(h, wilds);
    uint64_t helped; /* tiles that can lie in a meld with the wilds */
    if (wilds == 0) {
        *forced = h->once & ~p.run;
        return !p.lone;
    }
    if (!p.lone) {
        if (wilds == 1)
            *forced = h->once & ~(p.run | p.near);
        return 1;
    }
    if (wilds == 1) {
        if (p.far)
            return 0;
        helped = meld_mates(p.lone);
        *forced = h->once & ~(p.run | (p.near & helped)); /* plant: lone-helped */
        return !(p.lone & ~helped);
    }
    if (p.far) {
        helped = meld_mates(p.far);
        *forced = h->once & ~(p.run | helped); /* plant: far-helped */
        return !(p.lone & ~helped);
    }
    helped = meld_mates(p.lone);
    uint64_t second = p.lone & ~helped;
    if (!second)
        return 1;
    helped |= meld_mates(second); /* plant: second-wild */
    *forced = h->once & ~(p.run | (p.near & helped));
    return !(second & ~helped);
}

/* The natural tiles of 15 that may be the discard of a win. All other tiles cannot be it, for the reasons that
 * `can_fit` names. A discard never helps another tile. So a tile that blocks 15 tiles also blocks 14, unless the
 * discard is that tile or one that competes with it. */
static uint64_t must_go(const hand *h, int wilds)
{
    if (wilds > 2)
        return h->once;
    places p = places_of(h, wilds);
    uint64_t refused = wilds ? p.far : p.lone;
    if (wilds < 2 && refused)
        return but_lowest(refused) ? 0 : refused; /* plant: lone-discard */
    if (!p.lone)
        return h->once;
    uint64_t first = lowest(p.far ? p.far : p.lone), rest = p.lone & ~meld_mates(first);
    if (wilds == 2 && !p.far && rest) { /* two melds take a wild each */
        first |= lowest(rest);
        rest &= ~meld_mates(lowest(rest));
    }
    if (!rest)
        return h->once;
    return but_lowest(rest) ? first : first | rest; /* plant: lone-tiles */
}

/* ---------------------------------------------------------------- the search */

/* The hand is passed as four words, so that they stay in registers. */
#define PARTS uint64_t once, uint64_t twice, uint64_t open, uint64_t ones
#define PARTS_OF(h) (h)->once, (h)->twice, (h)->open, (h)->ones
static int settle_0(PARTS, uint64_t forced);
static int settle_1(PARTS, uint64_t forced);
static int settle_2(PARTS, uint64_t forced);
static int settle_many(PARTS, int wilds);

/* Whether all tiles can be melded. */
INLINE int melds(const hand *h, const int wilds)
{
    uint64_t forced;
    switch (wilds) {
    case 0: return can_fit(h, 0, &forced) && settle_0(PARTS_OF(h), forced);
    case 1: return can_fit(h, 1, &forced) && settle_1(PARTS_OF(h), forced);
    case 2: return can_fit(h, 2, &forced) && settle_2(PARTS_OF(h), forced);
    default: return settle_many(PARTS_OF(h), wilds);
    }
}

/* Try each group that takes this tile. */
INLINE int grouped(const hand *h, const int wilds, uint64_t tile)
{
    uint64_t others = h->once & h->open & rank_of(tile) & ~tile;
    for (uint64_t part = others; part; part = (part - 1) & others) { /* plant: group-parts */
        int two = !but_lowest(part); /* with a wild */
        if (two && !wilds)
            continue;
        hand rest = without(*h, part | tile); /* plant: group-tiles */
        if (two ? melds(&rest, wilds - 1) : melds(&rest, wilds)) /* plant: group-wilds */
            return 1;
    }
    return 0;
}

/* The number of bits of each lane, in the lowest byte of the lane. */
INLINE uint64_t lane_counts(uint64_t set)
{
    set -= set >> 1 & LANES(0x5555);
    set = (set & LANES(0x3333)) + (set >> 2 & LANES(0x3333));
    set = (set + (set >> 4)) & LANES(0x0F0F);
    return set + (set >> 8);
}

/* Nothing is forced. Try runs alone, by the tables. If they cost too much, try a group in some colour. */
INLINE int try_runs(hand h, const int wilds)
{
    int cost[4];
    run_costs(&h, wilds, cost);
    if (cost[0] + cost[1] + cost[2] + cost[3] <= wilds) /* plant: run-costs */
        return 1;
    uint64_t have = h.once & h.open, a = next_suits(have, 1), b = next_suits(have, 2), c = next_suits(have, 3);
    uint64_t can = have & (wilds ? a | b | c : (a & b) | (c & (a | b))), counts = lane_counts(can);
    uint64_t lane = 0, stuck = 0;
    int hardest = 4 * RUMMY_RANKS, stuck_cost = 0, dear = 0;
    for (int i = 0; i < 4; i++) {
        /* few choices first, then dear ones */
        int choices = (int)(counts >> i * LANE & 0xF), hard = 4 * choices - cost[i];
        if (!cost[i])
            continue;
        if (!choices) {
            stuck |= (uint64_t)LANE_MASK << i * LANE;
            stuck_cost += cost[i];
        } else if (hard < hardest) {
            hardest = hard;
            lane = (uint64_t)LANE_MASK << i * LANE;
            dear = cost[i];
        }
    }
    if (stuck_cost > wilds || !lane)
        return 0;
    hand rest = h;
    if (stuck) { /* no group can help these colours, so their costs are added up */
        rest.once &= ~stuck;
        rest.twice &= ~stuck;
        return melds(&rest, wilds - stuck_cost); /* plant: stuck-costs */
    }
    /* Either groups take some tiles of this colour, or they take none. The lowest tile is tried first. */
    for (uint64_t togo = can & lane; togo; togo = but_lowest(togo)) { /* plant: group-first */
        if (grouped(&h, wilds, lowest(togo)))
            return 1;
        h.open &= ~lowest(togo);
    }
    rest.once &= ~lane;
    rest.twice &= ~lane;
    return dear <= wilds && melds(&rest, wilds - dear); /* plant: dear-costs */
}

static int settle_0(PARTS, uint64_t forced)
{
    hand h = {once, twice, open, ones};
    while (forced) { /* three of a rank give no choice, four do */
        uint64_t group = h.once & h.open & rank_of(forced);
        if (more_than(group, 3)) /* plant: group-of-four */
            return grouped(&h, 0, lowest(forced));
        h = without(h, group);
        if (!can_fit(&h, 0, &forced))
            return 0;
    }
    return try_runs(h, 0);
}

static int settle_1(PARTS, uint64_t forced)
{
    hand h = {once, twice, open, ones};
    return forced ? grouped(&h, 1, lowest(forced)) : try_runs(h, 1);
}

static int settle_2(PARTS, uint64_t forced)
{
    hand h = {once, twice, open, ones};
    return forced ? grouped(&h, 2, lowest(forced)) : try_runs(h, 2);
}

static int settle_many(PARTS, int wilds)
{
    hand h = {once, twice, open, ones};
    return try_runs(h, wilds);
}

/* ---------------------------------------------------------------- hands */

/* What the rules say about a winning hand. */
typedef struct aims {
    uint64_t ones; /* as in a hand */
    int pairs;     /* wilds that seven pairs may hold, -1 where there are no seven pairs */
} aims;

static aims aims_of(const rummy_okey_rules *rules)
{
    aims a;
    a.ones = rules->run_wrap == RUMMY_OKEY_RUN_WRAP_HIGH_ONE ? ONES : 0; /* plant: high-one */
    a.pairs = !rules->seven_pairs ? -1 : rules->pairs_with_jokers == RUMMY_OKEY_PAIRS_WITH_JOKERS_ANY ? 4 : 0; /* plant: pair-wilds */
    return a;
}

INLINE hand hand_of(uint64_t singles, uint64_t twice, const aims *a)
{
    hand h = {singles | twice, twice, ALL, a->ones};
    return h;
}

/* O-21: each single tile pairs with a wild. The other wilds, an even number, pair with each other. */
INLINE int pairs_with(uint64_t singles, const int wilds, const aims *a)
{
    return !more_than(singles, wilds) && wilds <= a->pairs ? RUMMY_OKEY_PAIRS : 0; /* plant: seven-pairs */
}

/* How 14 tiles win. */
INLINE int wins_with(uint64_t singles, uint64_t twice, const int wilds, const aims *a)
{
    hand h = hand_of(singles, twice, a);
    return (melds(&h, wilds) ? RUMMY_OKEY_MELDS : RUMMY_OKEY_NO_WIN) | pairs_with(singles, wilds, a); /* plant: win-melds */
}

INLINE int wins(uint64_t singles, uint64_t twice, int wilds, const aims *a)
{
    if (wilds == 0)
        return wins_with(singles, twice, 0, a);
    if (wilds == 1)
        return wins_with(singles, twice, 1, a);
    return wilds == 2 ? wins_with(singles, twice, 2, a) : wins_with(singles, twice, wilds, a); /* plant: wilds-all */
}

/* The discards of 15 tiles that leave a win, as sets of values. */
static void finishes(uint64_t singles, uint64_t twice, int wilds, const aims *a, uint64_t by[2])
{
    hand h = hand_of(singles, twice, a);
    uint64_t found = 0;
    for (uint64_t togo = must_go(&h, wilds); togo; togo = but_lowest(togo)) {
        hand rest = without(h, lowest(togo));
        if (melds(&rest, wilds))
            found |= lowest(togo);
    }
    by[0] = kinds_in(found) | (wilds && melds(&h, wilds - 1) ? KIND_BIT(RUMMY_JOKER) : 0); /* plant: wild-finish */
    /* O-21 with one tile more: the discard is a single tile, or one of two, or a wild. */
    found = 0;
    if (wilds <= a->pairs)
        found = (more_than(singles, wilds + 1) ? 0 : singles) | (wilds && !more_than(singles, wilds - 1) ? twice : 0); /* plant: pair-finish */
    by[1] = kinds_in(found) | (wilds && wilds - 1 <= a->pairs && !more_than(singles, wilds - 1)
                               ? KIND_BIT(RUMMY_JOKER) : 0);
}

/* ---------------------------------------------------------------- public */

int rummy_okey_of(int indicator)
{
    if (indicator < 0 || indicator >= RUMMY_FACES)
        return RUMMY_E_INDICATOR;
    return indicator % RUMMY_RANKS == RUMMY_RANKS - 1 ? indicator - (RUMMY_RANKS - 1) : indicator + 1; /* plant: okey-after-13 */
}

void rummy_okey_grammar(const rummy_okey_rules *rules, rummy_grammar *out)
{
    out->group_min = 3;
    out->group_max = 4;
    out->run_min = 3;
    out->run_max = RUMMY_MELD_SIZE;
    out->high_one = rules->run_wrap == RUMMY_OKEY_RUN_WRAP_HIGH_ONE;
    out->pair = !rules->seven_pairs ? RUMMY_PAIR_NEVER
                : rules->pairs_with_jokers == RUMMY_OKEY_PAIRS_WITH_JOKERS_ANY ? RUMMY_PAIR_WILD
                                                                               : RUMMY_PAIR_NATURAL;
}

int rummy_okey_faces(const uint8_t *faces, int indicator, int *where)
{
    int sum = 0;
    if (indicator < 0 || indicator >= RUMMY_FACES)
        return RUMMY_E_INDICATOR;
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        if (faces[kind] > okey_copies(kind, indicator)) {
            if (where)
                *where = kind;
            return RUMMY_E_COPIES;
        }
        sum += faces[kind];
    }
    return sum;
}

int rummy_okey_values(const rummy_okey_rules *rules, const uint8_t *faces, const uint8_t *indicator, size_t n,
                      uint8_t *out, size_t *where)
{
    for (size_t i = 0; i < n; i++) {
        int tiles = rummy_okey_faces(faces + i * RUMMY_KINDS, indicator[i], NULL);
        if (tiles < 0) {
            if (where)
                *where = i;
            return tiles;
        }
    }
    for (size_t i = 0; i < n; i++)
        okey_to_values(rules, rummy_okey_of(indicator[i]), faces + i * RUMMY_KINDS, out + i * RUMMY_KINDS);
    return 0;
}

int rummy_okey_decode(const rummy_okey_rules *rules, uint64_t values, int indicator, uint64_t *faces)
{
    int okey = rummy_okey_of(indicator);
    if (okey < 0)
        return okey;
    if (values >> RUMMY_KINDS)
        return RUMMY_E_KIND;
    *faces = okey_faces_in(rules, okey, values);
    return 0;
}

/* ---------------------------------------------------------------- rows */

/* The number of tiles in a row of 53 values, or RUMMY_E_COPIES. */
static int count_values(const uint8_t *values)
{
    int tiles = 0;
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        if (values[kind] > (kind == RUMMY_JOKER ? 4 : 2))
            return RUMMY_E_COPIES;
        tiles += values[kind];
    }
    return tiles;
}

#if defined(__SSE2__)
/* Add up the columns of a row, 16 at a time. `most` keeps the greatest count of any row, `most_last` that of the
 * last five columns. */
INLINE __m128i sums(const uint8_t *row, __m128i *most, __m128i *most_last)
{
    __m128i a = _mm_loadu_si128((const __m128i *)(const void *)row), b = _mm_loadu_si128((const __m128i *)(const void *)(row + 16));
    __m128i c = _mm_loadu_si128((const __m128i *)(const void *)(row + 32));
    __m128i d = _mm_srli_si128(_mm_loadl_epi64((const __m128i *)(const void *)(row + 45)), 3);
    *most = _mm_max_epu8(_mm_max_epu8(_mm_max_epu8(*most, a), b), c);
    *most_last = _mm_max_epu8(*most_last, d);
    return _mm_adds_epu8(_mm_adds_epu8(_mm_adds_epu8(a, b), c), d); /* saturated, so that nothing is lost */
}

/* Whether all rows are right. Two rows are read at a time, and the answer is formed once, at the end. */
static int all_right(const uint8_t *values, size_t n, int tiles)
{
    const __m128i zero = _mm_setzero_si128(), right = _mm_set1_epi64x(tiles);
    __m128i most = zero, most_last = zero, wrong = zero;
    for (size_t i = 0; i < n; i += 2) { /* a last odd row stands for its neighbour too */
        __m128i s = sums(values + i * RUMMY_KINDS, &most,
                         &most_last), t = sums(values + (i + (i + 1 < n)) * RUMMY_KINDS, &most, &most_last);
        s = _mm_sad_epu8(_mm_adds_epu8(_mm_unpacklo_epi64(s, t), _mm_unpackhi_epi64(s, t)), zero);
        wrong = _mm_or_si128(wrong, _mm_xor_si128(s, right));
    }
    const __m128i two = _mm_set1_epi8(2), last = _mm_set_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2, 2, 2, 2);
    wrong = _mm_or_si128(wrong, _mm_or_si128(_mm_subs_epu8(most, two), _mm_subs_epu8(most_last, last)));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(wrong, zero)) == 0xFFFF;
}
#else
static int all_right(const uint8_t *values, size_t n, int tiles)
{
    for (size_t i = 0; i < n; i++)
        if (count_values(values + i * RUMMY_KINDS) != tiles)
            return 0;
    return 1;
}
#endif

/* Check rows of so many tiles before any answer is written. Returns 0, or the error of the first bad row, *where. */
static int check_rows(const uint8_t *values, size_t n, int tiles, size_t *where)
{
    if (all_right(values, n, tiles))
        return 0;
    size_t i = 0;
    int held = count_values(values);
    while (held == tiles)
        held = count_values(values + ++i * RUMMY_KINDS);
    if (where)
        *where = i;
    return held < 0 ? held : RUMMY_E_COUNT;
}

int rummy_okey_win(const rummy_okey_rules *rules, const uint8_t *values, size_t n, uint8_t *out, size_t *where)
{
    const aims a = aims_of(rules);
    uint64_t singles, twice;
    int error = check_rows(values, n, RUMMY_OKEY_HAND, where);
    if (error)
        return error;
    for (const uint8_t *end = out + n; out != end; out++, values += RUMMY_KINDS) {
        read_lanes(values, &singles, &twice);
        *out = (uint8_t)wins(singles, twice, values[RUMMY_JOKER], &a);
    }
    return 0;
}

int rummy_okey_finishes(const rummy_okey_rules *rules, const uint8_t *values, size_t n, uint64_t (*by)[2],
                        size_t *where)
{
    const aims a = aims_of(rules);
    uint64_t singles, twice;
    int error = check_rows(values, n, RUMMY_OKEY_HAND + 1, where);
    if (error)
        return error;
    for (size_t i = 0; i < n; i++) {
        read_lanes(values + i * RUMMY_KINDS, &singles, &twice);
        finishes(singles, twice, values[i * RUMMY_KINDS + RUMMY_JOKER], &a, by[i]);
    }
    return 0;
}

int okey_single_color(const uint8_t *values)
{
    uint64_t singles, twice;
    int tiles = count_values(values);
    if (tiles != RUMMY_OKEY_HAND)
        return tiles < 0 ? tiles : RUMMY_E_COUNT;
    read_lanes(values, &singles, &twice);
    if (twice & ~ONES) /* only the 1 may be there twice */
        return 0;
    for (int i = 0; i < 4; i++)
        if (!((singles | twice) & ~((uint64_t)LANE_MASK << i * LANE)))
            return 1;
    return 0;
}
