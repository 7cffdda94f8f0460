/* Marriage: how many cards are missing, which draws help, what each discard leaves (M-30). The one solver for these questions.
 *
 * A goal is `primary` combinations and `others`, or dublees. Dublees are counted (`dublees_distance`). For the rest we ask whether d draws suffice,
 * for d = 0, 1, 2 ...:
 *
 *      primary    runs and tunnelas, of cards that exist; each card of them that is not held is a draw      `lay_primaries`
 *      others     what the other cards keep: natural triples (3), pairs that fit a third card (2),
 *                 single cards (1), nothing (0)                                                            `pack`
 *      holes      the other groups' holes, filled by own jokers first, then by draws                        `filled`
 *
 * Once the tiplu is seen jokers are interchangeable, so among the others only the cards that are no jokers are searched. A hole is filled by a joker or by the
 * card that completes the group; only the hole of an identical pair takes no joker (by default). As long as jokers enough can still come, how many holes there are is all
 * that counts. Where they cannot, or where the rules limit the jokers of a combination, `filled` looks for the cards that complete each group one by one, every
 * one of them out of those that exist. So the answer is exact however few cards are left, under all options.
 */
#include <string.h>

#include "marriage_cards.h"

#define GROUPS 4

/* What the rules and the tiplu say, and the cards of one hand. */
typedef struct question {
    unsigned starts;
    uint16_t fit[RUMMY_RANKS];  /* ranks that stand in a run with a rank */
    int identical, most, natural; /* options: an identical pair with a joker, jokers in a combination, jokers as themselves beyond that */
    int known;                  /* the tiplu is */
    uint64_t jokers;            /* kinds, without men */
    cards hand, exist;          /* held; held or to be had */
    uint64_t left;              /* to be had */
    int men, men_left;
    int endless; /* any number of copies can be had */
    struct found *found; /* where to write what was found, or NULL */
} question;

/* Combinations that the cards hold: primary ones and naturals of jokers, then groups whose holes jokers fill. */
typedef struct found {
    cards rest; /* out of which the single cards come */
    int singles, n, natural;
    struct {
        uint64_t set;
        int kept, same;
    } part[RUMMY_ARRANGED];
} found;

/* Others are packed around cards that are no jokers. */
typedef struct group {
    uint64_t set;   /* the kinds kept */
    int kept, same; /* how many cards, of one kind if so */
} group;

static cards without_group(cards c, group g)
{
    c = without(c, g.set);
    for (int i = 1; g.same && i < g.kept; i++)
        c = without(c, g.set);
    return c;
}

typedef struct packing {
    const question *q;
    cards exist;       /* what exists beside the cards of the groups and the primary combinations */
    int jokers, spare; /* held, and held or to be had */
    int draws;         /* that may be made */
    group group[GROUPS];
    int n, count;      /* groups packed, of how many */
} packing;

/* ---------------------------------------------------------------- filling the holes */

static int filled_from(const packing *p, int at, cards exist, cards rest, int naturals, int wilds);

static int fits(const question *q, int a, int b)
{
    return a / LANE == b / LANE ? q->fit[a % LANE] >> b % LANE & 1 : a % LANE == b % LANE;
}

/* Is it the kind of card that is drawn as itself? A joker that is drawn fills any hole. */
static int had(const packing *p, cards exist, int at) { return ((p->q->endless ? LANES(RANK_BITS) : exist.one) & ~p->q->jokers) >> at & 1; }

/* Complete a group of `kept` cards of `set` to three: by wilds, or cards that exist. */
static int complete(const packing *p, int at, cards exist, cards rest, int naturals, int wilds, group g)
{
    const question *q = p->q;
    int holes = 3 - g.kept, a = g.set ? rummy_lowest(g.set) : 0, b = g.same ? a : g.set & (g.set - 1) ? rummy_lowest(g.set & (g.set - 1)) : a;
    if (naturals + (wilds > p->jokers ? wilds - p->jokers : 0) > p->draws || wilds > p->spare)
        return 0;
    if (!holes)
        return filled_from(p, at + 1, exist, rest, naturals, wilds);
    int pair_wild = g.kept != 2 || !g.same || q->identical;
    if (holes <= q->most && q->known && pair_wild && filled_from(p, at + 1, exist, rest, naturals, wilds + holes))
        return 1;
    /* one more card of its own, in every way that can still become a combination */
    for (int kind = 0; kind < RUMMY_FACES; kind++) {
        int next = rummy_lane_bit(kind) ? rummy_lowest(rummy_lane_bit(kind)) : 0;
        if (!had(p, exist, next))
            continue;
        uint64_t bit = RUMMY_BIT(next);
        group more = {g.set | bit, g.kept + 1, 0};
        if (g.kept == 0) {
            more.same = 0;
        } else if (g.kept == 1) {
            more.same = next == a;
            if (next != a && !fits(q, a, next))
                continue;
        } else if (g.same) { /* a tunnela */
            if (next != a)
                continue;
            more.same = 1;
        } else if (a / LANE == b / LANE) { /* a run */
            uint64_t run = g.set | bit;
            if (next == a || next == b || next / LANE != a / LANE || !runs_in(run, q->starts))
                continue;
        } else if (next == a || next == b || next % LANE != a % LANE) { /* a triplet */
            continue;
        }
        if (complete(p, at, p->q->endless ? exist : without(exist, bit), rest, naturals + 1, wilds, more))
            return 1;
    }
    return 0;
}

