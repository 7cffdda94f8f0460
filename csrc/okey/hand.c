/* Okey: what people hold, in printed tiles (O-8 to O-11, O-16, O-18 to O-22, O-35).
 *
 * The searches speak values. Here faces become values. Each search is asked once. Its answer becomes printed tiles:
 *
 *     indicator b10       faces   r4 b11 r6 F k9      b11 is the okey, and F has its value
 *                         values  r4  *  r6 b11 k9    * is wild
 *                         melds   r4  *  r6           the * stands for r5
 *                         faces   r4 b11 r6           and b11 lies there
 *
 * Where a meld has wilds, okeys are laid first, then false jokers that are wild.
 */
#include "kept.h"
#include "okey_rules.h"

/* ---------------------------------------------------------------- values to printed tiles */

/* The wild tiles still to be laid. */
typedef struct wilds {
    int okey, okeys, jokers;
} wilds;

static wilds wilds_of(const rummy_okey_rules *rules, int okey, const uint8_t *faces)
{
    wilds w = {okey, faces[okey], okey_joker_value(rules, okey) == RUMMY_JOKER ? faces[RUMMY_JOKER] : 0};
    return w;
}

static int next_wild(wilds *w)
{
    if (w->okeys) { /* plant: okeys-first */
        w->okeys--;
        return w->okey;
    }
    w->jokers--;
    return RUMMY_JOKER;
}

/* The printed tile that has a value and is not wild: the okey's value is that of false jokers alone. */
static int natural_tile(int okey, int value) { return value == okey ? RUMMY_JOKER : value; } /* plant: natural-tile */

static void lay_meld(const rummy_meld *from, wilds *w, rummy_okey_meld *out)
{
    rummy_okey_meld meld = {.kind = from->kind, .size = from->size, .wild = from->wild, .points = from->points};
    for (int i = 0; i < from->size; i++) {
        meld.value[i] = from->value[i];
        meld.piece[i] = (uint8_t)(from->wild >> i & 1 ? next_wild(w) : natural_tile(w->okey, from->value[i]));
    }
    *out = meld;
}

static void lay_arrangement(const rummy_arrangement *from, wilds w, rummy_okey_arrangement *out)
{
    memset(out, 0, sizeof *out);
    out->melds = from->melds;
    out->tiles = from->tiles;
    out->points = from->points;
    for (int i = 0; i < from->melds; i++)
        lay_meld(&from->meld[i], &w, &out->meld[i]);
    for (int value = 0; value < RUMMY_FACES; value++)
        if (from->rest[value])
            out->rest[natural_tile(w.okey, value)] = from->rest[value];
    out->rest[w.okey] = (uint8_t)w.okeys; /* plant: wilds-over */
    if (w.jokers)
        out->rest[RUMMY_JOKER] = (uint8_t)w.jokers;
}

/* ---------------------------------------------------------------- melds and arrangements */

/* Faces that have been checked, as the searches take them. */
typedef struct hand {
    int tiles;
    uint8_t values[RUMMY_KINDS];
    struct wilds wilds;
    rummy_grammar grammar;
} hand;

/* Read faces. Returns their number, or an error of rummy_okey_faces. */
static int read_hand(const rummy_okey_rules *rules, const uint8_t *faces, int indicator, int *where, hand *h)
{
    h->tiles = rummy_okey_faces(faces, indicator, where);
    if (h->tiles < 0)
        return h->tiles;
    int okey = rummy_okey_of(indicator);
    okey_to_values(rules, okey, faces, h->values);
    h->wilds = wilds_of(rules, okey, faces);
    rummy_okey_grammar(rules, &h->grammar);
    return h->tiles;
}

int rummy_okey_meld_read(const rummy_okey_rules *rules, const uint8_t *faces, int indicator, rummy_okey_meld *out)
{
    hand h;
    rummy_meld found;
    int result = read_hand(rules, faces, indicator, NULL, &h);
    if (result >= 0)
        result = rummy_meld_read(&h.grammar, h.values, &found);
    if (result >= 0)
        lay_meld(&found, &h.wilds, out);
    return result;
}

