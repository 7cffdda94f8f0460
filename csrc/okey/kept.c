/* Okey: how many tiles of a hand a winning hand of melds can keep.
 *
 * The question. A winning hand is four melds of 3+3+3+5 or 3+3+4+4 tiles, or three melds of 5+5+4; longer runs are
 * split. What is the most tiles of a held hand that such a hand can keep?
 *
 * The idea. The search does not try melds. It tries sets of held tiles that one meld can keep, the largest sets first:
 *
 *     5   11111                                        1: a held tile of one colour, 0: a hole that must be filled
 *     4   1111   11101 11011 10111   all four of a rank
 *     3   111    1101 1011   11001 10011 10101   three of a rank
 *     2   11 101 1001 10001   two of a rank
 *     1   any tile
 *
 * One expression on lanes finds all sets of one form in all colours at once. Four ideas keep the search small:
 *
 *   - Order. The melds of a hand can be put in such an order that each meld keeps every tile of its own that the melds
 *     before it do not use, and that no meld keeps more tiles than the one before it. So the sets are tried in this
 *     order only, and a hole is a tile of which no unused copy is held.
 *   - Bound. With r melds to come, a set of v tiles is tried only if r * v more tiles would beat the best hand known.
 *   - Room. Each set needs a meld of a least size. The sizes share a budget: two tiles beyond three each with four
 *     melds, two fives with three melds.
 *   - Singles. Where r more tiles are enough, any r tiles are, one in each meld.
 *
 * Why it is exact. A tile that fills a hole may not exist any more. If some kind has no copy at all, each set takes the
 * wilds that its holes need. At the end real melds fill the best packing (`fill`), because two melds may need the same
 * last copy. Filling fails if the wilds are too few, or if it takes too long. Then real melds are searched (`choose`),
 * and packings bound each step of that search. So the answer is exact however few tiles can still be had.
 *
 * The cost. Most hands need one search over packings. Few hands need the search over real melds.
 */
#include "kept.h"

#define MELDS KEPT_MELDS
#define ONES LANES(1)
#define PATIENCE 100
#define DONE 99 /* as the best: no better packing is needed */
#define FIRST_LANE ((uint64_t)0xFFFF)

/* The forms in the order of the search. */
enum {
    RUN_5, RUN_4, GROUP_4, RUN_4_A, RUN_4_B, RUN_4_C,
    RUN_3, GROUP_3, RUN_3_A, RUN_3_B, RUN_3_C, RUN_3_D, RUN_3_E,
    RUN_2, RUN_2_A, GROUP_2, GROUP_2_A, RUN_2_B, RUN_2_C
};

typedef struct shape {
    uint8_t tiles, holes; /* of a run, from its lowest tile on */
    uint8_t value, size;  /* tiles kept; of the smallest meld around them */
    uint8_t group;        /* not 0 for a group; for two of a rank: how many suits they are apart */
} shape;

static const shape forms[] = {
    [RUN_5] = {0x1F, 0, 5, 5, 0},      [RUN_4] = {0x0F, 0, 4, 4, 0},      [GROUP_4] = {0, 0, 4, 4, 1},
    [RUN_4_A] = {0x17, 0x08, 4, 5, 0}, [RUN_4_B] = {0x1B, 0x04, 4, 5, 0}, [RUN_4_C] = {0x1D, 0x02, 4, 5, 0},
    [RUN_3] = {0x07, 0, 3, 3, 0},      [GROUP_3] = {0, 0, 3, 3, 1},       [RUN_3_A] = {0x0B, 0x04, 3, 4, 0},
    [RUN_3_B] = {0x0D, 0x02, 3, 4, 0}, [RUN_3_C] = {0x15, 0x0A, 3, 5, 0}, [RUN_3_D] = {0x13, 0x0C, 3, 5, 0},
    [RUN_3_E] = {0x19, 0x06, 3, 5, 0}, [RUN_2] = {0x03, 0, 2, 3, 0},      [RUN_2_A] = {0x05, 0x02, 2, 3, 0},
    [GROUP_2] = {0, 0, 2, 3, 1},       [GROUP_2_A] = {0, 0, 2, 3, 2},     [RUN_2_B] = {0x09, 0x06, 2, 4, 0},
    [RUN_2_C] = {0x11, 0x0E, 2, 5, 0},
};

