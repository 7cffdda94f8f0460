/* The meld grammar: recognising, listing and arranging melds. It knows what a meld is from a rummy_grammar alone,
 * whatever the game. */
#include <string.h>

#include "shared.h"

#define SUITS 4
#define SIZE_MIN 3 /* of groups and runs */

static int least(int a, int b) { return a < b ? a : b; }
static int rank_of(int kind) { return kind % RUMMY_RANKS + 1; }

/* Kind at position 1..14 of a run: 14 is the 1 after 13. */
static int run_kind(int suit, int position) { return suit * RUMMY_RANKS + (position - 1) % RUMMY_RANKS; }

static int run_points(int start, int size)
{
    int end = start + size - 1, high = end > RUMMY_RANKS;
    return size * (start + end) / 2 - (high ? RUMMY_RANKS : 0); /* the 1 after 13 counts 1 */ /* plant: high-one-counts */
}

static int run_end(const rummy_grammar *grammar) { return RUMMY_RANKS + (grammar->high_one ? 1 : 0); } /* plant: run-end */

static int is_group_size(const rummy_grammar *grammar, int size) { return size >= grammar->group_min && size <= grammar->group_max; }
static int is_run_size(const rummy_grammar *grammar, int size) { return size >= grammar->run_min && size <= grammar->run_max; }

/* Whether two bytes are bounds of sizes from 3 to `most`, or both 0, for no size at all. */
static int bounds_fit(int min, int max, int most) { return max ? SIZE_MIN <= min && min <= max && max <= most : !min; }

/* Whether the grammar is one that the header allows. Every call with a grammar asks this first. */
static int grammar_fits(const rummy_grammar *grammar)
{
    return bounds_fit(grammar->group_min, grammar->group_max, SUITS) && bounds_fit(grammar->run_min, grammar->run_max, RUMMY_MELD_SIZE)
           && grammar->high_one <= 1 && grammar->pair <= RUMMY_PAIR_WILD;
}

/* ---------------------------------------------------------------- shapes */

static void write_run(rummy_meld *meld, int suit, int start, int size)
{
    memset(meld, 0, sizeof *meld);
    meld->kind = RUMMY_RUN;
    meld->size = (uint8_t)size;
    meld->points = (uint16_t)run_points(start, size);
    for (int i = 0; i < size; i++)
        meld->value[i] = (uint8_t)run_kind(suit, start + i);
}

/* suits: bit set. */
static void write_group(rummy_meld *meld, int rank, unsigned suits)
{
    memset(meld, 0, sizeof *meld);
    meld->kind = RUMMY_GROUP;
    for (int suit = 0; suit < SUITS; suit++)
        if (suits >> suit & 1)
            meld->value[meld->size++] = (uint8_t)(suit * RUMMY_RANKS + rank - 1);
    meld->points = (uint16_t)(rank * meld->size);
}

/* Put a wild wherever `natural` has no tile. Returns the number of wilds. */
static int fill(rummy_meld *meld, const uint8_t *natural)
{
    int wilds = 0;
    meld->wild = 0;
    for (int i = 0; i < meld->size; i++) {
        if (!natural[meld->value[i]]) {
            meld->wild |= (uint16_t)(1u << i);
            wilds++;
        }
    }
    return wilds;
}

/* Call `found` for every shape of the grammar that `values` can fill; stop when it returns nonzero, and return that. */
typedef int (*shape_found)(const rummy_meld *meld, int wilds, void *context);

static int each_shape(const rummy_grammar *grammar, const uint8_t *values, shape_found found, void *context)
{
    rummy_meld meld;
    for (int rank = 1; rank <= RUMMY_RANKS; rank++) {
        for (unsigned suits = 1; suits < 1u << SUITS; suits++) {
            if (!is_group_size(grammar, count_bits(suits)))
                continue;
            write_group(&meld, rank, suits);
            int wilds = fill(&meld, values);
            if (wilds <= values[RUMMY_JOKER]) {
                int stop = found(&meld, wilds, context);
                if (stop)
                    return stop;
            }
        }
    }
    for (int suit = 0; suit < SUITS; suit++) {
        for (int start = 1; start <= RUMMY_RANKS; start++) {
            for (int size = grammar->run_min; size && size <= grammar->run_max && start + size - 1 <= run_end(grammar); size++) {
                write_run(&meld, suit, start, size);
                int wilds = fill(&meld, values);
                if (start == 1 && size == RUMMY_MELD_SIZE && values[run_kind(suit, 1)] == 1) { /* one 1 cannot stand at both ends */ /* plant: one-at-both-ends */
                    meld.wild |= 1u << (RUMMY_MELD_SIZE - 1);
                    wilds++;
                }
                if (wilds <= values[RUMMY_JOKER]) {
                    int stop = found(&meld, wilds, context);
                    if (stop)
                        return stop;
                }
            }
        }
    }
    return 0;
}

