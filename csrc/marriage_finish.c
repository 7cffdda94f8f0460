/* Marriage: which primary combinations can be laid, and which discards finish. The one solver for "does this hand finish".
 *
 * Once the tiplu is seen jokers are interchangeable: one joker goes with any pair that fits, two go with any card, three with each other,
 * and a joker used as itself makes no combination that it would not make as a wild one. So only the other cards are searched. They are split
 * into parts, each a natural triple, a fitting pair or a single card; the jokers fill the holes, and their number always comes out right:
 *
 *      5c 6c 7c | Qd Qs | 9h Th | 4s | 2d          4 combinations and a discard: 5 parts, of which
 *                    *       *    * *    -         any single card (4s, 2d) may be the discard
 *
 *   The cards finish with discard x       exactly if they split into `groups` + 1 parts or fewer, x a part by itself.
 *   They finish with a joker as discard   exactly if they split into `groups` parts or fewer. Then any card may go as well: split off
 *                                         its pair, run or triplet it leaves a pair or a single card. Only out of a tunnela it leaves two parts.
 *
 * So one split shows many discards at once. What is not yet shown is `want`, shared by all splits behind all ways of laying primary
 * combinations; a branch that can show nothing more is left.
 *
 * Only where the rules limit the jokers of a combination (`most`) are things different: no part may be empty, at one joker none but the discard may be single,
 * and the natural use of two or three jokers in one combination matters; such combinations are taken out first.
 */
#include <string.h>

#include "marriage_cards.h"

#define MAN RUMMY_BIT(61) /* the bit of the men, who follow the king of spades as in faces */

/* ---------------------------------------------------------------- primary combinations (M-14) */

/* Every way of laying primary combinations is met once: tunnelas first, in the order of the kinds, then runs by their lowest card. */
typedef struct laying laying;
struct laying {
    unsigned starts;
    uint16_t id[3];
    int (*found)(laying *l, cards rest, uint64_t tunnelas, uint64_t runs); /* what could be laid next; stops everything if it returns nonzero */
};

static int lay(laying *l, cards c, int at, int want, uint64_t tunnelas, uint64_t runs)
{
    if (at == want)
        return l->found(l, c, tunnelas, runs);
    for (; tunnelas; tunnelas &= tunnelas - 1) {
        uint64_t bit = tunnelas & (0 - tunnelas);
        cards rest = {c.one & ~bit, c.two & ~bit, c.three & ~bit};
        l->id[at] = (uint16_t)(RUMMY_MARRIAGE_LAY + rummy_lane_kind(rummy_lowest(bit)));
        int stop = lay(l, rest, at + 1, want, tunnelas & ~bit, runs & runs_in(rest.one, l->starts));
        if (stop)
            return stop;
    }
    for (; runs; runs &= runs - 1) {
        int start = rummy_lowest(runs);
        cards rest = without(c, (uint64_t)run_bits(start % LANE) << start / LANE * LANE);
        l->id[at] = (uint16_t)(RUMMY_MARRIAGE_LAY + RUMMY_FACES + rummy_lane_kind(start));
        int stop = lay(l, rest, at + 1, want, 0, runs & runs_in(rest.one, l->starts));
        if (stop)
            return stop;
    }
    return 0;
}

typedef struct listing {
    laying l;
    int n, want;
    uint16_t (*out)[3];
    size_t cap;
} listing;

static int list_way(laying *l, cards rest, uint64_t tunnelas, uint64_t runs)
{
    listing *list = (listing *)l;
    (void)rest;
    (void)tunnelas;
    (void)runs;
    if (list->cap == 0)
        return 1;
    if ((size_t)list->n >= list->cap)
        return RUMMY_E_SPACE;
    for (int i = 0; i < 3; i++)
        list->out[list->n][i] = i < list->want ? l->id[i] : 0;
    list->n++;
    return 0;
}

