/* Okey: how far a hand is from winning, which draws help, what each discard leaves (O-35). The one solver for these questions.
 *
 * A winning hand has 14 tiles, so the distance is 14 less the wilds held less the most other tiles that one winning hand can keep. Seven
 * pairs are counted (see `pairs`). Melds are searched, but not by trying melds: a meld that is not complete yet matters by the tiles
 * that it keeps, and of these *kept sets* there are few:
 *
 *      r4 r5 . r7      three kept in a row of four      may become r4 r5 r6 r7, or one of five
 *      r4 . r6         two kept in a row of three       r4 r5 r6, or four or five around it
 *      b9 k9           two of one number                a group of three or four
 *
 * Where they begin is found for all colours and numbers at once, by shifts of a word (lanes.h): A & A>>1 & ~(A>>2) & A>>3 says of the first kind.
 *
 * Four melds have 14 tiles if two of them, or one twice, are one longer than three; three melds are 4 + 5 + 5. So a kept set has a cost: what its span
 * takes of those 2. In any winning hand the melds can be taken so that each keeps all that is left of it, the one that keeps most first:
 * kept sets never grow from one meld to the next, equal ones come in the order of the list below, and a gap inside one is a tile that is not left. With
 * `need` tiles still to be kept by r melds, the next one must keep need / r at least; this bound does most of the pruning.
 *
 * A packing of kept sets is then laid as real melds over the tiles that still exist (`lay`): every slot takes a copy, and where none is left,
 * a wild must stand. Only if there are wilds enough is the packing good; else the search goes on. So the answer is exact however few tiles are left.
 */
#include <string.h>

#include "lanes.h"

#define MELDS 4
#define EXTRA 2 /* tiles that four melds have beyond three each */

/* The tiles of a hand but for its wilds: held once or twice, held twice. */
typedef struct hand {
    uint64_t once, twice;
} hand;

/* A kept set: the tiles (bit 13 of a lane for a 1 after 13), whether of a group. */
typedef struct kept {
    uint64_t tiles;
    int group;
} kept;

/* What does not change during the search for one hand. */
typedef struct table {
    uint64_t exist, twin; /* tiles of which a copy, two copies are held or can be had */
    int spare;            /* wilds, held or to be had, that can stand where no tile is left */
    int wrap;             /* may a 1 stand after 13 */
} table;

/* One search: `sets` are the kept sets chosen so far, `fixed` a meld laid beforehand. */
typedef struct search {
    const table *t;
    kept sets[MELDS];
    int n;
    uint64_t fixed; /* 0: none */
    int three;    /* the shape 4 + 5 + 5 */
    int refused;  /* a packing was found that could not be laid */
} search;

