/* Marriage: which primary combinations can be laid, and which discards finish. This file alone decides it.
 *
 * The question. Once the tiplu is seen, jokers can replace each other. One joker goes with any pair that fits, two
 * go with any card, three go together. A joker used as itself makes no combination that it would not make as a wild
 * card. So only the other cards are searched. They are split into parts. A part is a natural triple, a fitting pair
 * or a single card. The jokers fill the holes, and their number always comes out right:
 *
 *      5c 6c 7c | Qd Qs | 9h Th | 4s | 2d          4 combinations and a discard: 5 parts, of which
 *                    *       *    * *    -         any single card (4s, 2d) may be the discard
 *
 *   The cards finish with discard x       exactly if they split into `groups` + 1 parts or fewer, x a part by itself.
 *   They finish with a joker as discard   exactly if they split into `groups` parts or fewer. Then any card may go as
 *                                         well: its pair, run or triplet without it is a pair or a single card. Only a
 *                                         tunnela without a card is two parts.
 *
 * The idea. One split shows many discards at once. `want` holds the discards not yet shown. All splits share it, behind
 * all ways to lay the primary combinations. A branch that can show nothing new ends.
 *
 * Why fewer ways are enough. A hand may split into seven combinations with five primary ones among them. Any three
 * of the five could be laid. Only the first three need be, in the order in which `lay` meets them: if a run or
 * tunnela among the others came before the last laid one, the two can change places. (That stays valid: a laid
 * combination in which jokers are themselves is a pair or a single card with jokers.) So after the laid ones only
 * later ones are tried.
 *
 * Rules that limit the jokers of a combination (`most`) change three things. No part may be empty. With one joker, only
 * the discard may be single. Natural combinations of two or three jokers matter, so they are taken out first.
 *
 * The cost. The first splits show most discards, so few branches are searched.
 */
#include <string.h>

#include "cards.h"

#define MAN KIND_BIT(61) /* the bit of the men, who follow the king of spades as in faces */

/* ---------------------------------------------------------------- primary combinations (M-14) */

/* Every way of laying primary combinations is met once: tunnelas first, in the order of the kinds, then runs by
 * their lowest card. */
typedef struct laying laying;
struct laying {
    int number; /* of combinations to be laid */
    unsigned starts;
    uint8_t laid[3]; /* position of a tunnela, or RUN + that of the lowest card of a run */
    int (*found)(laying *l, cards rest, uint64_t tunnelas, uint64_t runs); /* told what may come next; not 0 ends all */
};

#define RUN (4 * LANE) /* ids of runs follow those of tunnelas, four lanes higher, as they do in moves */

static int lay(laying *l, cards c, int at, uint64_t tunnelas, uint64_t runs);

/* Go on with the other cards after `at` combinations. There are never more than three; the test tells the compiler
 * so. */
static inline int lay_more(laying *l, cards rest, int at, uint64_t tunnelas, uint64_t runs)
{
    if (at >= l->number || at >= 3)
        return l->found(l, rest, tunnelas, runs);
    return tunnelas | runs ? lay(l, rest, at, tunnelas, runs) : 0;
}

static int lay(laying *l, cards c, int at, uint64_t tunnelas, uint64_t runs)
{
    for (; tunnelas; tunnelas &= tunnelas - 1) {
        uint64_t bit = tunnelas & (0 - tunnelas);
        cards rest = {c.one & ~bit, c.two & ~bit, c.three & ~bit};
        uint64_t more = runs & runs_in(rest.one, l->starts);
        l->laid[at] = (uint8_t)lowest_bit(bit);
        int stop = lay_more(l, rest, at + 1, tunnelas & ~bit, more);
        if (stop)
            return stop;
    }
    for (; runs; runs &= runs - 1) {
        int start = lowest_bit(runs);
        cards rest = without(c, (uint64_t)run_bits(start % LANE) << start / LANE * LANE);
        uint64_t more = runs & runs_in(rest.one, l->starts); /* plant: run-laid-twice */
        l->laid[at] = (uint8_t)(RUN + start);
        int stop = lay_more(l, rest, at + 1, 0, more);
        if (stop)
            return stop;
    }
    return 0;
}