/* Fill the groups from `at` on; those beyond the packed ones are formed around a single card of the rest, or around nothing. */
static int filled_from(const packing *p, int at, cards exist, cards rest, int naturals, int wilds)
{
    if (naturals + (wilds > p->jokers ? wilds - p->jokers : 0) > p->draws || wilds > p->spare)
        return 0;
    if (at == p->count)
        return 1;
    if (at < p->n)
        return complete(p, at, exist, rest, naturals, wilds, p->group[at]);
    for (uint64_t left = rest.one; left; left &= left - 1) { /* in ascending order */
        group single = {left & (0 - left), 1, 0};
        cards after = without(rest, single.set);
        after.one &= left;
        if (complete(p, at, without(exist, single.set), after, naturals, wilds, single))
            return 1;
    }
    group none = {0, 0, 0};
    cards empty = {0, 0, 0};
    return complete(p, at, exist, empty, naturals, wilds, none);
}

/* Are the draws enough for the holes of the packing, `singles` more cards out of the rest being kept? */
static int filled(const packing *p, cards rest, int singles)
{
    int same = 0, kept = singles;
    cards exist = p->exist;
    for (int i = 0; i < p->n; i++) {
        kept += p->group[i].kept;
        same += p->group[i].kept == 2 && p->group[i].same && !p->q->identical;
        exist = without_group(exist, p->group[i]);
    }
    int holes = 3 * p->count - kept, open = p->q->known && p->q->most == 3 && !same && holes <= p->spare;
    if (holes - p->jokers > p->draws || same > p->draws || (!open && !filled_from(p, 0, exist, rest, 0, 0)))
        return 0;
    if (p->q->found) {
        found *f = p->q->found;
        f->rest = rest;
        f->singles = singles;
        for (int i = 0; i < p->n; i++) {
            f->part[f->n].set = p->group[i].set;
            f->part[f->n].kept = p->group[i].kept;
            f->part[f->n++].same = p->group[i].same;
        }
    }
    return 1;
}

/* ---------------------------------------------------------------- the other combinations */

static int pack(packing *p, cards rest, int need, int shape);

static int pack_on(packing *p, cards rest, group g, int need, int shape)
{
    p->group[p->n++] = g;
    int done = pack(p, without_group(rest, g), need - g.kept, shape);
    p->n--;
    return done;
}

/* Pairs that fit, so many as to keep what is needed: the lowest card with each of its partners, or left out. */
static int pack_pairs(packing *p, cards rest, cards single, int need)
{
    const question *q = p->q;
    int open = p->count - p->n;
    if (need <= open) {
        cards all = {rest.one | single.one, rest.two | single.two | (rest.one & single.one), rest.three};
        int singles = need > 0 ? need : 0;
        if (rummy_count(all.one) + rummy_count(all.two) + rummy_count(all.three) < singles)
            return 0;
        if (filled(p, all, singles))
            return 1;
    }
    if (!open || need > 2 * open || !rest.one)
        return 0;
    int at = rummy_lowest(rest.one), rank = at % LANE, lane = at / LANE * LANE;
    uint64_t card = RUMMY_BIT(at);
    cards after = without(rest, card);
    uint64_t partners = (after.one & ((uint64_t)q->fit[rank] << lane)) | (after.one & LANES(1u << rank) & ~card);
    for (; partners; partners &= partners - 1) {
        uint64_t other = partners & (0 - partners);
        p->group[p->n++] = (group){card | other, 2, 0};
        int done = pack_pairs(p, without(after, other), single, need - 2);
        p->n--;
        if (done)
            return 1;
    }
    if (after.one & card) {
        p->group[p->n++] = (group){card, 2, 1};
        int done = pack_pairs(p, without(after, card), single, need - 2);
        p->n--;
        if (done)
            return 1;
    }
    cards alone = {single.one | card, single.two | (single.one & card), single.three | (single.two & card)};
    return pack_pairs(p, after, alone, need);
}