/* ---------------------------------------------------------------- recognising */

typedef struct reading {
    int tiles, wilds, best;
    rummy_meld *out;
} reading;

static int read_shape(const rummy_meld *meld, int wilds, void *context)
{
    reading *r = (reading *)context;
    if (meld->size == r->tiles && wilds == r->wilds && meld->points > r->best) { /* plant: all-in-meld */
        r->best = meld->points;
        *r->out = *meld;
    }
    return 0;
}

/* Write two tiles as a pair. */
static int read_pair(const rummy_grammar *grammar, const uint8_t *values, rummy_meld *out)
{
    /* two wilds alone stand for the dearest tile */
    int wilds = values[RUMMY_JOKER], kind = RUMMY_FACES - 1, natural = 0;
    for (int k = 0; k < RUMMY_FACES; k++) {
        if (values[k]) {
            kind = k;
            natural++;
        }
    }
    if (grammar->pair == RUMMY_PAIR_NEVER)
        return RUMMY_E_PAIR_NEVER;
    if (natural > 1)
        return RUMMY_E_MELD_PAIR;
    if (wilds && grammar->pair != RUMMY_PAIR_WILD)
        return RUMMY_E_PAIR_WILD;
    memset(out, 0, sizeof *out);
    out->kind = RUMMY_PAIR;
    out->size = 2;
    out->value[0] = out->value[1] = (uint8_t)kind;
    out->wild = (uint16_t)(wilds == 2 ? 3 : wilds ? 2 : 0);
    return 2;
}

/* Why so many tiles are no meld, if no shape could be read. */
static int why_not(const rummy_grammar *grammar, const uint8_t *values, int tiles)
{
    unsigned suits = 0, ranks = 0;
    int twice = 0;
    for (int kind = 0; kind < RUMMY_FACES; kind++) {
        if (values[kind]) {
            suits |= 1u << kind / RUMMY_RANKS;
            ranks |= 1u << rank_of(kind);
            twice |= values[kind] > 1;
        }
    }
    if (tiles < SIZE_MIN || tiles > RUMMY_MELD_SIZE)
        return RUMMY_E_MELD_SIZE;
    if (count_bits(ranks) <= 1)
        return twice ? RUMMY_E_MELD_SUIT : RUMMY_E_MELD_SIZE;
    if (count_bits(suits) > 1)
        return RUMMY_E_MELD_MIXED;
    if (!is_run_size(grammar, tiles))
        return RUMMY_E_MELD_SIZE;
    /* Would it be a run if ranks went round in a circle? */
    for (int start = 2; !twice && tiles <= RUMMY_RANKS && start <= RUMMY_RANKS; start++) {
        unsigned window = ((1u << tiles) - 1) << start, round = (window | window >> RUMMY_RANKS) & 0x3FFEu;
        if (window >> (RUMMY_RANKS + 1) && !(ranks & ~round))
            return RUMMY_E_MELD_WRAP;
    }
    return RUMMY_E_MELD_GAP;
}

int rummy_meld_read(const rummy_grammar *grammar, const uint8_t *values, rummy_meld *out)
{
    rummy_meld best;
    reading r = {0, values[RUMMY_JOKER], 0, &best};
    if (!grammar_fits(grammar))
        return RUMMY_E_ARGUMENT;
    for (int kind = 0; kind < RUMMY_KINDS; kind++)
        r.tiles += values[kind];
    if (r.tiles == 2)
        return read_pair(grammar, values, out);
    /* A shape of so many tiles that takes all wilds and no more holds every natural tile. */
    if (r.tiles <= RUMMY_MELD_SIZE)
        (void)each_shape(grammar, values, read_shape, &r);
    if (!r.best)
        return why_not(grammar, values, r.tiles);
    *out = best;
    return best.size;
}

/* ---------------------------------------------------------------- listing */

typedef struct listing {
    rummy_meld *out;
    size_t cap;
    int count;
} listing;