typedef struct listing {
    laying l; /* must come first */
    int n;
    uint16_t (*out)[3];
    size_t cap;
} listing;

static int list_laying(laying *l, cards rest, uint64_t tunnelas, uint64_t runs)
{
    listing *list = (listing *)l;
    (void)rest;
    (void)tunnelas;
    (void)runs;
    if (list->cap == 0)
        return 1;
    if ((size_t)list->n >= list->cap)
        return RUMMY_E_SPACE;
    uint16_t *out = list->out[list->n++];
    for (int i = 0; i < 3; i++)
        out[i] = (uint16_t)(i < l->number ? RUMMY_MARRIAGE_LAY + lane_kind(l->laid[i]) : 0);
    return 0;
}

int rummy_marriage_primary(const rummy_marriage_rules *rules, const uint8_t *faces, int want, uint16_t (*out)[3],
                           size_t cap)
{
    listing list = {{want, run_starts(rules), {0, 0, 0}, list_laying}, 0, out, cap};
    int count = count_held(rules, faces, RUMMY_NONE);
    if (want < 1 || want > 3)
        return RUMMY_E_ARGUMENT;
    if (count < 0)
        return count;
    if (count > RUMMY_MARRIAGE_HAND + 1)
        return RUMMY_E_COUNT;
    cards c = read_cards(faces);
    int stop = lay(&list.l, c, 0, c.three, runs_in(c.one, list.l.starts));
    return stop ? stop : list.n;
}

/* ---------------------------------------------------------------- the search */

typedef struct search {
    laying l;                     /* must come first */
    uint64_t low, high;           /* cards that stand in their own place of a run; those that may follow the king */
    int identical;                /* option: an identical pair may take a joker */
    int most, natural;            /* options: jokers in one combination; more jokers may stand as themselves */
    int groups, open, men;        /* combinations behind the primary ones; whether there is a discard; men held */
    uint64_t jokers;              /* kinds that are jokers */
    uint64_t tunnelas, runs;      /* natural parts that are tried: kinds, starts of runs */
    uint64_t want;                /* discards not yet shown */
    uint8_t (*out)[3];            /* where one split is written, or NULL */
} search;

#define SPLIT ((uint64_t)1 << 63) /* stands for "any split" where no discard is looked for */

/* A split under way. */
typedef struct state {
    cards c;             /* cards to be placed */
    int togo, parts;     /* their number; the parts that they may make */
    uint64_t single;     /* cards that are parts by themselves */
    uint64_t all;        /* cards that may be discarded if a part is spared: all but tunnelas */
    uint64_t card, part; /* the card placed last, and its part */
    int size;            /* of that part */
} state;

static uint64_t in_line(const search *s, uint64_t x) { return (x & s->low) | (x & s->high) << 13; }

static uint64_t off_line(const search *s, uint64_t line) { return (line & s->low) | (line >> 13 & s->high); }

/* The cards that fit a run together with a card of `x`. */
static uint64_t run_mates(const search *s, uint64_t x)
{
    uint64_t line = in_line(s, x), below = line & LANES(0x3FFF);
    return off_line(s, line << 1 | below << 2) | ((line >> 1 | line >> 2) & s->low);
}

static int place(search *s, state *now);

/* Make every copy of these cards a part by itself. Returns 0 where that is not allowed. */
static int single_out(const search *s, state *now, uint64_t set)
{
    int n = 0;
    for (uint64_t rest = set; rest; rest &= rest - 1)
        n++;
    for (uint64_t rest = set & now->c.two; rest; rest &= rest - 1)
        n += now->c.three & rest & (0 - rest) ? 2 : 1; /* plant: loose-singles */
    if (s->most == 1 && (!s->open || now->single || n > 1)) /* plant: one-joker-each */
        return 0;
    now->single |= set;
    now->c.one &= ~set;
    now->c.two &= ~set;
    now->c.three &= ~set;
    now->togo -= n;
    now->parts -= n;
    return now->parts >= 0;
}