int rummy_marriage_primary_from(const rummy_marriage_rules *rules, const uint8_t *faces, int want, int from, uint16_t (*out)[3], size_t cap)
{
    listing list = {{run_starts(rules), {0, 0, 0}, list_way}, 0, want, out, cap};
    if (want < 1 || want > 3)
        return RUMMY_E_ARGUMENT;
    cards c = read_cards(faces);
    uint64_t tunnelas = c.three, runs = runs_in(c.one, list.l.starts);
    for (int id = RUMMY_MARRIAGE_LAY; id < from && id < RUMMY_MARRIAGE_LAY + 2 * RUMMY_FACES; id++) { /* ways of lower ids are not asked for */
        if (id < RUMMY_MARRIAGE_LAY + RUMMY_FACES)
            tunnelas &= ~rummy_lane_bit(id - RUMMY_MARRIAGE_LAY);
        else
            runs &= ~rummy_lane_bit(id - RUMMY_MARRIAGE_LAY - RUMMY_FACES);
    }
    int stop = lay(&list.l, c, 0, want, tunnelas, runs);
    return stop ? stop : list.n;
}

int rummy_marriage_primary(const rummy_marriage_rules *rules, const uint8_t *faces, int want, uint16_t (*out)[3], size_t cap)
{
    return rummy_marriage_primary_from(rules, faces, want, 0, out, cap);
}

/* ---------------------------------------------------------------- the search */

typedef struct search {
    laying l;                     /* must come first */
    uint64_t low, high;           /* cards that stand in their own place of a run; those that stand behind the king */
    int identical, most, natural; /* options: an identical pair with a joker; jokers in one combination; jokers as themselves beyond that */
    int groups, open, men;        /* combinations behind the primary ones; whether there is a discard; men held */
    uint64_t jokers;              /* kinds that are jokers */
    uint64_t tunnelas, runs;      /* natural parts that are tried: kinds, starts of runs */
    uint64_t want;                /* discards not yet shown */
    uint64_t all;                 /* what could be discarded behind the combinations laid */
    uint8_t (*out)[3];            /* where one split is written, or NULL */
} search;

#define SPLIT ((uint64_t)1 << 63) /* stands for "any split" where no discard is looked for */

/* Cards to be split into so many parts; cards that are single already; kinds of which a tunnela is a part. */
typedef struct state {
    cards c;
    int left, parts;
    uint64_t single, tunnelas;
} state;

static uint64_t in_line(const search *s, uint64_t x) { return (x & s->low) | (x & s->high) << 13; }

static uint64_t off_line(const search *s, uint64_t line) { return (line & s->low) | (line >> 13 & s->high); }

/* The cards that fit a run beside one of `x`. */
static uint64_t beside(const search *s, uint64_t x)
{
    uint64_t line = in_line(s, x), below = line & LANES(0x3FFF);
    return off_line(s, line << 1 | below << 2) | ((line >> 1 | line >> 2) & s->low);
}

static int place(search *s, const state *now);

/* Take every copy of some cards as single ones. Returns 0 where that is not allowed. */
static int single_out(const search *s, state *now, uint64_t set)
{
    int n = 0;
    for (uint64_t left = set; left; left &= left - 1)
        n++;
    for (uint64_t left = set & now->c.two; left; left &= left - 1)
        n += now->c.three & left & (0 - left) ? 2 : 1;
    if (s->most == 1 && (!s->open || now->single || n > 1))
        return 0;
    now->single |= set;
    now->c.one &= ~set;
    now->c.two &= ~set;
    now->c.three &= ~set;
    now->left -= n;
    now->parts -= n;
    return now->parts >= 0;
}

/* Split the rest beside a part of one card of each kind of `set`, or of `size` cards of one kind. Returns nonzero when nothing more is wanted. */
static int part(search *s, const state *now, uint64_t set, int size, int same)
{
    state next = {without(now->c, set), now->left - size, now->parts - 1, now->single, now->tunnelas};
    for (int i = 1; same && i < size; i++)
        next.c = without(next.c, set);
    if (same && size == 3)
        next.tunnelas |= set;
    if (!place(s, &next))
        return 0;
    for (int i = 0; s->out && i < 3; i++) { /* what stays so are jokers, chosen later */
        (*s->out)[i] = set ? (uint8_t)rummy_lane_kind(rummy_lowest(set)) : RUMMY_NONE;
        if (!same)
            set &= set - 1;
        else if (i + 1 == size)
            set = 0;
    }
    s->out += s->out != NULL;
    return 1;
}

