/* Marriage hands: combinations, primary ones, dublees, finishing discards. The one solver for "does this hand finish".
 *
 * Three words hold the cards that are held at least once, twice, three times, in lanes of 16 bits, one a suit, bit rank-1; men are
 * only counted. With the ace copied behind the king (bit 13) and the two behind it (bit 14, for K-A-2), runs are shifts.
 *
 * Once the tiplu is seen jokers are interchangeable: one joker goes with any pair that fits, two go with any card, three with each other,
 * and a joker used as itself makes no combination that it would not make as a wild one. So only the other cards are searched: they must split
 * into few enough groups, each a natural triple, a fitting pair or a single card, for which the jokers fill the holes. Only where the
 * rules limit the jokers of a combination does the natural use of two or three of them matter; those are then taken out first.
 */
#include <string.h>

#include "marriage_cards.h"

#define ACE_OF_SPADES 39

static int kind_at(int position) { return rummy_lane_kind(position); }

/* ---------------------------------------------------------------- single combinations */

int rummy_marriage_roles(const rummy_marriage_rules *rules, int tiplu, uint8_t roles[RUMMY_KINDS])
{
    if ((tiplu < 0 || tiplu >= RUMMY_FACES) && tiplu != RUMMY_NONE)
        return RUMMY_E_KIND;
    memset(roles, RUMMY_MARRIAGE_ORDINARY, RUMMY_KINDS);
    if (tiplu == RUMMY_NONE)
        return 0;
    int suit = tiplu / RUMMY_RANKS, rank = tiplu % RUMMY_RANKS, cyclic = rules->maal_rank_wrap == RUMMY_MARRIAGE_MAAL_RANK_WRAP_CYCLIC;
    for (int other = 0; other < 4; other++)
        roles[other * RUMMY_RANKS + rank] = RUMMY_MARRIAGE_JOKER;
    roles[tiplu] = RUMMY_MARRIAGE_TIPLU;
    if (rank < RUMMY_RANKS - 1 || cyclic)
        roles[suit * RUMMY_RANKS + (rank + 1) % RUMMY_RANKS] = RUMMY_MARRIAGE_POPLU;
    if (rank > 0 || cyclic)
        roles[suit * RUMMY_RANKS + (rank + RUMMY_RANKS - 1) % RUMMY_RANKS] = RUMMY_MARRIAGE_JHIPLU;
    roles[RUMMY_JOKER] = RUMMY_MARRIAGE_MAN;
    return 0;
}

int rummy_marriage_faces(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu, int *where)
{
    int sum = 0;
    if ((tiplu < 0 || tiplu >= RUMMY_FACES) && tiplu != RUMMY_NONE)
        return RUMMY_E_KIND;
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        int exist = kind == RUMMY_JOKER ? rules->printed_jokers : 3;
        if (kind == tiplu && !(kind == ACE_OF_SPADES && rules->printed_jokers && rules->man_as_tiplu == RUMMY_MARRIAGE_MAN_AS_TIPLU_ACE_OF_SPADES))
            exist = 2; /* one lies under the stock; a man may lie there in the place of the ace (M-5) */
        if (faces[kind] > exist) {
            if (where)
                *where = kind;
            return RUMMY_E_COPIES;
        }
        sum += faces[kind];
    }
    return sum;
}

/* Do two ranks (0..12, different) fit one run with a third? */
static int ranks_fit(unsigned starts, int a, int b)
{
    unsigned both = 1u << a | 1u << b;
    for (unsigned left = starts; left; left &= left - 1)
        if ((run_bits(rummy_lowest(left)) & both) == both)
            return 1;
    return 0;
}

static int natural_combo(unsigned starts, const uint8_t cards[3])
{
    int a = cards[0], b = cards[1], c = cards[2];
    if (a == RUMMY_JOKER || b == RUMMY_JOKER || c == RUMMY_JOKER)
        return -1;
    if (a == b && b == c)
        return RUMMY_MARRIAGE_TUNNELA;
    int sa = a / RUMMY_RANKS, sb = b / RUMMY_RANKS, sc = c / RUMMY_RANKS;
    if (sa == sb && sb == sc) {
        unsigned ranks = 1u << a % RUMMY_RANKS | 1u << b % RUMMY_RANKS | 1u << c % RUMMY_RANKS;
        for (unsigned left = starts; left; left &= left - 1)
            if (run_bits(rummy_lowest(left)) == ranks)
                return RUMMY_MARRIAGE_PURE;
    }
    if (a % RUMMY_RANKS == b % RUMMY_RANKS && b % RUMMY_RANKS == c % RUMMY_RANKS && sa != sb && sb != sc && sa != sc)
        return RUMMY_MARRIAGE_TRIPLET;
    return -1;
}