/* Take one part out, and split the other cards. The part is one card of each kind of `set`, or `size` cards of one
 * kind. Returns nonzero when nothing more is wanted. */
static int split_off(search *s, const state *now, uint64_t set, int size, int same)
{
    state next = {without(now->c, set), now->togo - size, now->parts - 1, now->single, now->all, now->card, set, size};
    for (int i = 1; same && i < size; i++)
        next.c = without(next.c, set);
    if (same && size == 3)
        next.all &= ~set; /* plant: tunnela-kept */
    if (!place(s, &next))
        return 0;
    for (int i = 0; s->out && i < 3; i++) { /* RUMMY_NONE is a joker, chosen later */
        (*s->out)[i] = set ? (uint8_t)lane_kind(lowest_bit(set)) : RUMMY_NONE;
        if (!same)
            set &= set - 1;
        else if (i + 1 == size)
            set = 0;
    }
    if (s->out)
        s->out++;
    return 1;
}

/* How many more cards than there are the parts could take, with `size` cards each. The discard is a part by itself. */
static int room(const search *s, const state *now, int size)
{
    return size * now->parts - now->togo - (s->open && !now->single ? size - 1 : 0); /* plant: hope */
}

/* Whether the state can still show a wanted discard. It shows single cards, and with a part to spare nearly all
 * cards. */
static int can_show(const search *s, const state *now, int size)
{
    int spare = !s->open || (s->most == 3 && now->togo <= size * (now->parts - 1));
    return (s->want & (now->single | now->c.one | (spare ? now->all : 0))) != 0;
}

/* The cards that make a pair with a card of `x`. */
static uint64_t fitting(const search *s,
                        uint64_t x) { return run_mates(s, x) | next_suits(x, 1) | next_suits(x, 2) | next_suits(x, 3); }

/* There is one part too few to make all cards single. So one pair is needed. A second pair or a triple spares a
 * part. */
static void pair_up(search *s, const state *now, uint64_t triple, uint64_t three)
{
    if (triple) {
        s->want &= ~(now->all & ~three); /* plant: tunnela-discards */
        return;
    }
    uint64_t a = now->c.one & (0 - now->c.one), b = fitting(s, a) & now->c.one;
    b &= 0 - b;
    cards rest = without(now->c, a | b);
    uint64_t with_a = fitting(s, a) & rest.one, with_b = fitting(s, b) & rest.one;
    /* Two pairs; or one card fits both, and makes a run that is not tried behind the laid ones. */
    if (fitting(s, rest.one) & rest.one || (with_a && with_b)) /* plant: two-pairs */
        s->want &= ~now->all;
    else
        s->want &= ~(now->single | rest.one | (with_a ? b : 0) | (with_b ? a : 0)); /* plant: pair-discards */
}

/* What cards can do with the others. */
typedef struct fits {
    uint64_t triple; /* cards in some natural triple */
    uint64_t three;  /* cards held three times */
    uint64_t runs;   /* starts of runs */
    uint64_t pair;   /* cards that fit a pair */
} fits;

static inline fits classify(const search *s, cards c)
{
    uint64_t x = c.one, a = next_suits(x, 1), b = next_suits(x, 2), d = next_suits(x, 3);
    uint64_t line = in_line(s, x), runs = line & line >> 1 & line >> 2 & s->runs, three = c.three & s->tunnelas;
    uint64_t in_run = off_line(s, runs | runs << 1 | runs << 2);
    fits f = {x & (in_run | (a & (b | d)) | (b & d) | three), three, runs,
              x & (a | b | d | run_mates(s, x) | (s->identical ? c.two : 0))};
    return f;
}

/* Whether there can be so many natural triples. */
static inline int triples(cards c, uint64_t triple, int need)
{
    cards in = {triple, c.two & triple, c.three & triple};
    return need <= 0 || (triple && (need == 1 || count_cards(in) >= 3 * need)); /* plant: triples-enough */
}