int rummy_okey_melds(const rummy_okey_rules *rules, const uint8_t *faces, int indicator, rummy_okey_meld *out,
                     size_t cap)
{
    hand h;
    rummy_meld found[RUMMY_MELDS];
    int n = read_hand(rules, faces, indicator, NULL, &h);
    if (n < 0)
        return n;
    n = rummy_meld_list(&h.grammar, h.values, found, RUMMY_MELDS);
    if ((size_t)n > cap)
        return RUMMY_E_SPACE;
    for (int i = 0; i < n; i++) {
        wilds all = h.wilds;
        lay_meld(&found[i], &all, &out[i]);
    }
    return n;
}

typedef struct laying {
    struct wilds wilds;
    rummy_okey_arrangement *out;
} laying;

static void lay_found(void *context, size_t at, const rummy_arrangement *found)
{
    laying *l = (laying *)context;
    lay_arrangement(found, l->wilds, &l->out[at]);
}

int rummy_okey_arrange(const rummy_okey_rules *rules, const uint8_t *faces, int indicator, int by,
                       rummy_okey_arrangement *out, size_t cap)
{
    hand h;
    int tiles = read_hand(rules, faces, indicator, NULL, &h);
    if (tiles < 0)
        return tiles;
    laying l = {h.wilds, out};
    return arrange_each(&h.grammar, h.values, by, cap, lay_found, &l);
}

/* Lay values as pairs. Returns as rummy_pairs. */
static int lay_pairs(const hand *h, rummy_okey_arrangement *out)
{
    rummy_arrangement found;
    int pairs = rummy_pairs(h->values, &found);
    if (pairs >= 0)
        lay_arrangement(&found, h->wilds, out);
    return pairs;
}

int rummy_okey_pairs(const rummy_okey_rules *rules, const uint8_t *faces, int indicator, rummy_okey_arrangement *out)
{
    hand h;
    int tiles = read_hand(rules, faces, indicator, NULL, &h);
    if (tiles < 0)
        return tiles;
    if (h.grammar.pair == RUMMY_PAIR_NEVER)
        return RUMMY_E_PAIR_NEVER;
    if (h.grammar.pair == RUMMY_PAIR_NATURAL && h.values[RUMMY_JOKER])
        return RUMMY_E_PAIR_WILD;
    return lay_pairs(&h, out);
}

/* ---------------------------------------------------------------- analysis */

/* Write what can still be had: not the hand, not what is gone, not the indicator. Returns 0, or RUMMY_E_COPIES with
 * *where. */
static int find_available(const uint8_t *faces, const uint8_t *gone, int indicator, uint8_t available[RUMMY_KINDS],
                          int *where)
{
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        int rest = okey_copies(kind, indicator) - faces[kind] - (gone ? gone[kind] : 0); /* plant: available */
        if (rest < 0) {
            if (where)
                *where = kind;
            return RUMMY_E_COPIES;
        }
        available[kind] = (uint8_t)rest;
    }
    return 0;
}

/* Find the distances, what helps, and a nearest winning hand. `left` are the values that can be had, `can` the
 * faces. */
static void find_distances(const rummy_okey_rules *rules, const hand *h, const uint8_t *faces, const uint8_t *left,
                           uint64_t can,
                           rummy_okey_analysis *out)
{
    int okey = h->wilds.okey;
    okey_pool pool;
    okey_read_pool(h->values, left, NULL, &pool);
    okey_near near = okey_near_of(rules, &pool, RUMMY_OKEY_MELDS);
    int melds = near.distance, pairs = okey_pairs_distance(rules, &pool);
    near.pairs = pairs;
    near.melds = melds >= 0 && (pairs < 0 || melds <= pairs);
    near.distance = near.melds ? melds : pairs;
    out->distance = (int8_t)near.distance;
    out->melds_distance = (int8_t)melds;
    out->pairs_distance = (int8_t)pairs;
    if (near.distance < 0)
        return;
    out->by = (uint8_t)((near.melds ? RUMMY_OKEY_MELDS : 0) | (pairs == near.distance ? RUMMY_OKEY_PAIRS : 0));
    uint64_t useful = okey_useful_of(rules, &pool, &near);
    out->useful = okey_faces_in(rules, okey, useful) & can; /* plant: useful-faces */

    uint8_t missing[RUMMY_KINDS], all[RUMMY_KINDS];
    rummy_arrangement nearest;
    okey_nearest_by(rules, h->values, left, near.melds ? RUMMY_OKEY_MELDS : RUMMY_OKEY_PAIRS, near.distance, useful, &nearest, missing);
    for (int kind = 0; kind < RUMMY_KINDS; kind++) { /* an okey is drawn before a false joker that is wild too */
        int value = okey_value(rules, okey, kind), drawn = missing[value] < out->available[kind] ? missing[value] : out->available[kind];
        missing[value] = (uint8_t)(missing[value] - drawn);
        out->missing[kind] = (uint8_t)drawn;
        all[kind] = (uint8_t)(faces[kind] + drawn);
    }
    lay_arrangement(&nearest, wilds_of(rules, okey, all), &out->nearest);
}