/* Can the groups keep `need` cards of the rest? Natural triples first, from number `shape` on: tunnelas, runs, triplets. */
static int pack(packing *p, cards rest, int need, int shape)
{
    const question *q = p->q;
    int open = p->count - p->n;
    cards none = {0, 0, 0};
    if (need <= 2 * open && pack_pairs(p, rest, none, need))
        return 1;
    if (!open || need > 3 * open)
        return 0;
    if (shape < 64)
        for (uint64_t left = rest.three >> shape << shape; left; left &= left - 1)
            if (pack_on(p, rest, (group){left & (0 - left), 3, 1}, need, rummy_lowest(left)))
                return 1;
    if (shape < 128) {
        int from = shape > 64 ? shape - 64 : 0;
        for (uint64_t left = runs_in(rest.one, q->starts) >> from << from; left; left &= left - 1) {
            int at = rummy_lowest(left), lane = at / LANE * LANE;
            if (pack_on(p, rest, (group){(uint64_t)run_bits(at - lane) << lane, 3, 0}, need, 64 + at))
                return 1;
        }
    }
    for (int out = 0; out < 4; out++) { /* triplets without one suit */
        if (shape >= 128 + 16 * (out + 1))
            continue;
        uint64_t ranks = RANK_BITS, suits = LANES(1) & ~((uint64_t)1 << out * LANE);
        for (int suit = 0; suit < 4; suit++)
            ranks &= suit == out ? RANK_BITS : rest.one >> suit * LANE;
        int from = shape > 128 + 16 * out ? shape - 128 - 16 * out : 0;
        for (ranks = ranks >> from << from; ranks; ranks &= ranks - 1) {
            int rank = rummy_lowest(ranks);
            if (pack_on(p, rest, (group){suits << rank, 3, 0}, need, 128 + 16 * out + rank))
                return 1;
        }
    }
    return 0;
}

/* ---------------------------------------------------------------- primary combinations, and naturals of jokers */

/* Three cards that are laid as themselves. */
typedef struct triple {
    uint64_t set; /* a tunnela as its one kind */
    uint8_t tunnela, kept;
} triple;

enum { TRIPLES = 52 + 52 + 52 };

typedef struct triples {
    triple at[TRIPLES];
    int n;
} triples;

static int exists(const question *q, cards exist, uint64_t set, int tunnela)
{
    return q->endless || !(set & ~(tunnela ? exist.three : exist.one));
}

static int kept_of(cards hand, uint64_t set, int tunnela)
{
    return tunnela ? ((hand.one & set) != 0) + ((hand.two & set) != 0) + ((hand.three & set) != 0) : rummy_count(hand.one & set);
}

static void add_triple(triples *list, const question *q, uint64_t set, int tunnela)
{
    if (exists(q, q->exist, set, tunnela))
        list->at[list->n++] = (triple){set, (uint8_t)tunnela, (uint8_t)kept_of(q->hand, set, tunnela)};
}

/* Those that keep most come first. */
static void sort_triples(triples *list)
{
    triples out;
    out.n = 0;
    for (int kept = 3; kept >= 0; kept--)
        for (int i = 0; i < list->n; i++)
            if (list->at[i].kept == kept)
                out.at[out.n++] = list->at[i];
    *list = out;
}

static void list_primaries(triples *list, const question *q)
{
    list->n = 0;
    for (int kind = 0; kind < RUMMY_FACES; kind++)
        add_triple(list, q, rummy_lane_bit(kind), 1);
    for (int lane = 0; lane < 64; lane += LANE)
        for (unsigned left = q->starts; left; left &= left - 1)
            add_triple(list, q, (uint64_t)run_bits(rummy_lowest(left)) << lane, 0);
    sort_triples(list);
}