/* Why three cards without a joker are no combination. */
static int why_not(const uint8_t cards[3])
{
    int a = cards[0], b = cards[1], c = cards[2];
    if (a == RUMMY_JOKER || b == RUMMY_JOKER || c == RUMMY_JOKER)
        return RUMMY_E_COMBO_UNSEEN;
    if (a % RUMMY_RANKS == b % RUMMY_RANKS && b % RUMMY_RANKS == c % RUMMY_RANKS)
        return RUMMY_E_COMBO_SUIT;
    if (a / RUMMY_RANKS == b / RUMMY_RANKS && b / RUMMY_RANKS == c / RUMMY_RANKS) {
        unsigned ranks = 1u << a % RUMMY_RANKS | 1u << b % RUMMY_RANKS | 1u << c % RUMMY_RANKS;
        if (ranks == run_bits(STARTS - 1) || ranks == run_bits(STARTS - 2) || ranks == run_bits(0))
            return RUMMY_E_COMBO_WRAP;
    }
    return RUMMY_E_COMBO_MIXED;
}

int rummy_marriage_combo(const rummy_marriage_rules *rules, int tiplu, const uint8_t cards[3])
{
    uint8_t roles[RUMMY_KINDS], other[3];
    int jokers = 0, others = 0;
    unsigned starts = run_starts(rules);
    for (int i = 0; i < 3; i++)
        if (cards[i] >= RUMMY_KINDS)
            return RUMMY_E_KIND;
    int error = rummy_marriage_roles(rules, tiplu, roles);
    if (error)
        return error;
    for (int i = 0; i < 3; i++) {
        if (roles[cards[i]] == RUMMY_MARRIAGE_ORDINARY)
            other[others++] = cards[i];
        else
            jokers++;
    }
    int natural = natural_combo(starts, cards);
    if (natural >= 0 && (!jokers || rules->joker_natural_use))
        return natural;
    if (!jokers)
        return why_not(cards);
    if (jokers > rules->max_jokers_in_combo)
        return RUMMY_E_COMBO_JOKERS;
    if (jokers >= 2)
        return RUMMY_MARRIAGE_JOKERS;
    if (other[0] == other[1])
        return rules->identical_pair_plus_joker ? RUMMY_MARRIAGE_DIRTY_TRIPLET : RUMMY_E_COMBO_PAIR;
    if (other[0] % RUMMY_RANKS == other[1] % RUMMY_RANKS)
        return RUMMY_MARRIAGE_DIRTY_TRIPLET;
    if (other[0] / RUMMY_RANKS == other[1] / RUMMY_RANKS) {
        if (ranks_fit(starts, other[0] % RUMMY_RANKS, other[1] % RUMMY_RANKS))
            return RUMMY_MARRIAGE_DIRTY_RUN;
        if (ranks_fit(0x1FFF, other[0] % RUMMY_RANKS, other[1] % RUMMY_RANKS))
            return RUMMY_E_COMBO_WRAP;
    }
    return RUMMY_E_COMBO_MIXED;
}

/* ---------------------------------------------------------------- primary combinations (M-14) */

typedef struct primaries {
    int n;
    uint8_t tunnela[104]; /* 1 for a tunnela */
    uint64_t set[104];    /* the cards, a tunnela as its one kind */
    uint16_t id[104];
} primaries;

static void list_primaries(primaries *list, cards c, unsigned starts)
{
    list->n = 0;
    for (uint64_t left = c.three; left; left &= left - 1) {
        int at = rummy_lowest(left);
        list->tunnela[list->n] = 1;
        list->set[list->n] = RUMMY_BIT(at);
        list->id[list->n++] = (uint16_t)(RUMMY_MARRIAGE_LAY + kind_at(at));
    }
    for (uint64_t left = runs_in(c.one, starts); left; left &= left - 1) {
        int at = rummy_lowest(left), lane = at / LANE * LANE;
        list->tunnela[list->n] = 0;
        list->set[list->n] = (uint64_t)run_bits(at - lane) << lane;
        list->id[list->n++] = (uint16_t)(RUMMY_MARRIAGE_LAY + RUMMY_FACES + kind_at(at));
    }
}