void okey_finishing(const rummy_okey_rules *rules, int okey, const uint8_t *faces, uint64_t by[2])
{
    uint8_t values[RUMMY_KINDS];
    uint64_t found[1][2] = {{0, 0}}, held = held_at_least(faces, 1);
    okey_to_values(rules, okey, faces, values);
    (void)rummy_okey_finishes(rules, values, 1, found, NULL);
    for (int way = 0; way < 2; way++)
        by[way] = okey_faces_in(rules, okey, found[0][way]) & held; /* plant: finishing-held */
}

/* Find what each discard out of 15 tiles leaves. */
static void find_discards(const rummy_okey_rules *rules, const hand *h, int indicator, const uint8_t *left,
                          uint64_t held, uint64_t can,
                          rummy_okey_analysis *out)
{
    int okey = h->wilds.okey;
    int8_t after[RUMMY_KINDS];
    uint64_t useful[RUMMY_KINDS];
    uint8_t of_row = (uint8_t)indicator;
    (void)rummy_okey_discards(rules, h->values, left, &of_row, RUMMY_OKEY_MELDS | RUMMY_OKEY_PAIRS, 1, after, useful, NULL);
    for (; held; held &= held - 1) {
        int kind = lowest_bit(held), value = okey_value(rules, okey, kind);
        out->after[kind] = after[value]; /* plant: after-discard */
        out->useful_after[kind] = okey_faces_in(rules, okey, useful[value]) & can;
    }
}

int rummy_okey_analyze(const rummy_okey_rules *rules, const uint8_t *faces, const uint8_t *gone, int indicator,
                       rummy_okey_analysis *out, int *where)
{
    hand h;
    rummy_okey_analysis a;
    uint8_t left[RUMMY_KINDS];
    int tiles = read_hand(rules, faces, indicator, where, &h);
    memset(&a, 0, sizeof a);
    if (tiles < 0)
        return tiles;
    if (tiles != RUMMY_OKEY_HAND && tiles != RUMMY_OKEY_HAND + 1)
        return RUMMY_E_COUNT;
    int error = find_available(faces, gone, indicator, a.available, where);
    if (error)
        return error;
    laying best = {h.wilds, &a.best};
    uint64_t held = held_at_least(faces, 1), can = held_at_least(a.available, 1);
    a.okey = (uint8_t)h.wilds.okey;
    okey_to_values(rules, a.okey, a.available, left);
    (void)arrange_each(&h.grammar, h.values, RUMMY_BY_TILES, 1, lay_found, &best);
    memset(a.after, RUMMY_NOT_HELD, sizeof a.after);
    if (tiles == RUMMY_OKEY_HAND) {
        (void)rummy_okey_win(rules, h.values, 1, &a.win, NULL);
        if (a.win & RUMMY_OKEY_PAIRS)
            (void)lay_pairs(&h, &a.pairs);
    } else {
        okey_finishing(rules, a.okey, faces, a.finishes);
        find_discards(rules, &h, indicator, left, held, can, &a);
    }
    find_distances(rules, &h, faces, left, can, &a);
    *out = a;
    return 0;
}