/* Natural combinations with more jokers than may stand together otherwise (M-13). */
static void list_naturals(triples *list, const question *q)
{
    list->n = 0;
    if (!q->known || q->most == 3 || !q->natural)
        return;
    for (uint64_t left = q->jokers; left; left &= left - 1)
        add_triple(list, q, left & (0 - left), 1);
    for (int lane = 0; lane < 64; lane += LANE)
        for (unsigned left = q->starts; left; left &= left - 1) {
            uint64_t set = (uint64_t)run_bits(rummy_lowest(left)) << lane;
            if (rummy_count(set & q->jokers) > q->most)
                add_triple(list, q, set, 0);
        }
    for (int rank = 0; rank < RUMMY_RANKS; rank++)
        for (int out = 0; out < 4; out++) {
            uint64_t set = LANES(1u << rank) & ~((uint64_t)LANE_MASK << out * LANE);
            if (rummy_count(set & q->jokers) > q->most)
                add_triple(list, q, set, 0);
        }
    sort_triples(list);
}

static cards take_triple(cards c, triple t)
{
    if (!t.tunnela)
        return without(c, t.set);
    cards out = {c.one & ~t.set, c.two & ~t.set, c.three & ~t.set};
    return out;
}

static void note(const question *q, triple t, int sign)
{
    found *f = q->found;
    if (!f)
        return;
    if (sign < 0) {
        f->n--;
        f->natural--;
        return;
    }
    f->part[f->n].set = t.set;
    f->part[f->n].kept = 3;
    f->part[f->n++].same = t.tunnela;
    f->natural++;
}

/* Do `draws` make so many other combinations out of the hand and what exists? */
static int others_in(const question *q, const triples *naturals, int from, cards hand, cards exist, int count, int draws)
{
    packing p = {.q = q, .exist = exist, .draws = draws, .count = count};
    cards rest = hand;
    if (q->known) {
        cards all = {exist.one & q->jokers, exist.two & q->jokers, exist.three & q->jokers};
        rest = (cards){hand.one & ~q->jokers, hand.two & ~q->jokers, hand.three & ~q->jokers};
        p.jokers = count_cards(hand) - count_cards(rest) + q->men;
        p.spare = count_cards(all) + q->men + q->men_left;
    }
    if (pack(&p, rest, 3 * count - p.jokers - draws, 0))
        return 1;
    for (int i = from; count && i < naturals->n; i++) {
        triple t = naturals->at[i];
        int missing = 3 - kept_of(hand, t.set, t.tunnela);
        if (missing > draws || !exists(q, exist, t.set, t.tunnela))
            continue;
        note(q, t, 1);
        if (others_in(q, naturals, i, take_triple(hand, t), take_triple(exist, t), count - 1, draws - missing))
            return 1;
        note(q, t, -1);
    }
    return 0;
}

typedef struct lists {
    triples primaries, naturals;
} lists;

/* Do `draws` make the combinations, the primary ones out of the list from `from` on? */
static int combos_in(const question *q, const lists *list, int from, cards hand, cards exist, int primary, int others, int draws)
{
    if (!primary)
        return !others || others_in(q, &list->naturals, 0, hand, exist, others, draws);
    for (int i = from; i < list->primaries.n; i++) {
        triple t = list->primaries.at[i];
        if ((3 - t.kept) * primary > draws)
            break;
        int missing = 3 - kept_of(hand, t.set, t.tunnela);
        if (missing + (3 - t.kept) * (primary - 1) > draws || !exists(q, exist, t.set, t.tunnela))
            continue;
        note(q, t, 1);
        if (combos_in(q, list, i, take_triple(hand, t), q->endless ? exist : take_triple(exist, t), primary - 1, others, draws - missing))
            return 1;
        note(q, t, -1);
    }
    return 0;
}

/* ---------------------------------------------------------------- distances */

static void make_lists(lists *list, const question *q, const rummy_marriage_goal *goal)
{
    list->primaries.n = list->naturals.n = 0;
    if (goal->primary)
        list_primaries(&list->primaries, q);
    if (goal->others)
        list_naturals(&list->naturals, q);
}

/* The distance to the combinations, at least `from`, at most `most`; else RUMMY_NEVER. */
static int combos_distance(const question *q, const rummy_marriage_goal *goal, int from, int most)
{
    lists list;
    int all = 3 * (goal->primary + goal->others);
    make_lists(&list, q, goal);
    for (int draws = from; draws <= most && draws <= all; draws++)
        if (combos_in(q, &list, 0, q->hand, q->exist, goal->primary, goal->others, draws))
            return draws;
    return RUMMY_NEVER;
}