/* The kinds of kept sets, most tiles first. `gap`, `kept`: bits from the first tile on; a group set has none. */
enum { RUN, GROUP };
static const struct kind {
    uint8_t form, count, kept, span, cost;
} kinds[] = {
    {RUN, 5, 0x1F, 5, 2},
    {GROUP, 4, 0, 4, 1}, {RUN, 4, 0x0F, 4, 1}, {RUN, 4, 0x17, 5, 2}, {RUN, 4, 0x1B, 5, 2}, {RUN, 4, 0x1D, 5, 2},
    {GROUP, 3, 0, 3, 0}, {RUN, 3, 0x07, 3, 0}, {RUN, 3, 0x0B, 4, 1}, {RUN, 3, 0x0D, 4, 1}, {RUN, 3, 0x13, 5, 2}, {RUN, 3, 0x15, 5, 2}, {RUN, 3, 0x19, 5, 2},
    {GROUP, 2, 0, 3, 0}, {RUN, 2, 0x03, 3, 0}, {RUN, 2, 0x05, 3, 0}, {RUN, 2, 0x09, 4, 1}, {RUN, 2, 0x11, 5, 2},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* The same tiles with the 1 after 13 as the 1 it is. */
static uint64_t plain(uint64_t tiles) { return (tiles & LANES(RANK_BITS)) | (tiles >> HIGH_ONE & LANES(1)); }

/* ---------------------------------------------------------------- laying */

typedef struct stock {
    uint64_t exist, twin;
    int spare;
} stock;

/* Take one copy of each tile of a meld; what does not exist, a wild stands for. Returns 0 if these run out. */
static int use(stock *s, uint64_t meld)
{
    uint64_t dead = meld & ~s->exist;
    s->exist &= ~meld | s->twin;
    s->twin &= ~meld;
    s->spare -= rummy_count(dead);
    return s->spare >= 0;
}

static int lay(const search *s, stock left, int at, hand rest, int singles, int melds, int tiles);

static int lay_on(const search *s, stock left, uint64_t meld, int at, hand rest, int singles, int melds, int tiles)
{
    return use(&left, meld) && lay(s, left, at, rest, singles, melds - 1, tiles - rummy_count(meld));
}

/* Try every run, then every group, around `tiles`; `tiles` lie in one colour, or have one number, or are one. */
static int lay_around(const search *s, stock left, kept set, int both, int at, hand rest, int singles, int melds, int tiles)
{
    int least = tiles - 5 * (melds - 1), most = tiles - 3 * (melds - 1);
    int first = rummy_lowest(set.tiles), lane = first / LANE * LANE, low = first - lane;
    if (!set.group || both) {
        int span = 1, top = s->t->wrap ? RUMMY_RANKS + 1 : RUMMY_RANKS;
        for (uint64_t above = set.tiles >> first >> 1; above; above >>= 1)
            span++;
        for (int size = span > 3 ? span : 3; size <= 5; size++) {
            if (size < least || size > most)
                continue;
            int from = low + span - size > 0 ? low + span - size : 0;
            for (int start = from; start <= low && start + size <= top; start++) {
                uint64_t run = (((uint64_t)1 << size) - 1) << start << lane;
                if (lay_on(s, left, plain(run), at, rest, singles, melds, tiles))
                    return 1;
            }
        }
    }
    if (set.group || both) {
        uint64_t all = LANES(1) << low, gone;
        if (low > RUMMY_RANKS - 1)
            return 0;
        if (least <= 3 && most >= 3)
            for (uint64_t out = all & ~set.tiles; out; out &= out - 1) {
                gone = out & (0 - out);
                if (lay_on(s, left, all & ~gone, at, rest, singles, melds, tiles))
                    return 1;
            }
        if (least <= 4 && most >= 4 && lay_on(s, left, all, at, rest, singles, melds, tiles))
            return 1;
    }
    return 0;
}

/* Lay the kept sets from `at` on, then melds around `singles` tiles of the rest, then melds that keep nothing: `melds` in all, of `tiles` tiles. */
static int lay(const search *s, stock left, int at, hand rest, int singles, int melds, int tiles)
{
    if (melds == 0)
        return tiles == 0;
    if (tiles < 3 * melds || tiles > 5 * melds)
        return 0;
    if (at < s->n)
        return lay_around(s, left, s->sets[at], 0, at + 1, rest, singles, melds, tiles);
    uint64_t from = singles ? rest.once : LANES(RANK_BITS);
    for (; from; from &= from - 1) {
        kept set = {from & (0 - from), 0}, high = {(set.tiles & LANES(1)) << HIGH_ONE, 0};
        if (singles) { /* in ascending order, a second copy after the first */
            rest.once = (from & ~set.tiles) | (rest.twice & set.tiles);
            rest.twice &= ~set.tiles;
        }
        if (lay_around(s, left, set, 1, at, rest, singles ? singles - 1 : 0, melds, tiles))
            return 1;
        if (s->t->wrap && high.tiles && lay_around(s, left, high, 0, at, rest, singles ? singles - 1 : 0, melds, tiles))
            return 1;
    }
    return 0;
}

/* Can the packing be laid, with melds around so many tiles of the rest, or around none, in addition? */
static int laid(search *s, hand rest, int singles)
{
    stock left = {s->t->exist, s->t->twin, s->t->spare};
    int melds = s->three ? 3 : 4, tiles = RUMMY_OKEY_HAND;
    if (s->fixed) {
        melds--;
        tiles -= rummy_count(s->fixed);
        if (!use(&left, s->fixed)) {
            s->refused = 1;
            return 0;
        }
    }
    if (lay(s, left, 0, rest, singles, melds, tiles))
        return 1;
    s->refused = 1;
    return 0;
}

/* ---------------------------------------------------------------- packing */

static hand without(hand h, uint64_t tiles)
{
    hand rest = {h.once & (~tiles | h.twice), h.twice & ~tiles};
    return rest;
}

/* What a search may still spend on sizes, as three counters under guard bits: tiles beyond three each (four melds), melds of five, and groups (three melds). */
#define GUARDS 0x888u
#define FOUR_MELDS (GUARDS + 2)
#define THREE_MELDS (GUARDS + 0x120)

static unsigned cost_of(const struct kind *k, int three)
{
    if (!three)
        return k->cost;
    return (k->span == 5 ? 0x10u : 0) + (k->form == GROUP ? 0x100u : 0);
}

static int keep(search *s, hand h, int melds, unsigned room, int need, int from, int place);

static int keep_on(search *s, hand h, kept set, int melds, unsigned room, int need, int from, int place)
{
    s->sets[s->n++] = set;
    int found = keep(s, without(h, plain(set.tiles)), melds - 1, room, need, from, place);
    s->n--;
    return found;
}

/* Can so many melds keep `need` tiles of the hand, the next kept set being of a kind from `from` on, there from `place` on? */
static int keep(search *s, hand h, int melds, unsigned room, int need, int from, int place)
{
    uint64_t line = s->t->wrap ? rummy_line(h.once) : h.once;
    for (int k = from; k < KINDS; k++, place = 0) {
        const struct kind *kind = &kinds[k];
        if (kind->count * melds < need)
            break;
        if (kind->count > need)
            continue;
        unsigned after = room - cost_of(kind, s->three);
        if ((after & GUARDS) != GUARDS)
            continue;
        if (kind->form == RUN) {
            uint64_t starts = line;
            for (int i = 1; i < kind->span; i++)
                starts &= kind->kept >> i & 1 ? line >> i : i < kind->count + 1 || kind->kept >> i ? ~(line >> i) : ~(uint64_t)0;
            for (starts = starts >> place << place; starts; starts &= starts - 1) {
                int at = rummy_lowest(starts);
                kept set = {(uint64_t)kind->kept << at, 0};
                if (keep_on(s, h, set, melds, after, need - kind->count, k, at))
                    return 1;
            }
        } else {
            for (int suits = 1; suits < 16; suits++) {
                if (rummy_count((uint64_t)suits) != kind->count || suits << 4 < (place & ~15))
                    continue;
                uint64_t ranks = RANK_BITS, lanes = 0;
                for (int suit = 0; suit < 4; suit++)
                    if (suits >> suit & 1) {
                        ranks &= h.once >> suit * LANE;
                        lanes |= RUMMY_BIT(suit * LANE);
                    }
                if (suits << 4 == (place & ~15))
                    ranks = ranks >> (place & 15) << (place & 15);
                for (; ranks; ranks &= ranks - 1) {
                    int rank = rummy_lowest(ranks);
                    kept set = {lanes << rank, 1};
                    if (keep_on(s, h, set, melds, after, need - kind->count, k, suits << 4 | rank))
                        return 1;
                }
            }
        }
    }
    if (need > melds)
        return 0;
    int singles = need > 0 ? need : 0;
    if (rummy_count(h.once) + rummy_count(h.twice) < singles)
        return 0;
    return laid(s, h, singles);
}

/* Can a winning hand keep `need` tiles, with `fixed` as one of its melds (or 0)? */
static int can_keep(search *s, hand h, int need)
{
    int size = s->fixed ? rummy_count(s->fixed) : 0;
    s->n = s->three = 0;
    if (size < 6 && keep(s, h, size ? 3 : 4, FOUR_MELDS - (size ? (unsigned)size - 3 : 0), need, 0, 0))
        return 1;
    s->three = 1;
    return size != 3 && keep(s, h, size ? 2 : 3, THREE_MELDS - (size == 5 ? 0x10 : 0), need, 0, 0);
}

/* ---------------------------------------------------------------- one hand */

typedef struct question {
    hand natural;
    int wilds, wilds_left;
    uint64_t left;     /* of which tiles there is one to be had */
    uint64_t left_two; /* two */
    table t;
    int ways;
    int pairs_wild; /* O-21: wilds complete pairs */
} question;

/* The most tiles that a hand of melds can keep, if at least `floor` (else floor - 1): the wilds fill the rest. */
static int most_kept(const question *q, int floor)
{
    search s = {.t = &q->t};
    int most = RUMMY_OKEY_HAND - q->wilds, kept = floor - 1;
    for (int need = floor > 0 ? floor : 0; need <= most && can_keep(&s, q->natural, need); need++)
        kept = need;
    return kept;
}

/* Seven pairs: what is held twice is a pair; then single tiles count whose twin can be had; single tiles that only a wild can
 * complete; then tiles not held of which two can be had, of which one can, and last two wilds. */
static int pairs_distance(const question *q)
{
    uint64_t single = q->natural.once & ~q->natural.twice, other = LANES(RANK_BITS) & ~q->natural.once;
    int wanted = 7 - rummy_count(q->natural.twice), wilds = q->pairs_wild ? q->wilds : 0, spare = q->pairs_wild ? q->t.spare : 0;
    if (wanted <= 0)
        return 0;
    int live = rummy_count(single & q->left), dead = rummy_count(single & ~q->left);
    int two = rummy_count(other & q->left_two), one = rummy_count(other & q->left & ~q->left_two);
    int missing = live < wanted ? live : wanted;
    wanted -= missing;
    for (int completed = dead < wanted ? dead : wanted; completed >= 0; completed--) {
        int rest = wanted - completed, wild = spare - completed;
        rest -= two < rest ? two : rest;
        int halves = one < rest ? one : rest;
        wild -= halves + 2 * (rest - halves);
        if (wild >= 0) {
            int distance = missing + completed + 2 * (wanted - completed) - wilds;
            return distance > 0 ? distance : 0;
        }
    }
    return RUMMY_NEVER;
}

static int nearer(int a, int b) { return a < 0 ? b : b < 0 || a < b ? a : b; }

/* The distance by melds if it is below `limit`, else RUMMY_NEVER. */
static int melds_distance(const question *q, int limit)
{
    int floor = RUMMY_OKEY_HAND - q->wilds - limit + 1;
    int kept = most_kept(q, floor > 0 ? floor : 0);
    if (kept < 0 || kept < floor)
        return RUMMY_NEVER;
    int distance = RUMMY_OKEY_HAND - q->wilds - kept;
    return distance > 0 ? distance : 0;
}

static int distance_of(const question *q)
{
    int pairs = q->ways & RUMMY_OKEY_PAIRS ? pairs_distance(q) : RUMMY_NEVER;
    if (!(q->ways & RUMMY_OKEY_MELDS) || pairs == 0)
        return pairs;
    return nearer(melds_distance(q, pairs < 0 ? RUMMY_OKEY_HAND + 1 : pairs), pairs);
}

/* The hand after a draw of what can be had. */
static question drawn(const question *q, int value)
{
    question after = *q;
    if (value == RUMMY_JOKER) {
        after.wilds++;
        after.wilds_left--;
        return after;
    }
    uint64_t tile = rummy_lane_bit(value);
    after.natural.twice |= q->natural.once & tile;
    after.natural.once |= tile;
    after.left = (q->left & ~tile) | (q->left_two & tile);
    after.left_two &= ~tile;
    return after;
}

static uint64_t useful_of(const question *q, int distance)
{
    uint64_t useful = 0;
    if (distance <= 0)
        return 0;
    for (int value = 0; value < RUMMY_KINDS; value++) {
        int had = value == RUMMY_JOKER ? q->wilds_left > 0 : (q->left & rummy_lane_bit(value)) != 0;
        if (!had)
            continue;
        question after = drawn(q, value);
        int now = distance_of(&after);
        if (now >= 0 && now < distance)
            useful |= RUMMY_BIT(value);
    }
    return useful;
}

/* ---------------------------------------------------------------- rows */

static const uint8_t *row(const uint8_t *rows, size_t i) { return rows + i * RUMMY_KINDS; }

/* How many of each value there are beside the indicator (O-1, O-9 to O-11). */
static void all_values(const rummy_okey_rules *rules, int indicator, uint8_t out[RUMMY_KINDS])
{
    int wild = rules->false_joker_role == RUMMY_OKEY_FALSE_JOKER_ROLE_WILD;
    memset(out, 2, RUMMY_KINDS);
    out[RUMMY_JOKER] = wild ? 4 : 2;
    if (indicator == RUMMY_NONE)
        return;
    out[indicator] = 1;
    if (wild)
        out[rummy_okey_of(indicator)] = 0;
}

static int subtract(const uint8_t *all, const uint8_t *values, uint8_t *out)
{
    for (int value = 0; value < RUMMY_KINDS; value++) {
        if (values[value] > all[value])
            return RUMMY_E_COPIES;
        out[value] = (uint8_t)(all[value] - values[value]);
    }
    return 0;
}

static int check_indicator(int indicator) { return indicator == RUMMY_NONE ? 0 : rummy_okey_of(indicator) < 0 ? RUMMY_E_INDICATOR : 0; }

int rummy_okey_left(const rummy_okey_rules *rules, const uint8_t *values, int indicator, size_t n, uint8_t *out, size_t *where)
{
    uint8_t all[RUMMY_KINDS], left[RUMMY_KINDS];
    if (check_indicator(indicator))
        return RUMMY_E_INDICATOR;
    all_values(rules, indicator, all);
    for (size_t i = 0; i < n; i++)
        if (subtract(all, row(values, i), left)) {
            if (where)
                *where = i;
            return RUMMY_E_COPIES;
        }
    for (size_t i = 0; i < n; i++)
        (void)subtract(all, row(values, i), out + i * RUMMY_KINDS);
    return 0;
}

/* Read a row and what is left beside it. Returns the number of tiles or RUMMY_E_COPIES. */
static int ask(question *q, const rummy_okey_rules *rules, const uint8_t *all, const uint8_t *values, const uint8_t *left, int ways)
{
    uint8_t rest[RUMMY_KINDS];
    int sum = 0, other = 0;
    if (left) {
        for (int value = 0; value < RUMMY_KINDS; value++)
            if (left[value] > all[value] || values[value] + left[value] > all[value])
                return RUMMY_E_COPIES;
    } else {
        if (subtract(all, values, rest))
            return RUMMY_E_COPIES;
        left = rest;
    }
    if (!rummy_read(values, &q->natural.once, &q->natural.twice, &sum) || !rummy_read(left, &q->left, &q->left_two, &other) || values[RUMMY_JOKER] > 4)
        return RUMMY_E_COPIES;
    q->wilds = values[RUMMY_JOKER];
    q->wilds_left = left[RUMMY_JOKER];
    q->t.exist = q->natural.once | q->left;
    q->t.twin = q->natural.twice | q->left_two | (q->natural.once & q->left);
    q->t.spare = q->wilds + q->wilds_left;
    q->t.wrap = rules->run_wrap == RUMMY_OKEY_RUN_WRAP_HIGH_ONE;
    q->ways = rules->seven_pairs ? ways : ways & RUMMY_OKEY_MELDS;
    q->pairs_wild = rules->pairs_with_jokers == RUMMY_OKEY_PAIRS_WITH_JOKERS_ANY;
    return sum + q->wilds;
}

/* Check the rows; `least` tiles, or one more, up to 15. */
static int check_rows(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int indicator, int ways, int least, size_t n, uint8_t all[RUMMY_KINDS], size_t *where)
{
    question q;
    if (ways < 1 || ways > 3)
        return RUMMY_E_ARGUMENT;
    if (check_indicator(indicator))
        return RUMMY_E_INDICATOR;
    all_values(rules, indicator, all);
    for (size_t i = 0; i < n; i++) {
        int tiles = ask(&q, rules, all, row(values, i), left ? row(left, i) : NULL, ways);
        if (tiles < least || tiles > RUMMY_OKEY_HAND + 1) {
            if (where)
                *where = i;
            return tiles < 0 ? tiles : RUMMY_E_COUNT;
        }
    }
    return 0;
}

int rummy_okey_distance(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int indicator, int ways, size_t n, int8_t *out, uint64_t *useful, size_t *where)
{
    uint8_t all[RUMMY_KINDS];
    question q;
    int error = check_rows(rules, values, left, indicator, ways, RUMMY_OKEY_HAND, n, all, where);
    if (error)
        return error;
    for (size_t i = 0; i < n; i++) {
        (void)ask(&q, rules, all, row(values, i), left ? row(left, i) : NULL, ways);
        int distance = distance_of(&q);
        out[i] = (int8_t)distance;
        if (useful)
            useful[i] = useful_of(&q, distance);
    }
    return 0;
}

int rummy_okey_discards(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int indicator, int ways, size_t n, int8_t *out, uint64_t *useful, size_t *where)
{
    uint8_t all[RUMMY_KINDS];
    question q;
    int error = check_rows(rules, values, left, indicator, ways, RUMMY_OKEY_HAND + 1, n, all, where);
    if (error)
        return error;
    for (size_t i = 0; i < n; i++) {
        (void)ask(&q, rules, all, row(values, i), left ? row(left, i) : NULL, ways);
        for (int value = 0; value < RUMMY_KINDS; value++) {
            int distance = RUMMY_NOT_HELD;
            uint64_t helps = 0;
            if (row(values, i)[value]) {
                question after = q;
                if (value == RUMMY_JOKER)
                    after.wilds--, after.t.spare--;
                else
                    after.natural = without(q.natural, rummy_lane_bit(value));
                after.t.exist = after.natural.once | after.left;
                after.t.twin = after.natural.twice | after.left_two | (after.natural.once & after.left);
                distance = distance_of(&after);
                helps = useful ? useful_of(&after, distance) : 0;
            }
            out[i * RUMMY_KINDS + (size_t)value] = (int8_t)distance;
            if (useful)
                useful[i * RUMMY_KINDS + (size_t)value] = helps;
        }
    }
    return 0;
}

int rummy_okey_nearest(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int indicator, int ways, rummy_arrangement *out, uint8_t missing[RUMMY_KINDS])
{
    uint8_t all[RUMMY_KINDS], held[RUMMY_KINDS], drawn_of[RUMMY_KINDS] = {0};
    question q;
    rummy_grammar grammar;
    int error = check_rows(rules, values, left, indicator, ways, RUMMY_OKEY_HAND, 1, all, NULL);
    if (error)
        return error;
    int tiles = ask(&q, rules, all, values, left, ways);
    int melds = q.ways & RUMMY_OKEY_MELDS ? melds_distance(&q, RUMMY_OKEY_HAND + 1) : RUMMY_NEVER;
    int pairs = q.ways & RUMMY_OKEY_PAIRS ? pairs_distance(&q) : RUMMY_NEVER;
    int distance = nearer(melds, pairs);
    if (distance < 0)
        return RUMMY_NEVER;
    q.ways = melds == distance ? RUMMY_OKEY_MELDS : RUMMY_OKEY_PAIRS;
    memcpy(held, values, RUMMY_KINDS);
    for (int togo = distance; togo > 0; togo--, tiles++) { /* draw what helps, tiles before wilds */
        int value = rummy_lowest(useful_of(&q, togo));
        q = drawn(&q, value);
        held[value]++;
        drawn_of[value]++;
    }
    for (int value = 0; tiles > RUMMY_OKEY_HAND; value++) { /* and leave what is not needed, nothing that was drawn */
        while (tiles > RUMMY_OKEY_HAND && held[value] > drawn_of[value]) {
            question after = q;
            if (value == RUMMY_JOKER)
                after.wilds--;
            else
                after.natural = without(q.natural, rummy_lane_bit(value));
            if (distance_of(&after) != 0)
                break;
            q = after;
            held[value]--;
            tiles--;
        }
    }
    rummy_okey_grammar(rules, &grammar);
    if (q.ways == RUMMY_OKEY_MELDS)
        (void)rummy_arrange(&grammar, held, RUMMY_BY_TILES, out, 1);
    else
        (void)rummy_pairs(held, out);
    memcpy(missing, drawn_of, RUMMY_KINDS);
    return distance;
}
