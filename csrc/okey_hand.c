/* Okey hands: values, the win check, finishing discards. The one solver for "does this hand win".
 *
 * A hand is three numbers. Two words hold four lanes of 16 bits, one a colour, bit rank-1 in a lane:
 *
 *      63         48 47         32 31         16 15           0
 *     |      k      |      b      |      y      |      r       |      once: held at least once
 *                                                |..H3210987654321|   twice: held twice;  H = the 1 after 13
 *
 * and the third is the number of wilds. The search asks for the fewest wilds that complete the hand. That is enough, because with 14
 * tiles a surplus wild always finds a place: a run takes it (a full one is split first), three or four make a run of their own, and
 * where all melds are full groups (4+4+4 and two wilds) one tile moves over to the two wilds. Runs of six and more split into
 * runs of 3, 4 and 5, and a group of one tile and two wilds costs what a run of three does, so neither is tried.
 */
#include "internal.h"
#include "okey_tables.h"

#define LANE 16
#define LANE_MASK 0xFFFFu
#define RANK_BITS 0x1FFFu
#define HIGH_ONE 13 /* bit of the 1 after 13 */
#define LANES(bits) ((uint64_t)(bits) * 0x0001000100010001u)
#define LOW_HALF 0x7Fu

typedef struct okey_hand {
    uint64_t once, twice;
    int wilds;
} okey_hand;

/* ---------------------------------------------------------------- reading counts */

/* Gather bit 0 of eight bytes into eight bits, the first byte lowest. */
static uint64_t gather(uint64_t bytes) { return ((bytes & 0x0101010101010101u) * 0x0102040810204080u) >> 56; }

static uint64_t spread(uint64_t faces)
{
    return (faces & RANK_BITS) | (faces >> 13 & RANK_BITS) << 16 | (faces >> 26 & RANK_BITS) << 32 | (faces >> 39 & RANK_BITS) << 48;
}

/* Read 53 values. Returns the number of tiles, or RUMMY_E_COPIES. */
static int read_values(const uint8_t *values, okey_hand *hand)
{
    uint64_t once = 0, twice = 0;
    for (int at = 0; at < RUMMY_FACES; at += 8) {
        uint64_t bytes = 0;
        int here = RUMMY_FACES - at < 8 ? RUMMY_FACES - at : 8;
        for (int i = 0; i < here; i++) /* compilers make one load of it */
            bytes |= (uint64_t)values[at + i] << 8 * i;
        if ((bytes & (bytes >> 1) & 0x0101010101010101u) | (bytes & 0xFCFCFCFCFCFCFCFCu))
            return RUMMY_E_COPIES;
        uint64_t two = gather(bytes >> 1);
        twice |= two << at;
        once |= (gather(bytes) | two) << at;
    }
    if (values[RUMMY_JOKER] > 4)
        return RUMMY_E_COPIES;
    hand->once = spread(once);
    hand->twice = spread(twice);
    hand->wilds = values[RUMMY_JOKER];
    return rummy_count(once) + rummy_count(twice) + hand->wilds;
}

/* ---------------------------------------------------------------- runs */

/* Fewest wilds that complete one colour as runs alone (RUN_DEAR: more than four). */
static int run_cost(unsigned once, unsigned twice, int wrap)
{
    const uint8_t *low = run_costs[run_class[run_ternary[once & LOW_HALF] + run_ternary[twice & LOW_HALF]]];
    unsigned high = run_mirrored[once >> 7] + run_mirrored[twice >> 7];
    int cost = low[run_class[high]];
    if (cost == 0 || !wrap || !(once & 1))
        return cost;
    /* O-19: one 1, then the other, goes after 13, column 14, whose mirrored digit is the lowest. */
    for (int ones = (twice & 1) ? 2 : 1, moved = 1; moved <= ones; moved++) {
        unsigned less = run_ternary[once & LOW_HALF] + run_ternary[twice & LOW_HALF] - (unsigned)moved;
        int other = run_costs[run_class[less]][run_class[high + (unsigned)moved]];
        if (other < cost)
            cost = other;
    }
    return cost;
}

/* ---------------------------------------------------------------- the search */

/* Take one copy of each tile of `set`. */
static void take(okey_hand *hand, uint64_t set)
{
    hand->once &= ~set | hand->twice;
    hand->twice &= ~set;
}