/* Place a card in every way: in a triple, in a pair, by itself. Returns nonzero when nothing more is wanted. */
static int place_card(search *s, state *now, int at, const fits *f, int jokers)
{
    int rank = at % LANE, lane = at / LANE * LANE;
    uint64_t card = KIND_BIT(at), mates = now->c.one & LANES(1u << rank) & ~card;
    /* A twin of the last card goes into no part before that card's part. Larger parts come first, then lower words. */
    int twin = now->card == card, pairs_only = twin && now->size == 2;
    uint64_t from = twin ? now->part : 0;
    now->card = card;
    if (f->triple & card && !pairs_only) {
        if (f->three & card && split_off(s, now, card, 3, 1))
            return 1;
        /* Starts of runs that take the rank. */
        unsigned with = (7u << rank | (rank < 2 ? 7u << (rank + RUMMY_RANKS) : 0)) >> 2;
        for (unsigned starts = (unsigned)(f->runs >> lane) & with & LANE_MASK; starts; starts &= starts - 1) {
            uint64_t run = (uint64_t)run_bits(lowest_bit(starts)) << lane;
            if (run >= from && split_off(s, now, run, 3, 0)) /* plant: run-again */
                return 1;
        }
        uint64_t more = mates & (mates - 1);
        if (more & (more - 1)) { /* all but one of three mates */
            for (uint64_t rest = mates; rest; rest &= rest - 1) { /* plant: triplet-mates */
                uint64_t triplet = card | (mates & ~(rest & (0 - rest)));
                if (triplet >= from && split_off(s, now, triplet, 3, 0))
                    return 1;
            }
        } else if (more && (card | mates) >= from && split_off(s, now, card | mates, 3, 0)) {
            return 1;
        }
    }
    if (jokers > 0) { /* plant: joker-for-pair */
        for (uint64_t partners = (run_mates(s, card) & now->c.one) | mates; partners; partners &= partners - 1) {
            uint64_t pair = card | (partners & (0 - partners));
            if ((pair >= from || !pairs_only) && split_off(s, now, pair, 2, 0)) /* plant: pair-of-twins */
                return 1;
        }
        if (s->identical && now->c.two & card && (card >= from || !pairs_only) && split_off(s, now, card, 2, 1))
            return 1;
    }
    return (jokers > 1 || (s->open && !now->single)) && single_out(s, now, card) && place(s, now); /* plant: jokers-for-one */
}

static int place(search *s, state *now)
{
    if (!can_show(s, now, 3))
        return 0;
    fits f = classify(s, now->c);
    uint64_t lone = now->c.one & ~f.triple & ~f.pair;
    if (lone && !single_out(s, now, lone))
        return 0;
    int jokers = room(s, now, 3); /* that fill holes */
    if (jokers < 0 || !triples(now->c, f.triple, -room(s, now, 2)) || !can_show(s, now, f.triple ? 3 : 2))
        return 0;
    if (s->most < 3 ? !now->togo : now->togo <= now->parts) { /* all others may be single */
        if (s->most < 3 && now->parts) /* no part may be empty */ /* plant: no-empty-part */
            return 0;
        s->want &= ~(!s->open || now->parts ? now->all : now->single);
        return !s->want;
    }
    if (now->togo == 3 && now->parts == 1 && !s->out) { /* they are a triple */
        s->want &= ~(s->open ? now->single : now->all);
        return !s->want;
    }
    if (s->most == 3 && s->open && now->togo == now->parts + 1 && !s->identical) {
        pair_up(s, now, f.triple, f.three);
        if (!f.triple || !can_show(s, now, 3))
            return !s->want;
    }
    uint64_t semi = now->c.one & ~f.triple; /* a card in no triple is placed first, else the lowest */
    return place_card(s, now, lowest_bit(semi ? semi : now->c.one), &f, jokers);
}