/* Pairs held count; then single cards whose twin can be had, then two cards of a kind not held. */
static int dublees_distance(const question *q, int dublees, uint64_t *useful)
{
    uint64_t live = q->hand.one & ~q->hand.two & q->exist.two, fresh = q->exist.two & ~q->hand.one;
    int wanted = dublees - rummy_count(q->hand.two), singles = rummy_count(live);
    *useful = 0;
    if (wanted <= 0)
        return 0;
    if (wanted - singles > rummy_count(fresh))
        return RUMMY_NEVER;
    *useful = wanted > singles ? live | fresh : live;
    return wanted > singles ? singles + 2 * (wanted - singles) : wanted;
}

static int nearer(int a, int b) { return a < 0 ? b : b < 0 || a < b ? a : b; }

static int distance_of(const question *q, const rummy_marriage_goal *goal)
{
    uint64_t useful;
    int dublees = goal->dublees ? dublees_distance(q, goal->dublees, &useful) : RUMMY_NEVER;
    if (!goal->primary && !goal->others)
        return goal->dublees ? dublees : 0;
    return nearer(combos_distance(q, goal, 0, dublees < 0 ? 3 * RUMMY_ARRANGED : dublees - 1), dublees);
}

/* The hand with one card more, or less. */
static question with_card(const question *q, int kind)
{
    question after = *q;
    if (kind == RUMMY_JOKER) {
        after.men++;
        after.men_left--;
        return after;
    }
    uint64_t bit = rummy_lane_bit(kind);
    after.hand.three |= q->hand.two & bit;
    after.hand.two |= q->hand.one & bit;
    after.hand.one |= bit;
    return after;
}

static question without_card(const question *q, int kind)
{
    question after = *q;
    if (kind == RUMMY_JOKER) {
        after.men--;
        return after;
    }
    after.hand = without(q->hand, rummy_lane_bit(kind));
    after.exist = without(q->exist, rummy_lane_bit(kind));
    return after;
}

/* The kinds that can be had and of which a draw lowers the distance. */
static uint64_t useful_of(const question *q, const rummy_marriage_goal *goal, int distance)
{
    uint64_t useful = 0, pairs = 0;
    if (distance <= 0)
        return 0;
    if (goal->dublees && dublees_distance(q, goal->dublees, &pairs) == distance)
        useful = rummy_kinds(pairs & q->left);
    if (!goal->primary && !goal->others)
        return useful;
    uint64_t asked = rummy_kinds(q->left) | (q->men_left && q->known ? RUMMY_BIT(RUMMY_JOKER) : 0);
    for (uint64_t left = asked & ~useful; left; left &= left - 1) {
        question after = with_card(q, rummy_lowest(left));
        if (combos_distance(&after, goal, distance - 1, distance - 1) >= 0)
            useful |= left & (0 - left);
    }
    return useful;
}

/* ---------------------------------------------------------------- rows */

static const uint8_t *row(const uint8_t *rows, size_t i) { return rows + i * RUMMY_KINDS; }

/* How many of each kind there are beside the tiplu, one copy of which is out of play once it is known (M-1, M-5, M-16). */
static int all_cards(const rummy_marriage_rules *rules, int tiplu, uint8_t out[RUMMY_KINDS])
{
    if (tiplu >= RUMMY_FACES && tiplu != RUMMY_NONE)
        return RUMMY_E_KIND;
    uint8_t one[RUMMY_KINDS];
    for (int kind = 0; kind < RUMMY_KINDS; kind++)
        out[kind] = kind == RUMMY_JOKER ? (uint8_t)rules->printed_jokers : 3;
    memset(one, 0, sizeof one);
    if (tiplu != RUMMY_NONE) {
        one[tiplu] = 3; /* unless a man may lie in its place */
        if (rummy_marriage_faces(rules, one, tiplu, NULL) < 0)
            out[tiplu] = 2;
    }
    return 0;
}

static int subtract(const uint8_t *all, const uint8_t *faces, uint8_t *out)
{
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        if (faces[kind] > all[kind])
            return RUMMY_E_COPIES;
        out[kind] = (uint8_t)(all[kind] - faces[kind]);
    }
    return 0;
}

int rummy_marriage_left(const rummy_marriage_rules *rules, const uint8_t *faces, const uint8_t *tiplu, size_t n, uint8_t *out, size_t *where)
{
    uint8_t all[RUMMY_KINDS], left[RUMMY_KINDS];
    for (int write = 0; write < 2; write++) /* all rows are checked before any answer is written */
        for (size_t i = 0; i < n; i++) {
            int error = all_cards(rules, tiplu[i], all);
            error = error ? error : subtract(all, row(faces, i), left);
            if (error) {
                if (where)
                    *where = i;
                return error;
            }
            if (write)
                memcpy(out + i * RUMMY_KINDS, left, RUMMY_KINDS);
        }
    return 0;
}