/* ---------------------------------------------------------------- declarations */

typedef struct declaration {
    const uint8_t *pieces, *hand;
    const size_t *sizes;
    size_t n, laid;           /* parts; tiles in them */
    size_t used[RUMMY_KINDS]; /* tiles laid, and the discard */
} declaration;

/* Compare what is used with the hand. Returns 0, or the fault. */
static int compare(const declaration *d, uint8_t faces[RUMMY_KINDS])
{
    uint8_t over[RUMMY_KINDS] = {0};
    int missing = 0, rest = 0;
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        int more = (int)d->used[kind] - d->hand[kind];
        faces[kind] = (uint8_t)(more > 0 ? more : 0);
        over[kind] = (uint8_t)(more < 0 ? -more : 0);
        missing |= faces[kind];
        rest |= over[kind]; /* plant: left-over */
    }
    if (!missing && rest)
        memcpy(faces, over, sizeof over);
    return missing ? RUMMY_E_NOT_HELD : rest ? RUMMY_E_LEFT_OVER : 0;
}

/* Find the first fault of a declaration whose tiles are tiles. Returns 0, or the fault. */
static int find_fault(const rummy_okey_rules *rules, int indicator, const declaration *d, rummy_okey_verdict *out)
{
    size_t pairs = 0, first = 0;
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        if (d->used[kind] > (size_t)okey_copies(kind, indicator)) {
            out->faces[kind] = (uint8_t)(d->used[kind] < UINT8_MAX ? d->used[kind] : UINT8_MAX);
            return RUMMY_E_COPIES;
        }
    }
    int fault = d->hand ? compare(d, out->faces) : 0;
    if (fault)
        return fault;
    if (d->laid != RUMMY_OKEY_HAND) { /* O-20, O-21 */
        for (size_t i = 0; i < d->laid; i++)
            out->faces[d->pieces[i]]++;
        return RUMMY_E_COUNT;
    }
    for (size_t part = 0; part < d->n; part++) {
        if (!d->sizes[part])
            return RUMMY_E_MELD_SIZE;
        pairs += d->sizes[part] == 2;
    }
    int mixed = pairs && pairs < d->n; /* plant: mixed */
    for (size_t part = 0; part < d->n && (mixed || !fault); first += d->sizes[part++]) {
        uint8_t faces[RUMMY_KINDS] = {0};
        rummy_okey_meld meld;
        for (size_t i = first; i < first + d->sizes[part]; i++)
            faces[d->pieces[i]]++;
        int read = !mixed ? rummy_okey_meld_read(rules, faces, indicator, &meld) : d->sizes[part] == 2 ? RUMMY_E_MIXED : 0;
        if (read >= 0)
            continue;
        fault = read;
        out->parts |= (uint16_t)(1u << part);
        for (int kind = 0; kind < RUMMY_KINDS; kind++)
            out->faces[kind] = (uint8_t)(out->faces[kind] + faces[kind]);
    }
    return fault;
}

int rummy_okey_check_declaration(const rummy_okey_rules *rules, int indicator, const uint8_t *pieces,
                                 const size_t *sizes, size_t n,
                                 int discard, const uint8_t *hand, rummy_okey_verdict *out)
{
    declaration d = {.pieces = pieces, .hand = hand, .sizes = sizes, .n = n};
    rummy_okey_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    if (rummy_okey_of(indicator) < 0)
        return RUMMY_E_INDICATOR;
    for (size_t i = 0; i < n; i++)
        d.laid += sizes[i];
    for (size_t i = 0; i < d.laid; i++) {
        if (pieces[i] > RUMMY_JOKER)
            return RUMMY_E_KIND;
        d.used[pieces[i]]++;
    }
    if (discard < 0 || discard > RUMMY_JOKER)
        return RUMMY_E_KIND;
    d.used[discard]++;
    verdict.code = find_fault(rules, indicator, &d, &verdict);
    if (!verdict.code)
        verdict.win = sizes[0] == 2 ? RUMMY_OKEY_PAIRS : RUMMY_OKEY_MELDS;
    *out = verdict;
    return 0;
}