/* Take a primary combination out of the cards. Returns 0 if they do not hold it. */
static int take_primary(const primaries *list, int i, cards *c)
{
    uint64_t set = list->set[i];
    if (list->tunnela[i]) {
        if (!(c->three & set))
            return 0;
        c->one &= ~set;
        c->two &= ~set;
        c->three &= ~set;
        return 1;
    }
    if ((c->one & set) != set)
        return 0;
    *c = without(*c, set);
    return 1;
}

int rummy_marriage_primary_from(const rummy_marriage_rules *rules, const uint8_t *faces, int want, int from, uint16_t (*out)[3], size_t cap)
{
    primaries list;
    cards all = read_cards(faces), one, two, three;
    int n = 0;
    if (want < 1 || want > 3)
        return RUMMY_E_ARGUMENT;
    list_primaries(&list, all, run_starts(rules));
    for (int i = 0; i < list.n; i++) {
        if (list.id[i] < from)
            continue;
        one = all;
        (void)take_primary(&list, i, &one);
        for (int j = i; j < (want > 1 ? list.n : i + 1); j++) {
            two = one;
            if (want > 1 && !take_primary(&list, j, &two))
                continue;
            for (int k = j; k < (want > 2 ? list.n : j + 1); k++) {
                three = two;
                if (want > 2 && !take_primary(&list, k, &three))
                    continue;
                if (cap == 0)
                    return 1;
                if ((size_t)n >= cap)
                    return RUMMY_E_SPACE;
                out[n][0] = list.id[i];
                out[n][1] = want > 1 ? list.id[j] : 0;
                out[n++][2] = want > 2 ? list.id[k] : 0;
            }
        }
    }
    return n;
}

int rummy_marriage_primary(const rummy_marriage_rules *rules, const uint8_t *faces, int want, uint16_t (*out)[3], size_t cap)
{
    return rummy_marriage_primary_from(rules, faces, want, 0, out, cap);
}

/* ---------------------------------------------------------------- the search for discards
 *
 * State: the cards left that are no jokers, the groups still to be formed, and whether the discard is still open. The number of jokers left follows:
 * cards + jokers = 3 * groups + open. At each node one card is placed: as the discard, in a natural triple, in a fitting pair with
 * one joker, or alone with two. A card that fits nothing is placed first, then one that is in no natural triple, then the lowest.
 * Discards once shown to work are not asked for again, and a branch that can show no other is left.
 */

typedef struct search {
    unsigned starts;
    uint16_t fit[RUMMY_RANKS]; /* ranks that fit a run beside a rank */
    int identical, most;       /* options: an identical pair with a joker; jokers in one combination */
    uint64_t jokers;           /* lanes of the joker kinds */
    uint64_t want;             /* discards (lanes) not yet shown */
    uint64_t want_jokers;      /* joker kinds not yet shown (kinds, men included), */
    uint64_t held_jokers;      /* and those held where no natural combination has taken them */
    uint64_t discard;          /* the discard of this branch */
    uint8_t (*parts)[3];       /* where one split is written, or NULL */
    int depth;
} search;

#define SPLIT ((uint64_t)1 << 63) /* stands for "any split" where no discard is looked for */

static void prepare(search *s, const rummy_marriage_rules *rules, const uint8_t *roles)
{
    memset(s, 0, sizeof *s);
    s->starts = run_starts(rules);
    s->identical = rules->identical_pair_plus_joker;
    s->most = rules->max_jokers_in_combo;
    for (int kind = 0; kind < RUMMY_FACES; kind++)
        if (roles[kind] != RUMMY_MARRIAGE_ORDINARY)
            s->jokers |= rummy_lane_bit(kind);
    for (unsigned left = s->starts; left; left &= left - 1) {
        unsigned bits = run_bits(rummy_lowest(left));
        for (unsigned inner = bits; inner; inner &= inner - 1)
            s->fit[rummy_lowest(inner)] |= (uint16_t)(bits & ~(inner & (0 - inner)));
    }
}

/* Cards of `c` in some natural triple, and cards with some fitting partner. */
static void classify(const search *s, cards c, uint64_t *triple, uint64_t *paired)
{
    uint64_t x = c.one, a = x << 16 | x >> 48, b = x << 32 | x >> 32, d = x << 48 | x >> 16, near = 0;
    uint64_t runs = runs_in(x, s->starts), in_run = runs | runs << 1 | runs << 2;
    in_run |= in_run >> 13 & LANES(3);
    for (int suit = 0; suit < 4; suit++) {
        unsigned out = 0;
        for (unsigned left = x >> suit * LANE & RANK_BITS; left; left &= left - 1)
            out |= s->fit[rummy_lowest(left)];
        near |= (uint64_t)out << suit * LANE;
    }
    *triple = x & (in_run | (a & b) | (a & d) | (b & d) | c.three);
    *paired = x & (a | b | d | near | (s->identical ? c.two : 0));
}