/* Split cards among which there are still jokers. Returns nonzero when nothing more is wanted. */
static int split(search *s, cards c, int groups)
{
    cards others = {c.one & ~s->jokers, c.two & ~s->jokers, c.three & ~s->jokers};
    uint64_t held = (c.one & s->jokers) | (s->men ? MAN : 0);
    state now = {others, count_cards(others), groups + s->open, 0, s->open ? others.one | held : SPLIT, 0, 0, 0}; /* plant: joker-discards */
    if (place(s, &now))
        return 1;
    if (!s->open || s->most == 3 || !(s->want & held)) /* plant: joker-discard-limit */
        return 0;
    state closed = {others, count_cards(others), groups, 0, held, 0, 0, 0}; /* now with a joker as the discard */
    s->open = 0;
    int done = place(s, &closed);
    s->open = 1;
    return done;
}

/* Natural combinations by number: 64 bits for tunnelas, 52 runs, 52 triplets (each lacks one suit). */
#define SHAPES (4 * LANE + 4 * STARTS + 4 * RUMMY_RANKS)

static uint64_t shape(const search *s, int number)
{
    if (number < 4 * LANE)
        return KIND_BIT(number);
    number -= 4 * LANE;
    if (number < 4 * STARTS)
        return s->l.starts >> number % STARTS & 1 ? (uint64_t)run_bits(number % STARTS) << number / STARTS * LANE : 0;
    number -= 4 * STARTS;
    return LANES(1u << number / 4) & ~((uint64_t)LANE_MASK << number % 4 * LANE);
}

/* For rules that limit the jokers of a combination. First the natural combinations with more jokers than the limit are
 * taken out, in every way, from shape `from` on, so that no choice is met twice. Then the other jokers fill holes. */
static int split_natural(search *s, cards c, int groups, int from)
{
    if (split(s, c, groups))
        return 1;
    for (int number = from; groups && number < SHAPES; number++) {
        uint64_t set = shape(s, number);
        int tunnela = number < 4 * LANE;
        if (!set
            || (tunnela ? !(c.three & s->jokers & set) : (c.one & set) != set
                || count_bits(set & s->jokers) <= s->most))
            continue;
        cards rest = without(c, set);
        if (tunnela)
            rest = without(without(rest, set), set);
        if (!split_natural(s, rest, groups - 1, number))
            continue;
        for (int i = 0; s->out && i < 3; i++) {
            (*s->out)[i] = (uint8_t)lane_kind(lowest_bit(set));
            set &= tunnela ? set : set - 1;
        }
        if (s->out)
            s->out++;
        return 1;
    }
    return 0;
}

static int behind(laying *l, cards rest, uint64_t tunnelas, uint64_t runs)
{
    search *s = (search *)l;
    /* Among the others only later primary combinations are tried. If the rules limit jokers, two combinations cannot
     * always change places, so all are tried. */
    s->tunnelas = s->most < 3 ? ~(uint64_t)0 : tunnelas; /* plant: tunnelas-behind */
    s->runs = s->most < 3 ? ~(uint64_t)0 : runs; /* plant: runs-before */
    return s->most < 3 && s->natural ? split_natural(s, rest, s->groups, 0) : split(s, rest, s->groups); /* plant: natural-split */
}

/* ---------------------------------------------------------------- public */

int rummy_marriage_dublees(const uint8_t *faces)
{
    int n = 0;
    if (!any_above_three(faces))
        return count_bits(read_cards(faces).two);
    for (int kind = 0; kind < RUMMY_FACES; kind++)
        n += faces[kind] > 1;
    return n;
}

static void prepare(search *s, const rummy_marriage_rules *rules, int primary, int others)
{
    s->l.number = primary;
    s->l.starts = run_starts(rules);
    s->l.found = behind;
    s->low = rules->ace_runs == RUMMY_MARRIAGE_ACE_RUNS_HIGH_ONLY ? LANES(RANK_BITS - 1) : LANES(RANK_BITS); /* plant: low-ace */
    s->high = rules->ace_runs == RUMMY_MARRIAGE_ACE_RUNS_LOW_ONLY ? 0 : rules->ace_runs == RUMMY_MARRIAGE_ACE_RUNS_WRAP ? LANES(3) : LANES(1); /* plant: high-ace */
    s->identical = rules->identical_pair_plus_joker; /* plant: identical-finish */
    s->most = rules->max_jokers_in_combo; /* plant: finish-jokers-most */
    s->natural = rules->joker_natural_use;
    s->groups = others;
    s->out = NULL;
}