static int list_shape(const rummy_meld *meld, int wilds, void *context)
{
    listing *l = (listing *)context;
    (void)wilds;
    if ((size_t)l->count >= l->cap)
        return RUMMY_E_SPACE;
    l->out[l->count++] = *meld;
    return 0;
}

int rummy_meld_list(const rummy_grammar *grammar, const uint8_t *values, rummy_meld *out, size_t cap)
{
    listing l = {out, cap, 0};
    if (!grammar_fits(grammar))
        return RUMMY_E_ARGUMENT;
    int error = each_shape(grammar, values, list_shape, &l);
    return error ? error : l.count;
}

/* ---------------------------------------------------------------- arranging
 *
 * The question. Which arrangements of a hand keep the most tiles, or the most points?
 *
 * The idea. The natural tiles are taken in order of kind. The lowest tile not yet placed stays over, or lies in a
 * meld with some higher tiles. A run that is long enough to be two runs is laid as two; `part_max` is the longest
 * run that is not.
 *
 * Why it is exact. Every choice is tried, but for two kinds of waste. Of melds that keep the same tiles with the
 * same number of wilds, only one of the most points is tried. A branch ends if all its other tiles together could
 * not beat the best.
 *
 * The cost. It grows with the number of tiles, but the bound keeps most branches short.
 */

typedef struct search {
    const rummy_grammar *grammar;
    rummy_arrangement now;
    arrangement_found tell;
    void *context;
    int key[RUMMY_ARRANGED], lowest[RUMMY_ARRANGED]; /* of the melds laid */
    uint8_t natural[RUMMY_KINDS];
    size_t cap;
    int by, part_max, wilds, found, best;
    int tiles_togo, points_togo; /* natural tiles not yet placed, and their points */
} search;

static int worth(const search *s, int tiles, int points) { return s->by == RUMMY_BY_TILES ? tiles * 1024 + points : points * 32 + tiles; } /* plant: worth */

static void arrange_from(search *s, int kind);

/* Lay a meld, or take it back (sign -1). */
static void move_meld(search *s, const rummy_meld *meld, int sign)
{
    int wilds = 0, points = 0;
    for (int i = 0; i < meld->size; i++) {
        if (meld->wild >> i & 1) {
            wilds++;
        } else {
            s->natural[meld->value[i]] = (uint8_t)(s->natural[meld->value[i]] - sign);
            points += rank_of(meld->value[i]);
        }
    }
    s->wilds -= sign * wilds; /* plant: wilds-laid */
    s->tiles_togo -= sign * (meld->size - wilds);
    s->points_togo -= sign * points;
    s->now.tiles = (uint8_t)(s->now.tiles + sign * meld->size);
    s->now.points = (uint16_t)(s->now.points + sign * meld->points);
}

/* Lay a meld whose lowest natural tile is `kind`, and go on from there. Melds with the same lowest tile are laid in the
 * order of their key, so that no arrangement is met twice. Melds that keep different tiles have different keys. */
static void lay(search *s, const rummy_meld *meld, int kind, int key)
{
    int at = s->now.melds;
    if (at && s->lowest[at - 1] == kind && s->key[at - 1] > key) /* plant: same-tiles-twice */
        return;
    s->now.meld[at] = *meld;
    s->key[at] = key;
    s->lowest[at] = kind;
    s->now.melds++;
    move_meld(s, meld, 1);
    arrange_from(s, kind);
    move_meld(s, meld, -1);
    s->now.melds--;
}

/* All tiles are placed. Keep the arrangement if it is as good as the best. */
static void keep(search *s)
{
    int score = worth(s, s->now.tiles, s->now.points);
    if (s->found && (score < s->best || (score == s->best && (size_t)s->found >= s->cap)))
        return;
    if (score > s->best)
        s->found = 0;
    s->best = score;
    memcpy(s->now.rest, s->natural, RUMMY_FACES);
    s->now.rest[RUMMY_JOKER] = (uint8_t)s->wilds;
    s->tell(s->context, (size_t)s->found++, &s->now);
}

static void finish(search *s)
{
    rummy_meld *meld = &s->now.meld[s->now.melds];
    int size = s->wilds; /* plant: meld-of-wilds */
    while (size && !is_group_size(s->grammar, size) && !is_run_size(s->grammar, size))
        size--;
    if (!size) {
        keep(s);
        return;
    }
    /* Wilds alone: as many as can make the dearest group, or else the dearest run. */
    if (is_group_size(s->grammar, size))
        write_group(meld, RUMMY_RANKS, (1u << size) - 1);
    else
        write_run(meld, 0, RUMMY_RANKS - size + 1, size);
    meld->wild = (uint16_t)((1u << size) - 1);
    s->now.melds++;
    move_meld(s, meld, 1);
    keep(s);
    move_meld(s, meld, -1);
    s->now.melds--;
}