static void place(search *s, cards c, int left, int groups, int open);

/* Form a group of the cards of `set`, of each so many copies, and go on with the rest. */
static void form(search *s, cards rest, uint64_t set, int copies, int left, int groups, int open)
{
    if (!s->want && !s->want_jokers)
        return;
    if (s->parts) {
        uint8_t *part = s->parts[s->depth];
        int n = 0;
        memset(part, RUMMY_NONE, 3); /* what stays so are jokers, chosen later */
        for (; set; set &= set - 1)
            for (int i = 0; i < copies; i++)
                part[n++] = (uint8_t)kind_at(rummy_lowest(set));
    }
    s->depth++;
    place(s, rest, left, groups - 1, open);
    s->depth--;
}

static void place(search *s, cards c, int left, int groups, int open)
{
    int jokers = 3 * groups + open - left;
    if (jokers < 0 || !(open ? (s->want & c.one) | (s->want_jokers & s->held_jokers) : s->want & s->discard))
        return;
    if (!left) {
        if (groups && s->most < 3) /* three jokers may not stand together */
            return;
        if (open)
            s->want_jokers &= ~s->held_jokers;
        else
            s->want &= ~s->discard;
        if (s->parts)
            memset(s->parts[s->depth], RUMMY_NONE, (size_t)groups * 3);
        return;
    }
    uint64_t triple, paired;
    classify(s, c, &triple, &paired);
    if (!triple && left - open > 2 * groups)
        return;
    uint64_t lone = c.one & ~triple & ~paired, semi = c.one & ~triple;
    int at = rummy_lowest(lone ? lone : semi ? semi : c.one), rank = at % LANE, lane = at / LANE * LANE;
    uint64_t card = RUMMY_BIT(at);
    cards rest = without(c, card);
    if (open && (s->want & card)) {
        s->discard = card;
        place(s, rest, left - 1, groups, 0);
    }
    if (!groups)
        return;
    if (triple & card) {
        if (c.three & card)
            form(s, without(without(rest, card), card), card, 3, left - 3, groups, open);
        for (unsigned starts = s->starts; starts; starts &= starts - 1) {
            unsigned bits = run_bits(rummy_lowest(starts));
            uint64_t set = (uint64_t)bits << lane;
            if (bits >> rank & 1 && (c.one & set) == set)
                form(s, without(c, set), set, 1, left - 3, groups, open);
        }
        uint64_t mates = c.one & LANES(1u << rank) & ~card;
        for (uint64_t part = mates; part; part = (part - 1) & mates)
            if (rummy_count(part) == 2)
                form(s, without(c, part | card), part | card, 1, left - 3, groups, open);
    }
    if (jokers >= 1) {
        uint64_t partners = (rest.one & (uint64_t)s->fit[rank] << lane) | (rest.one & LANES(1u << rank) & ~card);
        for (; partners; partners &= partners - 1) {
            uint64_t pair = card | (partners & (0 - partners));
            form(s, without(c, pair), pair, 1, left - 2, groups, open);
        }
        if (s->identical && (rest.one & card))
            form(s, without(rest, card), card, 2, left - 2, groups, open);
    }
    if (jokers >= 2 && s->most >= 2)
        form(s, rest, card, 1, left - 1, groups, open);
}

/* Search cards in which jokers still lie among the others; men are jokers too. */
static void place_jokers_apart(search *s, cards c, int men, int groups, int open)
{
    cards others = {c.one & ~s->jokers, c.two & ~s->jokers, c.three & ~s->jokers};
    s->held_jokers = rummy_kinds(c.one & s->jokers) | (men ? RUMMY_BIT(RUMMY_JOKER) : 0);
    place(s, others, count_cards(others), groups, open);
}

/* Where the rules limit the jokers of a combination, those that stand for themselves in a natural one beyond the limit are taken out first, in every way
 * (from triple number `from` on, so that no choice is met twice); then the others fill holes. */