static void look(question *q, const rummy_marriage_rules *rules, int tiplu)
{
    uint8_t roles[RUMMY_KINDS];
    memset(q, 0, sizeof *q);
    q->starts = run_starts(rules);
    q->identical = rules->identical_pair_plus_joker;
    q->most = rules->max_jokers_in_combo;
    q->natural = rules->joker_natural_use;
    q->known = tiplu != RUMMY_NONE;
    (void)rummy_marriage_roles(rules, tiplu, roles);
    for (int kind = 0; kind < RUMMY_FACES; kind++)
        if (roles[kind] != RUMMY_MARRIAGE_ORDINARY)
            q->jokers |= rummy_lane_bit(kind);
    for (unsigned left = q->starts; left; left &= left - 1) {
        unsigned bits = run_bits(rummy_lowest(left));
        for (unsigned inner = bits; inner; inner &= inner - 1)
            q->fit[rummy_lowest(inner)] |= (uint16_t)(bits & ~(inner & (0 - inner)));
    }
}

/* Read a row and what is left beside it. Returns the number of cards, RUMMY_E_KIND or RUMMY_E_COPIES. */
static int ask(question *q, const rummy_marriage_rules *rules, const uint8_t *faces, const uint8_t *left, int tiplu)
{
    uint8_t all[RUMMY_KINDS], rest[RUMMY_KINDS], exist[RUMMY_KINDS];
    int count = 0;
    int error = all_cards(rules, tiplu, all);
    error = error ? error : subtract(all, faces, rest);
    if (error)
        return error;
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        if (left && left[kind] > rest[kind])
            return RUMMY_E_COPIES;
        rest[kind] = left ? left[kind] : rest[kind];
        exist[kind] = (uint8_t)(faces[kind] + rest[kind]);
        count += faces[kind];
    }
    look(q, rules, tiplu);
    q->hand = read_cards(faces);
    q->exist = read_cards(exist);
    q->left = read_cards(rest).one;
    q->men = q->known ? faces[RUMMY_JOKER] : 0;
    q->men_left = q->known ? rest[RUMMY_JOKER] : 0;
    return count;
}

static int check_rows(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *left, const uint8_t *tiplu, size_t n, size_t *where)
{
    question q;
    if (goal->primary > 3 || goal->others > GROUPS || goal->dublees > 10)
        return RUMMY_E_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        int count = ask(&q, rules, row(faces, i), left ? row(left, i) : NULL, tiplu ? tiplu[i] : RUMMY_NONE);
        if (count >= 0 && count <= RUMMY_MARRIAGE_HAND + 1)
            continue;
        if (where)
            *where = i;
        return count < 0 ? count : RUMMY_E_COUNT;
    }
    return 0;
}

int rummy_marriage_distance(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *left, const uint8_t *tiplu, size_t n, int8_t *out, uint64_t *useful, size_t *where)
{
    question q;
    int error = check_rows(rules, goal, faces, left, tiplu, n, where);
    if (error)
        return error;
    for (size_t i = 0; i < n; i++) {
        (void)ask(&q, rules, row(faces, i), left ? row(left, i) : NULL, tiplu[i]);
        int distance = distance_of(&q, goal);
        out[i] = (int8_t)distance;
        if (useful)
            useful[i] = useful_of(&q, goal, distance);
    }
    return 0;
}

int rummy_marriage_discards(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *left, const uint8_t *tiplu, size_t n, int8_t *out, uint64_t *useful, size_t *where)
{
    question q;
    int error = check_rows(rules, goal, faces, left, tiplu, n, where);
    if (error)
        return error;
    for (size_t i = 0; i < n; i++) {
        (void)ask(&q, rules, row(faces, i), left ? row(left, i) : NULL, tiplu[i]);
        for (int kind = 0; kind < RUMMY_KINDS; kind++) {
            size_t at = i * RUMMY_KINDS + (size_t)kind;
            int distance = RUMMY_NOT_HELD;
            uint64_t helps = 0;
            if (row(faces, i)[kind]) {
                question after = kind == RUMMY_JOKER && !q.known ? q : without_card(&q, kind);
                distance = distance_of(&after, goal);
                helps = useful ? useful_of(&after, goal, distance) : 0;
            }
            out[at] = (int8_t)distance;
            if (useful)
                useful[at] = helps;
        }
    }
    return 0;
}