/* Can everything be melded? `open` holds the tiles that a group may still take; all others stay in runs. */
static int melds(okey_hand hand, uint64_t open, int wrap)
{
    uint64_t have = hand.once & open;
    uint64_t a = have << 16 | have >> 48, b = have << 32 | have >> 32, c = have << 48 | have >> 16; /* the other colours */
    uint64_t can = hand.wilds ? have & (a | b | c) : have & ((a & b) | (a & c) | (b & c));
    int sum = 0, stuck = 0, fewest = 64, colour = -1, dear = 0;
    for (int lane = 0; lane < 4; lane++) {
        unsigned once = hand.once >> lane * LANE & LANE_MASK;
        if (!once)
            continue;
        int cost = run_cost(once, hand.twice >> lane * LANE & LANE_MASK, wrap);
        if (!cost)
            continue;
        sum += cost;
        int choices = rummy_count(can >> lane * LANE & LANE_MASK);
        if (!choices) {
            stuck += cost; /* no group can help this colour: it costs what it costs */
        } else if (choices < fewest) {
            fewest = choices;
            colour = lane;
            dear = cost;
        }
    }
    if (sum <= hand.wilds)
        return 1;
    if (stuck > hand.wilds || colour < 0)
        return 0;
    /* Either groups take some tiles of this colour, the lowest of them first, or none. */
    uint64_t lane_bits = (uint64_t)LANE_MASK << colour * LANE;
    for (uint64_t left = can & lane_bits; left; left &= left - 1) {
        uint64_t tile = left & (0 - left), rank = LANES(1) << (rummy_lowest(tile) & (LANE - 1));
        uint64_t others = have & rank & ~tile;
        for (uint64_t part = others; part; part = (part - 1) & others) {
            int size = rummy_count(part) + 1;
            if (size == 2 && !hand.wilds)
                continue;
            okey_hand rest = hand;
            rest.wilds -= size == 2;
            take(&rest, part | tile);
            if (melds(rest, open, wrap))
                return 1;
        }
        open &= ~tile;
    }
    return dear <= hand.wilds && melds(hand, open & ~lane_bits, wrap);
}

/* Could every tile find a meld? Looks at each tile by itself: *no* means that the hand cannot win, *yes* means nothing. */
static int hopeful(const okey_hand *hand, int wrap)
{
    uint64_t once = hand->once, line = wrap ? once | (once & LANES(1)) << HIGH_ONE : once;
    uint64_t a = once << 16 | once >> 48, b = once << 32 | once >> 32, c = once << 48 | once >> 16;
    uint64_t run = line & line >> 1 & line >> 2;
    run |= run << 1 | run << 2;
    uint64_t natural = run | run >> HIGH_ONE | (a & b) | (a & c) | (b & c);
    uint64_t lone = once & ~natural; /* in no meld without a wild */
    if (!lone)
        return 1;
    if (hand->wilds == 0)
        return 0;
    uint64_t near = line << 1 | line << 2 | line >> 1 | line >> 2;
    uint64_t far = lone & ~(near | (near >> HIGH_ONE & LANES(1)) | a | b | c); /* in none with one wild */
    if (hand->wilds == 1)
        return !far && rummy_count(lone) <= 4; /* one meld takes all lone ones */
    if (hand->wilds == 2)
        return rummy_count(far) <= 2; /* one meld takes both wilds: with one far tile, or as k3 and k6 with two */
    return 1;
}

static int wins(const okey_hand *hand, const rummy_okey_rules *rules)
{
    int result = RUMMY_OKEY_NO_WIN, wrap = rules->run_wrap == RUMMY_OKEY_RUN_WRAP_HIGH_ONE;
    if (hopeful(hand, wrap) && melds(*hand, hand->once, wrap))
        result |= RUMMY_OKEY_MELDS;
    /* O-21: single tiles pair with wilds, and the wilds left over, an even number, with each other. */
    if (rules->seven_pairs) {
        int helpers = rules->pairs_with_jokers == RUMMY_OKEY_PAIRS_WITH_JOKERS_ANY ? hand->wilds : 0;
        if (rummy_count(hand->once & ~hand->twice) <= helpers && helpers == hand->wilds)
            result |= RUMMY_OKEY_PAIRS;
    }
    return result;
}

/* ---------------------------------------------------------------- public */

int rummy_okey_of(int indicator)
{
    if (indicator < 0 || indicator >= RUMMY_FACES)
        return RUMMY_E_INDICATOR;
    return indicator % RUMMY_RANKS == RUMMY_RANKS - 1 ? indicator - (RUMMY_RANKS - 1) : indicator + 1;
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
        if (faces[kind] > (kind == indicator ? 1 : 2)) {
            if (where)
                *where = kind;
            return RUMMY_E_COPIES;
        }
        sum += faces[kind];
    }
    return sum;
}