static void place_natural(search *s, cards c, int men, int groups, int open, int from)
{
    place_jokers_apart(s, c, men, groups, open);
    if (!groups || !(s->want | s->want_jokers))
        return;
    int number = 0;
    for (int at = 0; at < 4 * LANE; at++, number++) { /* tunnelas of jokers */
        uint64_t set = RUMMY_BIT(at);
        if (number >= from && (c.three & s->jokers & set)) {
            cards rest = {c.one & ~set, c.two & ~set, c.three & ~set};
            if (s->parts)
                memset(s->parts[s->depth], kind_at(at), 3);
            s->depth++;
            place_natural(s, rest, men, groups - 1, open, number);
            s->depth--;
            if (!(s->want | s->want_jokers))
                return;
        }
    }
    for (int shape = 0; shape < 4 * STARTS + RUMMY_RANKS * 4; shape++, number++) { /* runs, and triplets without one suit */
        uint64_t set;
        if (shape < 4 * STARTS)
            set = s->starts >> shape % STARTS & 1 ? (uint64_t)run_bits(shape % STARTS) << shape / STARTS * LANE : 0;
        else
            set = LANES(1u << (shape - 4 * STARTS) / 4) & ~((uint64_t)LANE_MASK << (shape - 4 * STARTS) % 4 * LANE);
        if (number < from || !set || (c.one & set) != set || rummy_count(set & s->jokers) <= s->most)
            continue;
        if (s->parts) {
            int n = 0;
            for (uint64_t left = set; left; left &= left - 1)
                s->parts[s->depth][n++] = (uint8_t)kind_at(rummy_lowest(left));
        }
        s->depth++;
        place_natural(s, without(c, set), men, groups - 1, open, number);
        s->depth--;
        if (!(s->want | s->want_jokers))
            return;
    }
}

static void place_all(search *s, const rummy_marriage_rules *rules, cards c, int men, int groups, int open)
{
    if (s->most < 3 && rules->joker_natural_use)
        place_natural(s, c, men, groups, open, 0);
    else
        place_jokers_apart(s, c, men, groups, open);
}

/* ---------------------------------------------------------------- public */

int rummy_marriage_dublees(const uint8_t *faces) { return rummy_count(read_cards(faces).two); }

static int ready(search *s, const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu)
{
    uint8_t roles[RUMMY_KINDS];
    int count = rummy_marriage_faces(rules, faces, tiplu, NULL);
    if (count < 0)
        return count;
    (void)rummy_marriage_roles(rules, tiplu, roles);
    prepare(s, rules, roles);
    return count;
}

/* Ask for every discard that is held, and take the answer. */
static void want_all(search *s, cards c, int men)
{
    s->want = c.one & ~s->jokers;
    s->want_jokers = rummy_kinds(c.one & s->jokers) | (men ? RUMMY_BIT(RUMMY_JOKER) : 0);
}

static int answer(const search *s, cards c, int men, uint64_t *out)
{
    uint64_t held = rummy_kinds(c.one) | (men ? RUMMY_BIT(RUMMY_JOKER) : 0);
    *out = held & ~(rummy_kinds(s->want) | s->want_jokers);
    return rummy_count(*out);
}

/* Lay `primary` combinations in every way, and ask for the discards among the rest. */
static uint64_t combo_finishes(search *s, const rummy_marriage_rules *rules, const uint8_t *faces, int primary, int others, int open)
{
    primaries list;
    cards all = read_cards(faces), one, two, three;
    int men = faces[RUMMY_JOKER];
    uint64_t out;
    if (open) {
        want_all(s, all, men);
    } else {
        s->want = s->discard = SPLIT;
    }
    list_primaries(&list, all, s->starts);
    if (!primary)
        place_all(s, rules, all, men, others, open);
    for (int i = 0; primary && i < list.n; i++) {
        one = all;
        (void)take_primary(&list, i, &one);
        if (primary == 1)
            place_all(s, rules, one, men, others, open);
        for (int j = i; primary > 1 && j < list.n; j++) {
            two = one;
            if (!take_primary(&list, j, &two))
                continue;
            if (primary == 2)
                place_all(s, rules, two, men, others, open);
            for (int k = j; primary > 2 && k < list.n && (s->want || s->want_jokers); k++) {
                three = two;
                if (take_primary(&list, k, &three))
                    place_all(s, rules, three, men, others, open);
            }
        }
    }
    if (!open)
        return !s->want;
    (void)answer(s, all, men, &out);
    return out;
}