static uint64_t joker_lanes(const rummy_marriage_rules *rules, int under)
{
    int tiplu = tiplu_of(rules, under);
    if (tiplu == RUMMY_NONE)
        return 0;
    int suit = tiplu / RUMMY_RANKS, rank = tiplu % RUMMY_RANKS;
    unsigned around = 1u << rank << 1 | 1u << rank >> 1;
    if (rules->maal_rank_wrap == RUMMY_MARRIAGE_MAAL_RANK_WRAP_CYCLIC) /* plant: joker-wrap */
        around |= around >> RUMMY_RANKS | (rank ? 0 : 1u << (RUMMY_RANKS - 1));
    uint64_t same_rank = 0;
    for (int other = 0; other < 4; other++)
        same_rank |= wild_beside(rules, suit, other) ? (uint64_t)1 << rank << other * LANE : 0;
    return same_rank | (uint64_t)1 << rank << suit * LANE | (uint64_t)(around & RANK_BITS) << suit * LANE;
}

/* Lay the primary combinations in every way, and split the rest. Returns the discards if `open`, else whether it can be
 * done. */
static uint64_t combo_finishes(search *s, cards c, int men, int open)
{
    uint64_t held = c.one | (men ? MAN : 0);
    s->open = open;
    s->men = men;
    s->want = open ? held : SPLIT;
    s->tunnelas = s->runs = ~(uint64_t)0;
    if (!s->l.number) {
        (void)behind(&s->l, c, c.three, ~(uint64_t)0);
    } else { /* each combination takes two cards that are no jokers, or three in a natural triple */
        cards others = {c.one & ~s->jokers, c.two & ~s->jokers, c.three & ~s->jokers};
        if (triples(others, classify(s, others).triple, count_cards(others) - 2 * (s->l.number + s->groups) - open)) /* plant: cards-to-spare */
            (void)lay(&s->l, c, 0, c.three, runs_in(c.one, s->l.starts));
    }
    return open ? held & ~s->want : !s->want;
}

/* The same for a row. If its tiplu is unknown, a man is in no combination. It can only be the discard. */
static uint64_t row_finishes(search *s, const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu, int open)
{
    int men = faces[RUMMY_JOKER];
    if (!s->l.number && !s->groups) { /* nothing is missing */
        cards c = read_cards(faces);
        return open ? c.one | (men ? MAN : 0) : SPLIT;
    }
    s->jokers = joker_lanes(rules, tiplu);
    if (tiplu != RUMMY_NONE || !men) /* plant: men-wild */
        return combo_finishes(s, read_cards(faces), men, open);
    return men == open && combo_finishes(s, read_cards(faces), 0, 0) ? MAN : 0;
}

/* Sets of kinds, men included, out of lanes. */
static uint64_t faces_in(uint64_t lanes) { return kinds_in(lanes) | (lanes & MAN) >> 9; }

/* A discard breaks a dublee, but not if three of the kind are held. */
static uint64_t dublee_finishes(const uint8_t *faces, int dublees)
{
    cards c = read_cards(faces);
    uint64_t held = c.one | (faces[RUMMY_JOKER] ? MAN : 0);
    int more = count_bits(c.two) - dublees;
    return more < 0 ? 0 : faces_in(more ? held : held & (~c.two | c.three)); /* plant: tunnela-as-dublee */
}

/* Check the goal, and the rows, which hold `open` cards more than the goal takes. Returns the ways of the goal, or
 * an error. */