typedef struct keeper {
    okey_pool pool;
    int wrap, best, most;
    int tiles, scarce;     /* tiles held, wilds apart; whether some kind has no copy at all */
    int melds;             /* of the hands looked for: 4 or 3 */
    uint64_t set[MELDS];   /* of the packing under way; a 1 after 13 as its own bit */
    uint64_t found[MELDS]; /* of the best one */
    int sets_found, melds_found;
    uint64_t must;        /* a tile that must be kept, or 0 */
    okey_asked *asked;      /* or NULL */
    const int8_t *others; /* if a tile must be kept: what all melds but one can keep */
} keeper;

/* The tiles of a set. A 1 after 13 becomes the plain 1. */
static uint64_t tiles_of(uint64_t set) { return (set | (set >> HIGH_ONE & ONES)) & LANES(RANK_BITS); } /* plant: one-tile-at-both-ends */

/* The number of bits of a set that has few. */
static int count_few(uint64_t set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

static void take(uint64_t *once, uint64_t *twice, uint64_t tiles)
{
    *once &= ~tiles | *twice;
    *twice &= ~tiles;
}

/* ---------------------------------------------------------------- filling
 *
 * Choose the melds of a packing: first around its sets, then around single tiles, then anywhere. Each tile of a meld
 * takes a copy that exists. If no copy exists any more, it takes a wild. The tiles of the sets take their copies
 * before all others.
 */

typedef struct filling {
    const uint64_t *set;
    int sets, singles, melds, wrap;
    int *patience;
    uint64_t *meld; /* those chosen */
} filling;

typedef struct supply {
    uint64_t one, two;     /* what exists and is not taken */
    uint64_t loose, twins; /* single tiles that may be kept, once and twice */
    int size, wilds;       /* tiles of all melds to come; wilds that may stand for tiles that do not exist */
} supply;

static int fill(const filling *f, int at, const supply *there);

/* Let meld number `at` be `meld`, for which `tiles` are taken. */
static int fill_with(const filling *f, int at, const supply *there, uint64_t meld, uint64_t tiles)
{
    int after = f->melds - at - 1;
    supply rest = *there;
    tiles = tiles_of(tiles);
    rest.size -= count_few(meld);
    rest.wilds -= count_few(tiles & ~rest.one);
    if (rest.wilds < 0 || rest.size < 3 * after || rest.size > 5 * after || --*f->patience < 0) /* plant: rest-possible */
        return 0;
    f->meld[at] = tiles_of(meld);
    take(&rest.one, &rest.two, tiles);
    return fill(f, at + 1, &rest);
}

/* Fill the run or group around `set`, of which `ready` has been taken. */
static int fill_run(const filling *f, int at, const supply *there, uint64_t set, uint64_t ready)
{
    int low = lowest_bit(set), lane = low & ~(LANE - 1), end = lane + RUMMY_RANKS + f->wrap, high = low;
    for (uint64_t rest = set; rest; rest &= rest - 1)
        high = lowest_bit(rest);
    for (int length = high - low < 3 ? 3 : high - low + 1; length <= 5; length++) {
        uint64_t run = ((uint64_t)1 << length) - 1;
        for (int start = high - length < lane ? lane : high - length + 1; start <= low
             && start + length <= end; start++)
            if (fill_with(f, at, there, run << start, run << start & ~ready))
                return 1;
    }
    return 0;
}

static int fill_group(const filling *f, int at, const supply *there, uint64_t set, uint64_t ready)
{
    uint64_t rank = ONES << lowest_bit(set) % LANE;
    for (uint64_t without = rank & ~set; without; without &= without - 1) {
        uint64_t group = rank & ~(without & (0 - without));
        if (fill_with(f, at, there, group, group & ~ready))
            return 1;
    }
    return fill_with(f, at, there, rank, rank & ~ready);
}

static int fill_any(const filling *f, int at, const supply *there, uint64_t tile, uint64_t ready)
{
    return fill_run(f, at, there, tile, ready) || fill_group(f, at, there, tile, ready) ||
           (f->wrap && (tile & ONES) && fill_run(f, at, there, tile << HIGH_ONE, ready << HIGH_ONE));
}

/* Fill the melds from number `at` on. Returns whether it can be done. */
static int fill(const filling *f, int at, const supply *there)
{
    if (at == f->melds)
        return 1;
    if (at < f->sets) {
        uint64_t set = f->set[at];
        if (!(set & (set - 1)))
            return fill_any(f, at, there, set, set);
        uint64_t lane = FIRST_LANE << (lowest_bit(set) & ~(LANE - 1));
        return set & ~lane ? fill_group(f, at, there, set, set) : fill_run(f, at, there, set, set);
    }
    int single = at < f->sets + f->singles;
    for (uint64_t togo = single ? there->loose : LANES(RANK_BITS); togo; togo &= togo - 1) {
        uint64_t tile = togo & (0 - togo);
        supply rest = *there;
        if (single)
            take(&rest.loose, &rest.twins, tile);
        if (fill_any(f, at, &rest, tile, 0))
            return 1;
    }
    return 0;
}

/* Whether the packing found makes a hand of tiles that exist; the hand is written to `meld`. If not, another packing
 * may. */
static int real(const keeper *k, int kept, uint64_t meld[MELDS])
{
    int patience = PATIENCE, sets = k->sets_found;
    const uint64_t *set = k->found;
    filling f = {set, sets, kept, k->melds_found, k->wrap, &patience, meld};
    meld[MELDS - 1] = 0;
    supply there = {k->pool.one, k->pool.two, k->pool.once, k->pool.twice, RUMMY_OKEY_HAND, k->pool.all_wilds};
    for (int i = 0; i < sets; i++) {
        uint64_t tiles = tiles_of(set[i]);
        f.singles -= count_few(tiles);
        take(&there.one, &there.two, tiles);
        take(&there.loose, &there.twins, tiles);
    }
    return fill(&f, 0, &there); /* plant: packing-exists */
}

/* ---------------------------------------------------------------- the search */

/* Note a packing of `sets` sets that keeps `kept` tiles. The last of these are single tiles out of `rest`. */
static void improve(keeper *k, int sets, int kept, uint64_t rest)
{
    for (int i = 0; i < sets; i++)
        k->found[i] = k->set[i];
    k->sets_found = sets;
    k->melds_found = k->melds;
    if (!k->asked) {
        k->best = kept < k->most ? kept : DONE;
        return;
    }
    uint64_t meld[MELDS];
    if (real(k, k->most, meld))
        k->asked->tiles = k->asked->tell(k->asked->context, meld);
    k->asked->unsure |= k->asked->tiles & rest; /* other singles, or fillings, might do */
    k->asked->tiles &= ~rest;
    if (!k->asked->tiles)
        k->best = DONE;
}

typedef struct node {
    uint64_t once, twice; /* held and not kept yet */
    uint64_t one, two;    /* there, and not taken by what is kept or by holes */
    uint64_t from;        /* of the form of the last set, only sets from this bit on are tried */
    int8_t form;          /* that form */
    int8_t sets, kept, wilds;
    int8_t room;   /* four melds: tiles beyond three each; three melds: fives that may still come */
    int8_t groups; /* groups that may still come: one with three melds, else as many as there are */
    int8_t must;   /* whether the next set must keep the keeper's tile `must`; only for the first set */
} node;

static void search(keeper *k, const node *here);

/* The least number of wilds that a set needs. A tile that fills a hole, or lengthens a short set, may not exist. */
static int wilds_needed(const keeper *k, const node *next, const shape *form, uint64_t bit, uint64_t set)
{
    if (form->holes)
        return count_few(tiles_of(bit * form->holes) & ~next->one);
    if (form->value > 2)
        return 0;
    if (form->group)
        return !((ONES << lowest_bit(bit) % LANE) & ~set & next->one);
    uint64_t top = k->wrap ? LANES(0x3FFF) : LANES(RANK_BITS);
    return !(tiles_of((bit << 2 | (bit >> 1 & ~LANES(1 << 15))) & top) & next->one);
}

/* The index, in these numbers, of what all melds but one can keep with this room and these groups. */
static int others_index(int melds, int room, int groups) { return melds == 4 ? room : 1 + 2 * room + (groups > 0); }

/* The most tiles that can be kept if the next set keeps `value`. Later sets keep no more each, unless this one comes
 * first because of the tile `must`. */
static int most_with(const keeper *k, const node *here, int value, int melds)
{
    return here->must ? value + k->others[others_index(k->melds, 2, 1)] : here->kept + value * melds;
}

/* The bits of the sets of one form that keep a certain tile. */
static uint64_t around(const keeper *k, uint64_t tile, const shape *form)
{
    if (form->group) {
        uint64_t rank = ONES << lowest_bit(tile) % LANE;
        return form->value == 4 ? rank : form->value == 3 ? rank & ~tile : tile | next_suits(tile, 4 - form->group);
    }
    uint64_t places = k->wrap ? tile | (tile & ONES) << HIGH_ONE : tile, at = 0;
    for (int i = 0; i < 5; i++)
        if (form->tiles >> i & 1)
            at |= places >> i;
    return at;
}

/* All tiles that can lie in one run with a certain tile, and some tiles of the next colours. */
static uint64_t run_window(const keeper *k, uint64_t tile)
{
    uint64_t places = k->wrap ? tile | (tile & ONES) << HIGH_ONE : tile, two = places | places << 1 | places >> 1;
    two |= two << 1 | two >> 1;
    return two | two << 2 | two >> 2;
}

/* Try all sets of one form. Their bits are in `at`. */
static void try_form(keeper *k, const node *here, int number, uint64_t at)
{
    const shape *form = &forms[number];
    int melds = k->melds - here->sets;
    if (number == here->form)
        at &= here->from;
    if (here->must)
        at &= around(k, k->must, form);
    for (; at && most_with(k, here, form->value, melds) > k->best; at &= at - 1) {
        uint64_t bit = at & (0 - at), set = bit * form->tiles;
        if (form->group) {
            uint64_t rank = ONES << lowest_bit(bit) % LANE;
            set = form->value == 4 ? rank : form->value == 3 ? rank & ~bit : bit | next_suits(bit, form->group);
        }
        node next = *here;
        uint64_t tiles = tiles_of(set);
        take(&next.once, &next.twice, tiles);
        if (k->scarce) {
            take(&next.one, &next.two, tiles);
            next.wilds = (int8_t)(next.wilds - wilds_needed(k, &next, form, bit, set));
            if (next.wilds < 0)
                continue;
            take(&next.one, &next.two, tiles_of(bit * form->holes));
        }
        next.sets++;
        next.kept = (int8_t)(next.kept + form->value);
        next.form = (int8_t)number;
        next.from = 0 - bit;
        next.room = (int8_t)(next.room - (k->melds == 4 ? form->size - 3 : form->size == 5));
        if (k->melds == 3 && form->group)
            next.groups--;
        if (here->must) { /* this set came first because of `must`: any set may follow */
            if (next.kept + k->others[others_index(k->melds, next.room, next.groups)] <= k->best)
                continue;
            next.must = 0;
            next.form = -1;
        }
        k->set[here->sets] = set;
        search(k, &next);
    }
}

static void search(keeper *k, const node *here)
{
    int melds = k->melds - here->sets, singles = k->tiles - here->kept;
    /* One tile a meld. */
    if (singles > melds)
        singles = melds;
    if (k->asked && !(k->asked->tiles & here->once))
        return;
    if (here->kept + singles > k->best) {
        improve(k, here->sets, here->kept + singles, here->once);
        if (k->asked)
            return;
    }
    if (here->kept + 5 * melds <= k->best)
        return;
    uint64_t once = here->once, e = k->wrap ? once | (once & ONES) << HIGH_ONE : once;
    if (here->must) { /* only tiles around it matter */
        e &= run_window(k, k->must);
        once &= ONES << lowest_bit(k->must) % LANE;
    }
    uint64_t e1 = e >> 1, e2 = e >> 2, e3 = e >> 3 & ~LANES(1 << 13), e4 = e >> 4 & ~LANES(3 << 12);
    uint64_t n1 = next_suits(once, 3), n2 = next_suits(once, 2), n3 = next_suits(once, 1);
    uint64_t nearby = e & e1, beyond = e & e2;
    int three = k->melds == 3, four = three || here->room >= 1, five = here->room >= (three ? 1
                                                                                      : 2), group = here->groups > 0;
#define WORTH(value) (most_with(k, here, (value), melds) > k->best)
#define TRY(number, bits)                            \
    do {                                             \
        uint64_t at = (bits);                        \
        if (at && (number) >= here->form)            \
            try_form(k, here, (number), at);         \
    } while (0)
    if (here->form < RUN_3) {
        uint64_t ends = nearby & e3; /* 11?1 */
        if (five)
            TRY(RUN_5, ends & e2 & e4);
        if (!WORTH(4))
            return;
        if (four) {
            TRY(RUN_4, ends & e2);
            if (group)
                TRY(GROUP_4, once & n1 & n2 & n3 & FIRST_LANE); /* plant: group-4 */
        }
        if (five) {
            TRY(RUN_4_A, nearby & e2 & ~e3 & e4);
            TRY(RUN_4_B, ends & ~e2 & e4);
            TRY(RUN_4_C, beyond & ~e1 & e3 & e4);
        }
    }
    if (!WORTH(3))
        return;
    if (here->form < RUN_2) {
        TRY(RUN_3, nearby & e2);
        if (group)
            TRY(GROUP_3, n1 & n2 & n3);
        if (four) {
            TRY(RUN_3_A, nearby & ~e2 & e3);
            TRY(RUN_3_B, beyond & ~e1 & e3); /* plant: run-with-hole */
        }
        if (five) {
            TRY(RUN_3_C, beyond & ~e1 & ~e3 & e4);
            TRY(RUN_3_D, nearby & ~e2 & ~e3 & e4);
            TRY(RUN_3_E, e & ~e1 & ~e2 & e3 & e4);
        }
    }
    if (!WORTH(2))
        return;
    TRY(RUN_2, nearby & ~(e2 & e << 1));
    TRY(RUN_2_A, beyond & ~e1);
    if (group) {
        TRY(GROUP_2, once & n1 & ~(n2 & n3));
        TRY(GROUP_2_A, once & n2 & ~(n1 & n3) & 0xFFFFFFFF);
    }
    if (four)
        TRY(RUN_2_B, e & ~e1 & ~e2 & e3);
    if (five)
        TRY(RUN_2_C, e & ~e1 & ~e2 & ~e3 & e4);
}

/* Search with four melds, then with three. must: 0, or a tile to be kept. */
static void search_all(keeper *k, uint64_t must)
{
    const okey_pool *pool = &k->pool;
    node root = {.once = pool->once, .twice = pool->twice, .one = pool->one, .two = pool->two, .form = -1,
                 .wilds = (int8_t)pool->all_wilds, .room = 2, .groups = MELDS, .must = must != 0};
    k->must = must;
    k->scarce = pool->one != LANES(RANK_BITS);
    for (k->melds = 4; k->melds >= 3; k->melds--, root.groups = 1) { /* plant: melds-number */
        search(k, &root);
        if (must && 1 + k->others[others_index(k->melds, 2, 1)] > k->best) { /* alone in its meld */
            node next = root;
            take(&next.once, &next.twice, must);
            next.must = 0;
            next.sets = next.kept = 1;
            k->set[0] = must;
            search(k, &next);
        }
    }
    if (k->best == DONE)
        k->best = k->most;
}

/* ---------------------------------------------------------------- real melds */

#define SHAPES 197 /* 132 runs of 3 to 5, 65 groups */

typedef struct chooser {
    uint64_t meld[SHAPES];
    uint8_t gain[SHAPES], size[SHAPES];
    int n, best, most, melds, wrap;
    uint64_t now[MELDS], *found;
} chooser;

/* Whether a packing with so many melds to come can beat the best hand. */
static int can_beat(const chooser *c, const okey_pool *pool, int melds, int size, int kept)
{
    int over = size - (c->melds == 4 ? 3 : 4) * melds;
    keeper k = {.wrap = c->wrap, .best = c->best, .most = c->best + 1, .tiles = RUMMY_OKEY_HAND + 1, .scarce = 1,
                .melds = c->melds};
    node here = {.once = pool->once, .twice = pool->twice, .one = pool->one, .two = pool->two, .form = -1,
                 .sets = (int8_t)(c->melds - melds), .kept = (int8_t)kept, .wilds = (int8_t)pool->all_wilds,
                 .room = (int8_t)over};
    here.groups = (int8_t)(c->melds == 4 ? MELDS : melds - over);
    search(&k, &here);
    return k.best > c->best;
}

static int choose(chooser *c, const okey_pool *pool, int from, int melds, int size, int kept);

/* Lay meld number `i` as the first of so many to come, the others from number `from` on. Returns whether all is
 * done. */
static int lay(chooser *c, const okey_pool *pool, int i, int from, int melds, int size, int kept)
{
    uint64_t meld = c->meld[i];
    int togo = size - c->size[i];
    if (togo < 3 * (melds - 1) || togo > 5 * (melds - 1))
        return 0;
    kept += count_few(meld & pool->once);
    if (kept + c->gain[from] * (melds - 1) <= c->best)
        return 0;
    okey_pool rest = *pool;
    rest.all_wilds -= count_few(meld & ~pool->one);
    if (rest.all_wilds < 0)
        return 0;
    take(&rest.one, &rest.two, meld);
    take(&rest.once, &rest.twice, meld);
    c->now[melds - 1] = meld;
    return choose(c, &rest, from, melds - 1, togo, kept);
}

static int choose(chooser *c, const okey_pool *pool, int from, int melds, int size, int kept)
{
    if (melds == 0) {
        if (kept > c->best) {
            c->best = kept;
            for (int i = 0; i < MELDS; i++)
                c->found[i] = i < c->melds ? c->now[i] : 0;
        }
        return c->best >= c->most;
    }
    if (melds > 1 && melds < c->melds && !can_beat(c, pool, melds, size, kept))
        return 0;
    for (int i = from; i < c->n && kept + c->gain[i] * melds > c->best; i++)
        if (lay(c, pool, i, i, melds, size, kept))
            return 1;
    return 0;
}

/* The most tiles that real melds can keep, one of them with the tile `must` if this is not 0. */
static int choose_all(const okey_pool *pool, int wrap, int least, int most, uint64_t must, uint64_t meld[MELDS])
{
    chooser c = {.best = least, .most = most, .wrap = wrap, .found = meld};
    uint64_t all[SHAPES];
    int n = 0;
    for (int lane = 0; lane < 4 * LANE; lane += LANE)
        for (int length = 3; length <= 5; length++)
            for (int start = 0; start + length <= RUMMY_RANKS + wrap; start++)
                all[n++] = tiles_of((((uint64_t)1 << length) - 1) << (lane + start));
    for (int rank = 0; rank < RUMMY_RANKS; rank++) {
        all[n++] = ONES << rank;
        for (int lane = 0; lane < 4 * LANE; lane += LANE)
            all[n++] = ONES << rank & ~((uint64_t)1 << (lane + rank));
    }
    int gains[SHAPES];
    for (int i = 0; i < n; i++)
        gains[i] = count_few(all[i] & ~pool->one) > pool->all_wilds ? -1 : count_few(all[i] & pool->once);
    for (int gain = 5; gain >= 0; gain--) {
        for (int i = 0; i < n; i++) {
            if (gains[i] == gain) {
                c.gain[c.n] = (uint8_t)gain;
                c.size[c.n] = (uint8_t)count_few(all[i]);
                c.meld[c.n++] = all[i];
            }
        }
    }
    for (c.melds = 4; c.melds >= 3; c.melds--) {
        if (!must && choose(&c, pool, 0, c.melds, RUMMY_OKEY_HAND, 0))
            return c.best;
        for (int i = 0; must && i < c.n; i++) /* a meld with this tile comes first */
            if (c.meld[i] & must && lay(&c, pool, i, 0, c.melds, RUMMY_OKEY_HAND, 0))
                return c.best;
    }
    return c.best;
}

int kept_most(const okey_pool *pool, int wrap, int least, int most, uint64_t meld[MELDS])
{
    uint64_t unread[MELDS];
    keeper k = {.pool = *pool, .wrap = wrap, .best = least, .most = most, .tiles = pool->held};
    if (least >= most)
        return least;
    search_all(&k, 0);
    /* A packing that lacks no more tiles than there are wilds can always be filled. */
    if (k.best == least || (!meld && RUMMY_OKEY_HAND - k.best <= pool->all_wilds))
        return k.best;
    if (!meld)
        meld = unread;
    return real(&k, k.best, meld) ? k.best : choose_all(pool, wrap, least, k.best, 0, meld);
}

void kept_others(const okey_pool *pool, int wrap, const int8_t *most, int8_t others[KEPT_OTHERS])
{
    keeper k = {.pool = *pool, .wrap = wrap, .tiles = pool->held, .scarce = pool->one != LANES(RANK_BITS)};
    node root = {.once = pool->once, .twice = pool->twice, .one = pool->one, .two = pool->two, .form = -1, .sets = 1,
                 .wilds = (int8_t)pool->all_wilds};
    for (k.melds = 3; k.melds <= 4; k.melds++) {
        for (root.room = k.melds == 3 ? 1 : 0; root.room <= 2; root.room++) {
            for (root.groups = k.melds == 3 ? 0 : MELDS; root.groups <= (k.melds == 3 ? 1 : MELDS); root.groups++) {
                int at = others_index(k.melds, root.room, root.groups);
                /* With less room no more can be kept: that number is a lower bound here. */
                int less = k.melds == 4 ? at - 1 : root.room == 2 ? at - 2 : root.groups ? at - 1 : -1;
                k.most = most ? most[at] : RUMMY_OKEY_HAND;
                k.best = less < 0 ? 0 : others[less];
                if (k.best < k.most)
                    search(&k, &root);
                others[at] = (int8_t)(k.best == DONE ? k.most : k.best);
            }
        }
    }
}

void kept_with_each(const okey_pool *pool, int wrap, uint64_t tile, int goal, const int8_t *others, okey_asked *asked)
{
    keeper k = {.pool = *pool, .wrap = wrap, .best = goal - 1, .most = goal, .tiles = pool->held, .asked = asked,
                .others = others};
    search_all(&k, tile);
}

/* The tiles of all windows of `span` places that begin in `at`. */
static uint64_t covered(uint64_t at, int span)
{
    uint64_t tiles = at;
    for (int i = 1; i < span; i++)
        tiles |= at << i;
    return tiles_of(tiles);
}

uint64_t kept_may_help(const okey_pool *pool, int wrap, int goal, const int8_t others[KEPT_OTHERS])
{
    /* How many tiles must be held, apart from the one drawn, in a run of 3, 4 and 5, and in a group of 3 and 4? */
    int three = others[others_index(3, 2, 1)], alone = others[others_index(3, 2, 0)], last = others[others_index(3,
                                                                                                                 1, 1)];
    int needed[6] = {0, 0, 0};
    needed[3] = goal - 1 - (others[2] > three ? others[2] : three);
    needed[4] = goal - 1 - (others[1] > three ? others[1] : three);
    needed[5] = goal - 1 - (others[0] > last ? others[0] : last);
    int in_three = goal - 1 - (others[2] > alone ? others[2] : alone), in_four = goal - 1 - (others[1] > alone
                                                                                             ? others[1] : alone);
    if (needed[3] <= 0 || needed[4] <= 0 || needed[5] <= 0 || in_three <= 0 || in_four <= 0)
        return LANES(RANK_BITS);
    uint64_t once = pool->once, e = wrap ? once | (once & ONES) << HIGH_ONE : once, helpful = 0;
    uint64_t some[6] = {~(uint64_t)0}; /* starts of the windows that hold at least so many tiles */
    for (int i = 0; i < 5; i++) {
        for (int n = 5; n; n--)
            some[n] |= some[n - 1] & e >> i;
        if (i >= 2 && needed[i + 1] < i + 1)
            helpful |= covered(some[needed[i + 1]] & LANES((1u << (RUMMY_RANKS + wrap - i)) - 1), i + 1);
    }
    uint64_t n1 = next_suits(once, 1), n2 = next_suits(once, 2), n3 = next_suits(once, 3);
    uint64_t rank[4] = {0, n1 | n2 | n3, (n1 & n2) | (n1 & n3) | (n2 & n3), n1 & n2 & n3};
    if (in_three < 3)
        helpful |= rank[in_three];
    if (in_four < 4)
        helpful |= rank[in_four];
    return helpful;
}

int kept_with(const okey_pool *pool, int wrap, uint64_t tile, int goal, const int8_t *others, uint64_t meld[MELDS])
{
    keeper k = {.pool = *pool, .wrap = wrap, .best = goal - 1, .most = goal, .tiles = pool->held, .others = others};
    search_all(&k, tile);
    return k.best >= goal && (real(&k, goal, meld) || choose_all(pool, wrap, goal - 1, goal, tile, meld) == goal);
}