int rummy_okey_values(const rummy_okey_rules *rules, const uint8_t *faces, int indicator, size_t n, uint8_t *out, size_t *where)
{
    int okey = rummy_okey_of(indicator);
    if (okey < 0)
        return okey;
    for (size_t i = 0; i < n; i++) {
        if (rummy_okey_faces(faces + i * RUMMY_KINDS, indicator, NULL) < 0) {
            if (where)
                *where = i;
            return RUMMY_E_COPIES;
        }
    }
    for (size_t i = 0; i < n; i++) {
        const uint8_t *row = faces + i * RUMMY_KINDS;
        uint8_t *to = out + i * RUMMY_KINDS;
        uint8_t okeys = row[okey], jokers = row[RUMMY_JOKER];
        for (int kind = 0; kind < RUMMY_FACES; kind++)
            to[kind] = row[kind];
        int wild = rules->false_joker_role == RUMMY_OKEY_FALSE_JOKER_ROLE_WILD; /* O-10 */
        to[okey] = wild ? 0 : jokers;
        to[RUMMY_JOKER] = (uint8_t)(wild ? okeys + jokers : okeys);
    }
    return 0;
}

int rummy_okey_win(const rummy_okey_rules *rules, const uint8_t *values, size_t n, uint8_t *out, size_t *where)
{
    okey_hand hand;
    for (size_t i = 0; i < n; i++) { /* all rows are checked before any answer is written */
        int tiles = read_values(values + i * RUMMY_KINDS, &hand);
        if (tiles != RUMMY_OKEY_HAND) {
            if (where)
                *where = i;
            return tiles < 0 ? tiles : RUMMY_E_COUNT;
        }
    }
    for (size_t i = 0; i < n; i++) {
        (void)read_values(values + i * RUMMY_KINDS, &hand);
        out[i] = (uint8_t)wins(&hand, rules);
    }
    return 0;
}

/* Bits of the values whose discard leaves a win. */
static void finishes(const okey_hand *hand, const rummy_okey_rules *rules, uint64_t by[2])
{
    by[0] = by[1] = 0;
    for (uint64_t left = hand->once; left; left &= left - 1) {
        okey_hand rest = *hand;
        take(&rest, left & (0 - left));
        int result = wins(&rest, rules);
        uint64_t bit = RUMMY_BIT(rummy_lowest(left) / LANE * RUMMY_RANKS + rummy_lowest(left) % LANE);
        by[0] |= result & RUMMY_OKEY_MELDS ? bit : 0;
        by[1] |= result & RUMMY_OKEY_PAIRS ? bit : 0;
    }
    if (hand->wilds) {
        okey_hand rest = *hand;
        rest.wilds--;
        int result = wins(&rest, rules);
        by[0] |= result & RUMMY_OKEY_MELDS ? RUMMY_BIT(RUMMY_JOKER) : 0;
        by[1] |= result & RUMMY_OKEY_PAIRS ? RUMMY_BIT(RUMMY_JOKER) : 0;
    }
}

int rummy_okey_finishes(const rummy_okey_rules *rules, const uint8_t *values, size_t n, uint64_t (*by)[2], size_t *where)
{
    okey_hand hand;
    for (size_t i = 0; i < n; i++) {
        int tiles = read_values(values + i * RUMMY_KINDS, &hand);
        if (tiles != RUMMY_OKEY_HAND + 1) {
            if (where)
                *where = i;
            return tiles < 0 ? tiles : RUMMY_E_COUNT;
        }
    }
    for (size_t i = 0; i < n; i++) {
        (void)read_values(values + i * RUMMY_KINDS, &hand);
        finishes(&hand, rules, by[i]);
    }
    return 0;
}

void rummy_okey_finishes_of(const rummy_okey_rules *rules, const uint8_t *faces, int indicator, uint64_t by[2])
{
    uint8_t values[RUMMY_KINDS];
    int okey = rummy_okey_of(indicator), wild_jokers = rules->false_joker_role == RUMMY_OKEY_FALSE_JOKER_ROLE_WILD;
    (void)rummy_okey_values(rules, faces, indicator, 1, values, NULL);
    uint64_t of[1][2] = {{0, 0}};
    (void)rummy_okey_finishes(rules, values, 1, of, NULL);
    for (int way = 0; way < 2; way++) { /* back to printed pieces: the wild column is the okey, its own the false joker */
        uint64_t found = of[0][way] & ~(RUMMY_BIT(okey) | RUMMY_BIT(RUMMY_JOKER));
        if (of[0][way] >> RUMMY_JOKER & 1)
            found |= (faces[okey] ? RUMMY_BIT(okey) : 0) | (wild_jokers && faces[RUMMY_JOKER] ? RUMMY_BIT(RUMMY_JOKER) : 0);
        if (of[0][way] >> okey & 1)
            found |= RUMMY_BIT(RUMMY_JOKER);
        by[way] = found;
    }
}

int rummy_okey_single_color(const uint8_t *values)
{
    okey_hand hand;
    int tiles = read_values(values, &hand);
    if (tiles != RUMMY_OKEY_HAND)
        return tiles < 0 ? tiles : RUMMY_E_COUNT;
    if (hand.twice & ~LANES(1)) /* only the 1 may be there twice */
        return 0;
    for (int lane = 0; lane < 4; lane++)
        if (!(hand.once & ~((uint64_t)LANE_MASK << lane * LANE)))
            return 1;
    return 0;
}