/* Can the state still show something wanted? It shows single cards, and with a part to spare nearly all. */
static int hopeful(const search *s, const state *now, int size)
{
    int cards = size * now->parts - (s->open && !now->single ? size - 1 : 0); /* that the parts can take */
    int spare = !s->open || (s->most == 3 && now->left <= size * (now->parts - 1));
    return now->left <= cards && s->want & (now->single | now->c.one | (spare ? s->all & ~now->tunnelas : 0));
}

static int place(search *s, const state *before)
{
    state now = *before;
    if (!hopeful(s, &now, 3))
        return 0;
    uint64_t x = now.c.one, a = rummy_turn(x, 1), b = rummy_turn(x, 2), d = rummy_turn(x, 3);
    uint64_t line = in_line(s, x), runs = line & line >> 1 & line >> 2 & s->runs, three = now.c.three & s->tunnelas;
    uint64_t triple = x & (off_line(s, runs | runs << 1 | runs << 2) | (a & (b | d)) | (b & d) | three);
    uint64_t paired = x & (a | b | d | beside(s, x) | (s->identical ? now.c.two : 0));
    uint64_t lone = x & ~triple & ~paired;
    if (lone && !single_out(s, &now, lone))
        return 0;
    if (!hopeful(s, &now, triple ? 3 : 2))
        return 0;
    if (s->most < 3 ? !now.left : now.left <= now.parts) {
        if (s->most < 3 && now.parts) /* no part may be empty */
            return 0;
        s->want &= ~(!s->open || now.parts ? s->all & ~now.tunnelas : now.single);
        return !s->want;
    }
    /* A card in no triple is placed first, then the lowest: in a triple, in a pair, by itself. */
    uint64_t semi = now.c.one & ~triple;
    int at = rummy_lowest(semi ? semi : now.c.one), rank = at % LANE, lane = at / LANE * LANE;
    uint64_t card = RUMMY_BIT(at), mates = now.c.one & LANES(1u << rank) & ~card;
    if (triple & card) {
        if (three & card && part(s, &now, card, 3, 1))
            return 1;
        unsigned with = (7u << rank | (rank < 2 ? 7u << (rank + RUMMY_RANKS) : 0)) >> 2; /* starts of runs that take the rank */
        for (unsigned starts = (unsigned)(runs >> lane) & with & LANE_MASK; starts; starts &= starts - 1)
            if (part(s, &now, (uint64_t)run_bits(rummy_lowest(starts)) << lane, 3, 0))
                return 1;
        uint64_t more = mates & (mates - 1);
        if (more & (more - 1)) { /* all but one of three mates */
            for (uint64_t left = mates; left; left &= left - 1)
                if (part(s, &now, card | (mates & ~(left & (0 - left))), 3, 0))
                    return 1;
        } else if (more && part(s, &now, card | mates, 3, 0)) {
            return 1;
        }
    }
    for (uint64_t partners = (beside(s, card) & now.c.one) | mates; partners; partners &= partners - 1)
        if (part(s, &now, card | (partners & (0 - partners)), 2, 0))
            return 1;
    if (s->identical && now.c.two & card && part(s, &now, card, 2, 1))
        return 1;
    return single_out(s, &now, card) && place(s, &now);
}

/* Split cards in which jokers still lie among the others. Returns nonzero when nothing more is wanted. */
static int split(search *s, cards c, int groups)
{
    cards others = {c.one & ~s->jokers, c.two & ~s->jokers, c.three & ~s->jokers};
    uint64_t held = (c.one & s->jokers) | (s->men ? MAN : 0);
    state now = {others, count_cards(others), groups + s->open, 0, 0};
    s->all = s->open ? others.one | held : SPLIT;
    if (place(s, &now))
        return 1;
    if (!s->open || s->most == 3 || !(s->want & held))
        return 0;
    s->all = held; /* now with a joker as the discard */
    s->open = 0;
    now.parts--;
    int done = place(s, &now);
    s->open = 1;
    return done;
}