/* The points of the dearest run of `size` around one tile. One tile with wilds may also be a group. Only the dearer
 * of the two is tried. */
static int lone_run_points(int rank, int size)
{
    int end = least(rank + size - 1, RUMMY_RANKS);
    return run_points(end - size + 1, size);
}

/* Lay every group whose lowest natural tile is `kind`. */
static void lay_groups(search *s, int kind)
{
    int rank = rank_of(kind), suit = kind / RUMMY_RANKS;
    unsigned others = 0;
    rummy_meld meld;
    for (int other = suit + 1; other < SUITS; other++)
        if (s->natural[other * RUMMY_RANKS + rank - 1])
            others |= 1u << other;
    for (unsigned part = others;; part = (part - 1) & others) {
        unsigned kept = part | 1u << suit;
        int natural = count_bits(kept);
        for (int size = s->grammar->group_min; size <= s->grammar->group_max; size++) {
            int wilds = size - natural;
            if (wilds < 0 || wilds > s->wilds)
                continue;
            if (natural == 1 && is_run_size(s->grammar, size) && rank * size <= lone_run_points(rank, size))
                continue;
            unsigned all = kept;
            for (int i = 0; count_bits(all) < size; i++)
                all |= 1u << i;
            write_group(&meld, rank, all);
            for (int i = 0; i < meld.size; i++)
                if (!(kept >> (meld.value[i] / RUMMY_RANKS) & 1))
                    meld.wild |= (uint16_t)(1u << i);
            lay(s, &meld, kind, (int)kept << 3 | size);
        }
        if (!part)
            return;
    }
}

/* Lay every run with the natural tiles `kept`, a bit set of positions 1..14. Its lowest kind is `kind`. */
static void lay_run(search *s, int kind, unsigned kept)
{
    int low = lowest_bit(kept), high = low, natural = count_bits(kept), suit = kind / RUMMY_RANKS;
    if (natural + s->wilds < s->grammar->run_min)
        return;
    for (unsigned above = kept; above; above &= above - 1)
        high = lowest_bit(above);
    int size = high - low + 1 < s->grammar->run_min ? s->grammar->run_min : high - low + 1;
    /* In 13 tiles or more a 1 could stand at either end. It is laid at the upper end. */
    int most = low == 1 && high <= RUMMY_RANKS && s->grammar->high_one ? least(s->part_max, RUMMY_RANKS - 1) : s->part_max;
    for (; size <= most && size - natural <= s->wilds; size++) {
        /* The highest place is the dearest. A wild as the 1 after 13 would count least, so it stands there only if
         * it must. */
        int top = high > RUMMY_RANKS || size > RUMMY_RANKS ? RUMMY_MELD_SIZE : RUMMY_RANKS;
        int end = least(low + size - 1, top), start = end - size + 1;
        rummy_meld meld;
        write_run(&meld, suit, start, size);
        if (natural == 1 && is_group_size(s->grammar, size) && rank_of(kind) * size > meld.points && high <= RUMMY_RANKS)
            continue;
        for (int i = 0; i < size; i++)
            if (!(kept >> (start + i) & 1))
                meld.wild |= (uint16_t)(1u << i);
        lay(s, &meld, kind, (int)kept << 7 | size);
    }
}

static void lay_runs(search *s, int kind)
{
    int suit = kind / RUMMY_RANKS, rank = rank_of(kind);
    unsigned near = 0, below = 0;
    for (int position = rank + 1; position < rank + s->part_max && position <= RUMMY_RANKS; position++)
        if (s->natural[run_kind(suit, position)])
            near |= 1u << position;
    for (unsigned part = near;; part = (part - 1) & near) {
        lay_run(s, kind, part | 1u << rank);
        if (!part)
            break;
    }
    if (rank != 1 || !s->grammar->high_one)
        return;
    /* The 1 after 13 is the lowest kind of its run, though it stands last. */
    for (int position = RUMMY_MELD_SIZE - s->part_max + 1; position <= RUMMY_RANKS; position++)
        if (s->natural[run_kind(suit, position)] > (position == 1)) /* two of 14 tiles can be 1s */
            below |= 1u << position;
    for (unsigned part = below;; part = (part - 1) & below) {
        lay_run(s, kind, part | 1u << RUMMY_MELD_SIZE);
        if (!part)
            break;
    }
}