/* ---------------------------------------------------------------- bounds */

/* The most cards of the hand that one tiplu makes jokers. */
static int most_jokers(const rummy_marriage_rules *rules, const uint8_t *faces)
{
    int most = 0;
    for (int tiplu = 0; tiplu < RUMMY_FACES; tiplu++) {
        uint8_t roles[RUMMY_KINDS];
        int jokers = 0;
        (void)rummy_marriage_roles(rules, tiplu, roles);
        for (int kind = 0; kind < RUMMY_KINDS; kind++)
            jokers += roles[kind] != RUMMY_MARRIAGE_ORDINARY ? faces[kind] : 0;
        most = jokers > most ? jokers : most;
    }
    return most;
}

/* Bounds of the distance to combinations. Jokers only add to what is valid, so at most what is missing without any; at that no last copy of a kind may be
 * counted on, for it may be the one out of play. And each joker saves one draw at most, whichever card comes in its place. */
static void combos_bounds(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const question *asked, int8_t out[2])
{
    const rummy_marriage_goal lay = {goal->primary, 0, 0};
    int all = 3 * RUMMY_ARRANGED;
    question q = *asked;
    int see = goal->primary ? combos_distance(&q, &lay, 0, all) : 0;
    if (!goal->others) {
        out[0] = out[1] = (int8_t)see;
        return;
    }
    q.endless = 1;
    int least = combos_distance(&q, goal, 0, all) - most_jokers(rules, faces);
    q.endless = 0;
    uint64_t last = (q.exist.three & ~q.hand.three) | (q.exist.two & ~q.exist.three & ~q.hand.two) | (q.exist.one & ~q.exist.two & ~q.hand.one);
    q.exist = without(q.exist, last);
    int most = combos_distance(&q, goal, 0, all);
    out[0] = (int8_t)(see < 0 ? RUMMY_NEVER : least > see ? least : see);
    out[1] = (int8_t)most;
}

/* Where natural combinations of jokers may not stand, every tiplu is tried. */
static void tried_bounds(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *left, int8_t out[2])
{
    int least = RUMMY_NEVER, most = 0;
    for (int tiplu = 0; tiplu < RUMMY_FACES; tiplu++) {
        question q;
        uint8_t rest[RUMMY_KINDS];
        memcpy(rest, left, RUMMY_KINDS);
        if (ask(&q, rules, faces, NULL, tiplu) < 0)
            continue; /* no tiplu: all its copies are held */
        uint8_t all[RUMMY_KINDS];
        (void)all_cards(rules, tiplu, all);
        if (faces[tiplu] + rest[tiplu] > all[tiplu])
            rest[tiplu]--;
        (void)ask(&q, rules, faces, rest, tiplu);
        int distance = distance_of(&q, goal);
        least = nearer(least, distance);
        most = distance < 0 || most < 0 ? RUMMY_NEVER : distance > most ? distance : most;
    }
    out[0] = (int8_t)least;
    out[1] = (int8_t)most;
}

int rummy_marriage_bounds(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *left, size_t n, int8_t (*out)[2], size_t *where)
{
    int error = check_rows(rules, goal, faces, left, NULL, n, where);
    if (error)
        return error;
    for (size_t i = 0; i < n; i++) {
        question q;
        uint8_t rest[RUMMY_KINDS], unknown = RUMMY_NONE;
        uint64_t useful;
        if (left)
            memcpy(rest, row(left, i), RUMMY_KINDS);
        else
            (void)rummy_marriage_left(rules, row(faces, i), &unknown, 1, rest, NULL);
        if (goal->others && rules->max_jokers_in_combo < 3 && !rules->joker_natural_use) {
            tried_bounds(rules, goal, row(faces, i), rest, out[i]);
            continue;
        }
        (void)ask(&q, rules, row(faces, i), rest, RUMMY_NONE);
        int combos = goal->primary || goal->others || !goal->dublees, least = RUMMY_NEVER, most = 0;
        if (combos)
            combos_bounds(rules, goal, row(faces, i), &q, out[i]);
        if (goal->dublees) {
            least = dublees_distance(&q, goal->dublees, &useful);
            for (uint64_t one = q.left; one; one &= one - 1) { /* a copy that turns out to be the tiplu is out of play */
                question after = q;
                after.exist = without(q.exist, one & (0 - one));
                int distance = dublees_distance(&after, goal->dublees, &useful);
                most = distance < 0 || most < 0 ? RUMMY_NEVER : distance > most ? distance : most;
            }
            out[i][0] = (int8_t)(combos ? nearer(out[i][0], least) : least);
            out[i][1] = (int8_t)(combos ? nearer(out[i][1], most) : most);
        }
    }
    return 0;
}