/* The shapes of natural combinations by number: 64 tunnelas, 52 runs, 52 triplets without one suit. */
#define SHAPES (4 * LANE + 4 * STARTS + 4 * RUMMY_RANKS)

static uint64_t shape(const search *s, int number)
{
    if (number < 4 * LANE)
        return RUMMY_BIT(number);
    number -= 4 * LANE;
    if (number < 4 * STARTS)
        return s->l.starts >> number % STARTS & 1 ? (uint64_t)run_bits(number % STARTS) << number / STARTS * LANE : 0;
    number -= 4 * STARTS;
    return LANES(1u << number / 4) & ~((uint64_t)LANE_MASK << number % 4 * LANE);
}

/* Where the rules limit the jokers of a combination, those that stand for themselves in a natural one beyond the limit are taken out first, in every way
 * (from shape `from` on, so that no choice is met twice); then the others fill holes. */
static int split_natural(search *s, cards c, int groups, int from)
{
    if (split(s, c, groups))
        return 1;
    for (int number = from; groups && number < SHAPES; number++) {
        uint64_t set = shape(s, number);
        int tunnela = number < 4 * LANE;
        if (!set || (tunnela ? !(c.three & s->jokers & set) : (c.one & set) != set || rummy_count(set & s->jokers) <= s->most))
            continue;
        cards rest = without(c, set);
        if (tunnela)
            rest = without(without(rest, set), set);
        if (!split_natural(s, rest, groups - 1, number))
            continue;
        for (int i = 0; s->out && i < 3; i++) {
            (*s->out)[i] = (uint8_t)rummy_lane_kind(rummy_lowest(set));
            set &= tunnela ? set : set - 1;
        }
        s->out += s->out != NULL;
        return 1;
    }
    return 0;
}

static int behind(laying *l, cards rest, uint64_t tunnelas, uint64_t runs)
{
    search *s = (search *)l;
    s->tunnelas = s->most < 3 ? ~(uint64_t)0 : tunnelas;
    s->runs = s->most < 3 ? ~(uint64_t)0 : runs;
    return s->most < 3 && s->natural ? split_natural(s, rest, s->groups, 0) : split(s, rest, s->groups);
}

/* ---------------------------------------------------------------- public */

int rummy_marriage_dublees(const uint8_t *faces)
{
    int n = 0;
    for (int kind = 0; kind < RUMMY_FACES; kind++)
        n += faces[kind] > 1;
    return n;
}

static void prepare(search *s, const rummy_marriage_rules *rules, int tiplu)
{
    s->l.starts = run_starts(rules);
    s->l.found = behind;
    s->low = rules->ace_runs == RUMMY_MARRIAGE_ACE_RUNS_HIGH_ONLY ? LANES(RANK_BITS - 1) : LANES(RANK_BITS);
    s->high = rules->ace_runs == RUMMY_MARRIAGE_ACE_RUNS_LOW_ONLY ? 0 : rules->ace_runs == RUMMY_MARRIAGE_ACE_RUNS_WRAP ? LANES(3) : LANES(1);
    s->identical = rules->identical_pair_plus_joker;
    s->most = rules->max_jokers_in_combo;
    s->natural = rules->joker_natural_use;
    s->jokers = 0;
    s->out = NULL;
    if (tiplu == RUMMY_NONE)
        return;
    int suit = tiplu / RUMMY_RANKS, rank = tiplu % RUMMY_RANKS, cyclic = rules->maal_rank_wrap == RUMMY_MARRIAGE_MAAL_RANK_WRAP_CYCLIC;
    unsigned around = 1u << rank << 1 | 1u << rank >> 1;
    if (cyclic)
        around |= around >> RUMMY_RANKS | (rank ? 0 : 1u << (RUMMY_RANKS - 1));
    s->jokers = LANES(1u << rank) | (uint64_t)(around & RANK_BITS) << suit * LANE;
}