static int check_rows(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces,
                      const uint8_t *tiplu, int open, size_t n, size_t *where)
{
    int ways = goal_ways(goal), combos = ways & RUMMY_MARRIAGE_BY_COMBOS ? goal->primary + goal->others : 0;
    if (!ways)
        return RUMMY_E_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        int count = count_held(rules, faces + i * RUMMY_KINDS, tiplu[i]);
        if (count >= 0 && (combos ? count == 3 * combos + open : count <= RUMMY_MARRIAGE_HAND + open))
            continue;
        if (where)
            *where = i;
        return count < 0 ? count : RUMMY_E_COUNT;
    }
    return ways;
}

int rummy_marriage_win(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces,
                       const uint8_t *tiplu, size_t n, uint8_t *out, size_t *where)
{
    search s;
    int ways = check_rows(rules, goal, faces, tiplu, 0, n, where);
    if (ways < 0)
        return ways;
    prepare(&s, rules, goal->primary, goal->others);
    for (size_t i = 0; i < n; i++) {
        const uint8_t *row = faces + i * RUMMY_KINDS;
        out[i] = ways & RUMMY_MARRIAGE_BY_COMBOS && row_finishes(&s, rules, row, tiplu[i],
                                                                 0) ? RUMMY_MARRIAGE_BY_COMBOS : 0;
        if (ways & RUMMY_MARRIAGE_BY_DUBLEES && rummy_marriage_dublees(row) >= goal->dublees)
            out[i] |= RUMMY_MARRIAGE_BY_DUBLEES;
    }
    return 0;
}

int rummy_marriage_finishes(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces,
                            const uint8_t *tiplu, size_t n, uint64_t (*by)[2], size_t *where)
{
    search s;
    int ways = check_rows(rules, goal, faces, tiplu, 1, n, where);
    if (ways < 0)
        return ways;
    prepare(&s, rules, goal->primary, goal->others);
    for (size_t i = 0; i < n; i++) {
        const uint8_t *row = faces + i * RUMMY_KINDS;
        by[i][0] = ways & RUMMY_MARRIAGE_BY_COMBOS ? faces_in(row_finishes(&s, rules, row, tiplu[i], 1)) : 0;
        by[i][1] = ways & RUMMY_MARRIAGE_BY_DUBLEES ? dublee_finishes(row, goal->dublees) : 0;
    }
    return 0;
}

int rummy_marriage_arrange(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu, int combos,
                           uint8_t (*out)[3])
{
    search s;
    uint8_t parts[7][3], rest[RUMMY_KINDS], joker[RUMMY_MARRIAGE_HAND];
    if (combos < 0 || combos > 7)
        return RUMMY_E_ARGUMENT;
    if (tiplu == RUMMY_NONE)
        return RUMMY_E_KIND;
    int count = rummy_marriage_faces(rules, faces, tiplu, NULL), jokers = 0;
    if (count < 0)
        return count;
    if (count != 3 * combos)
        return RUMMY_E_COUNT;
    memset(parts, RUMMY_NONE, sizeof parts); /* single cards and jokers alone are not written */
    prepare(&s, rules, 0, combos);
    s.jokers = joker_lanes(rules, tiplu);
    s.out = parts;
    if (!combo_finishes(&s, read_cards(faces), faces[RUMMY_JOKER], 0))
        return RUMMY_E_COMBO_MIXED;
    memcpy(rest, faces, RUMMY_KINDS);
    for (uint8_t(*part_)[3] = parts; part_ < s.out; part_++)
        for (int i = 0; i < 3; i++)
            if ((*part_)[i] != RUMMY_NONE)
                rest[(*part_)[i]]--;
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        int is_joker = kind == RUMMY_JOKER || (s.jokers & lane_bit(kind));
        while (rest[kind]--) {
            if (is_joker)
                joker[jokers++] = (uint8_t)kind;
            else
                (*s.out++)[0] = (uint8_t)kind;
        }
    }
    for (int i = 0; i < 3 * combos; i++)
        out[i / 3][i % 3] = parts[i / 3][i % 3] == RUMMY_NONE ? joker[--jokers] : parts[i / 3][i % 3]; /* plant: deal-jokers */
    return combos;
}