/* ---------------------------------------------------------------- a nearest hand */

static void write_combos(const question *q, const found *f, int count, uint8_t (*out)[3])
{
    uint8_t joker[3 * RUMMY_ARRANGED];
    int jokers = 0, left = 0;
    cards held = q->hand;
    for (int i = 0; i < f->natural; i++)
        held = take_triple(held, (triple){f->part[i].set, (uint8_t)f->part[i].same, 3});
    held = (cards){held.one & q->jokers, held.two & q->jokers, held.three & q->jokers};
    for (uint64_t words[3] = {held.one, held.two, held.three}; left < 3; left++)
        for (; words[left] && jokers < 3 * RUMMY_ARRANGED; words[left] &= words[left] - 1)
            joker[jokers++] = (uint8_t)rummy_lane_kind(rummy_lowest(words[left]));
    for (int men = 0; men < q->men && jokers < 3 * RUMMY_ARRANGED; men++)
        joker[jokers++] = RUMMY_JOKER;
    cards rest = f->rest;
    for (int i = 0; i < count; i++) {
        int n = 0;
        if (i < f->n) {
            for (uint64_t set = f->part[i].set; set; set &= set - 1)
                for (int copy = 0; copy < (f->part[i].same ? f->part[i].kept : 1); copy++)
                    out[i][n++] = (uint8_t)rummy_lane_kind(rummy_lowest(set));
        } else if (i < f->n + f->singles) {
            out[i][n++] = (uint8_t)rummy_lane_kind(rummy_lowest(rest.one));
            rest = without(rest, rest.one & (0 - rest.one));
        }
        while (n < 3)
            out[i][n++] = joker[--jokers];
    }
}

int rummy_marriage_nearest(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *left, int tiplu, uint8_t (*combo)[3], uint8_t pair[10], uint8_t missing[RUMMY_KINDS], int *by)
{
    question q;
    uint64_t useful;
    uint8_t known = (uint8_t)tiplu, drawn[RUMMY_KINDS] = {0};
    if (tiplu < 0 || tiplu > RUMMY_NONE)
        return RUMMY_E_KIND;
    int error = check_rows(rules, goal, faces, left, &known, 1, NULL);
    if (error)
        return error;
    (void)ask(&q, rules, faces, left, tiplu);
    int distance = distance_of(&q, goal);
    if (distance < 0)
        return RUMMY_NEVER;
    rummy_marriage_goal to = *goal;
    int dublees = goal->dublees && dublees_distance(&q, goal->dublees, &useful) == distance;
    if (dublees)
        to.primary = to.others = 0;
    else
        to.dublees = 0;
    if (dublees && (goal->primary || goal->others)) { /* combinations first, where both are as near */
        rummy_marriage_goal combos = *goal;
        combos.dublees = 0;
        if (distance_of(&q, &combos) == distance) {
            to = combos;
            dublees = 0;
        }
    }
    for (int togo = distance; togo > 0; togo--) {
        int kind = rummy_lowest(useful_of(&q, &to, togo));
        int copies = ++drawn[kind] + faces[kind];
        q = with_card(&q, kind);
        if (kind < RUMMY_FACES) {
            uint64_t bit = rummy_lane_bit(kind), more = copies == 1 ? q.exist.two : copies == 2 ? q.exist.three : 0;
            q.left = (q.left & ~bit) | (more & bit);
        }
    }
    if (dublees) {
        uint64_t twice = q.hand.two;
        for (int i = 0; i < goal->dublees; i++, twice &= twice - 1)
            pair[i] = (uint8_t)rummy_lane_kind(rummy_lowest(twice));
    } else {
        lists list;
        found f;
        memset(&f, 0, sizeof f);
        q.found = &f;
        make_lists(&list, &q, &to);
        (void)combos_in(&q, &list, 0, q.hand, q.exist, to.primary, to.others, 0);
        write_combos(&q, &f, to.primary + to.others, combo);
    }
    *by = dublees ? RUMMY_MARRIAGE_BY_DUBLEES : RUMMY_MARRIAGE_BY_COMBOS;
    memcpy(missing, drawn, RUMMY_KINDS);
    return distance;
}