/* Lay `primary` combinations in every way, and split the rest. Returns the discards (open) or whether it can be done. */
static uint64_t combo_finishes(search *s, cards c, int men, int primary, int others, int open)
{
    uint64_t held = c.one | (men ? MAN : 0);
    s->groups = others;
    s->open = open;
    s->men = men;
    s->want = open ? held : SPLIT;
    (void)lay(&s->l, c, 0, primary, c.three, runs_in(c.one, s->l.starts));
    return open ? held & ~s->want : !s->want;
}

/* The same for a row. Where its tiplu is unknown a man is in no combination, it can but be the discard. */
static uint64_t row_finishes(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, int tiplu, int open)
{
    search s;
    int men = faces[RUMMY_JOKER];
    cards c = read_cards(faces);
    prepare(&s, rules, tiplu);
    if (tiplu != RUMMY_NONE || !men)
        return combo_finishes(&s, c, men, goal->primary, goal->others, open);
    return men == open && combo_finishes(&s, c, 0, goal->primary, goal->others, 0) ? MAN : 0;
}

/* Sets of kinds, men included, out of lanes. */
static uint64_t faces_in(uint64_t lanes) { return rummy_kinds(lanes) | (lanes & MAN) >> 9; }

static uint64_t dublee_finishes(const uint8_t *faces, int dublees)
{
    uint64_t found = 0;
    int have = rummy_marriage_dublees(faces);
    for (int kind = 0; kind < RUMMY_KINDS; kind++)
        if (faces[kind] && have - (kind < RUMMY_FACES && faces[kind] == 2) >= dublees)
            found |= RUMMY_BIT(kind);
    return found;
}

/* Number of cards, if they can be held; the quick look that most rows pass. */
static int count_row(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu)
{
    if (!rummy_above_three(faces) && faces[RUMMY_JOKER] <= rules->printed_jokers && (tiplu == RUMMY_NONE || (tiplu < RUMMY_FACES && faces[tiplu] < 3)))
        return count_cards(read_cards(faces)) + faces[RUMMY_JOKER];
    return rummy_marriage_faces(rules, faces, tiplu, NULL);
}

/* Check the goal and the rows of `open` cards beyond it. */
static int check_rows(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *tiplu, int open, size_t n, size_t *where)
{
    int combos = goal->primary + goal->others;
    if (goal->primary > 3 || goal->others > 4 || goal->dublees > 10)
        return RUMMY_E_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        int count = count_row(rules, faces + i * RUMMY_KINDS, tiplu[i]);
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
        by[i][0] = combos ? faces_in(row_finishes(rules, goal, row, tiplu[i], 1)) : 0;
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
    int count = rummy_marriage_faces(rules, faces, tiplu, NULL), jokers = 0;
    if (count < 0)
        return count;
    if (count != 3 * combos)
        return RUMMY_E_COUNT;
    memset(parts, RUMMY_NONE, sizeof parts); /* single cards and groups of jokers alone are not written */
    prepare(&s, rules, tiplu);
    s.out = parts;
    if (!combo_finishes(&s, read_cards(faces), faces[RUMMY_JOKER], 0, combos, 0))
        return RUMMY_E_COMBO_MIXED;
    memcpy(left, faces, RUMMY_KINDS);
    for (uint8_t(*part_)[3] = parts; part_ < s.out; part_++)
        for (int i = 0; i < 3; i++)
            if ((*part_)[i] != RUMMY_NONE)
                left[(*part_)[i]]--;
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        int is_joker = kind == RUMMY_JOKER || (s.jokers & rummy_lane_bit(kind));
        while (left[kind]--) {
            if (is_joker)
                joker[jokers++] = (uint8_t)kind;
            else
                (*s.out++)[0] = (uint8_t)kind;
        }
    }
    for (int i = 0; i < 3 * combos; i++)
        out[i / 3][i % 3] = parts[i / 3][i % 3] == RUMMY_NONE ? joker[--jokers] : parts[i / 3][i % 3];
    return combos;
}