static void arrange_from(search *s, int kind)
{
    int bound = worth(s, s->now.tiles + s->tiles_togo + s->wilds, s->now.points + s->points_togo + s->wilds * RUMMY_RANKS);
    if (s->found && (bound < s->best || (bound == s->best && (size_t)s->found >= s->cap)))
        return;
    while (kind < RUMMY_FACES && !s->natural[kind])
        kind++;
    if (kind == RUMMY_FACES) {
        finish(s);
        return;
    }
    lay_runs(s, kind);
    lay_groups(s, kind);
    /* The other copies of this tile stay over. Melds with one of them were laid above. */
    int copies = s->natural[kind], rank = rank_of(kind);
    s->tiles_togo -= copies;
    s->points_togo -= copies * rank;
    arrange_from(s, kind + 1);
    s->tiles_togo += copies;
    s->points_togo += copies * rank;
}

/* Returns the number of tiles, or the error that rummy_arrange documents. */
static int arrangeable(const uint8_t *values)
{
    int tiles = values[RUMMY_JOKER];
    for (int kind = 0; kind < RUMMY_FACES; kind++) {
        if (values[kind] > 2)
            return RUMMY_E_COPIES;
        tiles += values[kind];
    }
    if (values[RUMMY_JOKER] > 4)
        return RUMMY_E_COPIES;
    return tiles > RUMMY_HAND_MAX ? RUMMY_E_COUNT : tiles;
}

int arrange_each(const rummy_grammar *grammar, const uint8_t *values, int by, size_t cap, arrangement_found tell,
                 void *context)
{
    search s;
    int tiles = arrangeable(values);
    if (tiles < 0)
        return tiles;
    if (!grammar_fits(grammar) || (by != RUMMY_BY_TILES && by != RUMMY_BY_POINTS))
        return RUMMY_E_ARGUMENT;
    if (cap == 0)
        return RUMMY_E_SPACE;
    memset(&s, 0, sizeof s);
    for (int kind = 0; kind < RUMMY_FACES; kind++) {
        s.tiles_togo += values[kind];
        s.points_togo += values[kind] * rank_of(kind);
    }
    s.grammar = grammar;
    s.tell = tell;
    s.context = context;
    s.cap = cap;
    s.by = by;
    s.part_max = least(least(2 * grammar->run_min - 1, grammar->run_max), run_end(grammar)); /* plant: part-most */
    s.wilds = values[RUMMY_JOKER];
    memcpy(s.natural, values, RUMMY_FACES);
    arrange_from(&s, 0);
    return s.found;
}

static void copy_found(void *context, size_t at, const rummy_arrangement *found) { ((rummy_arrangement *)context)[at] = *found; }

int rummy_arrange(const rummy_grammar *grammar, const uint8_t *values, int by, rummy_arrangement *out, size_t cap)
{
    return arrange_each(grammar, values, by, cap, copy_found, out);
}

int rummy_pairs(const uint8_t *values, rummy_arrangement *out)
{
    static const rummy_grammar pairs = {.pair = RUMMY_PAIR_WILD};
    rummy_arrangement all;
    int tiles = arrangeable(values), wilds = values[RUMMY_JOKER], singles = 0;
    if (tiles < 0)
        return tiles;
    for (int kind = 0; kind < RUMMY_FACES; kind++)
        singles += values[kind] == 1;
    if (tiles > 2 * RUMMY_ARRANGED)
        return RUMMY_E_COUNT;
    if (singles > wilds || (wilds - singles) % 2)
        return RUMMY_E_MELD_PAIR;
    memset(&all, 0, sizeof all);
    for (int kind = 0; all.tiles < tiles; kind++) {
        uint8_t two[RUMMY_KINDS] = {0};
        if (kind < RUMMY_FACES && !values[kind])
            continue;
        two[RUMMY_JOKER] = (uint8_t)(kind < RUMMY_FACES ? 2 - values[kind] : 2);
        if (kind < RUMMY_FACES)
            two[kind] = values[kind];
        (void)read_pair(&pairs, two, &all.meld[all.melds]);
        all.melds++;
        all.tiles = (uint8_t)(all.tiles + 2);
    }
    *out = all;
    return all.melds;
}