/* The same for a row whose tiplu may be unknown: then a man is in no combination, it can but be the discard. */
static uint64_t row_finishes(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, int tiplu, int open)
{
    search s;
    uint8_t others[RUMMY_KINDS];
    (void)ready(&s, rules, faces, tiplu);
    if (tiplu != RUMMY_NONE || !faces[RUMMY_JOKER])
        return combo_finishes(&s, rules, faces, goal->primary, goal->others, open);
    if (faces[RUMMY_JOKER] > open)
        return 0;
    memcpy(others, faces, RUMMY_KINDS);
    others[RUMMY_JOKER] = 0;
    return combo_finishes(&s, rules, others, goal->primary, goal->others, 0) ? RUMMY_BIT(RUMMY_JOKER) : 0;
}

static uint64_t dublee_finishes(const uint8_t *faces, int dublees)
{
    uint64_t found = 0;
    int have = rummy_marriage_dublees(faces);
    for (int kind = 0; kind < RUMMY_KINDS; kind++)
        if (faces[kind] && have - (kind < RUMMY_FACES && faces[kind] == 2) >= dublees)
            found |= RUMMY_BIT(kind);
    return found;
}

/* Check the goal and the rows of `open` cards beyond it. */
static int check_rows(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *tiplu, int open, size_t n, size_t *where)
{
    int combos = goal->primary + goal->others;
    if (goal->primary > 3 || goal->others > 4 || goal->dublees > 10)
        return RUMMY_E_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        int count = rummy_marriage_faces(rules, faces + i * RUMMY_KINDS, tiplu[i], NULL);
        if (count >= 0 && (combos || !goal->dublees ? count == 3 * combos + open : count <= RUMMY_MARRIAGE_HAND + open))
            continue;
        if (where)
            *where = i;
        return count < 0 ? count : RUMMY_E_COUNT;
    }
    return 0;
}

int rummy_marriage_win(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *tiplu, size_t n, uint8_t *out, size_t *where)
{
    int error = check_rows(rules, goal, faces, tiplu, 0, n, where), combos = goal->primary + goal->others || !goal->dublees;
    if (error)
        return error;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *row = faces + i * RUMMY_KINDS;
        out[i] = combos && row_finishes(rules, goal, row, tiplu[i], 0) ? RUMMY_MARRIAGE_BY_COMBOS : 0;
        if (goal->dublees && rummy_marriage_dublees(row) >= goal->dublees)
            out[i] |= RUMMY_MARRIAGE_BY_DUBLEES;
    }
    return 0;
}

int rummy_marriage_finishes(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *tiplu, size_t n, uint64_t (*by)[2], size_t *where)
{
    int error = check_rows(rules, goal, faces, tiplu, 1, n, where), combos = goal->primary + goal->others || !goal->dublees;
    if (error)
        return error;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *row = faces + i * RUMMY_KINDS;
        by[i][0] = combos ? row_finishes(rules, goal, row, tiplu[i], 1) : 0;
        by[i][1] = goal->dublees ? dublee_finishes(row, goal->dublees) : 0;
    }
    return 0;
}

int rummy_marriage_arrange(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu, int combos, uint8_t (*out)[3])
{
    search s;
    uint8_t parts[7][3], left[RUMMY_KINDS], joker[RUMMY_MARRIAGE_HAND];
    if (combos < 0 || combos > 7)
        return RUMMY_E_ARGUMENT;
    if (tiplu == RUMMY_NONE)
        return RUMMY_E_KIND;
    int count = ready(&s, rules, faces, tiplu), jokers = 0;
    if (count < 0)
        return count;
    if (count != 3 * combos)
        return RUMMY_E_COUNT;
    memset(parts, RUMMY_NONE, sizeof parts); /* groups that the search leaves are jokers alone */
    s.parts = parts;
    s.want = s.discard = SPLIT;
    place_all(&s, rules, read_cards(faces), faces[RUMMY_JOKER], combos, 0);
    if (s.want)
        return RUMMY_E_COMBO_MIXED;
    memcpy(left, faces, RUMMY_KINDS);
    for (int i = 0; i < 3 * combos; i++)
        if (parts[i / 3][i % 3] != RUMMY_NONE)
            left[parts[i / 3][i % 3]]--;
    for (int kind = 0; kind < RUMMY_KINDS; kind++)
        while (left[kind]--)
            joker[jokers++] = (uint8_t)kind;
    for (int i = 0; i < 3 * combos; i++)
        out[i / 3][i % 3] = parts[i / 3][i % 3] == RUMMY_NONE ? joker[--jokers] : parts[i / 3][i % 3];
    return combos;
}
