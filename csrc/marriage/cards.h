/* Marriage's cards in lanes (kind_sets.h), and runs. win.c and the distance share this. */
#ifndef MARRIAGE_CARDS_H
#define MARRIAGE_CARDS_H

#include "../kind_sets.h"

#define STARTS 13 /* runs of a suit: A23 ... QKA, KA2 */

/* Cards held at least once, twice, three times. Men are not among them. */
typedef struct cards {
    uint64_t one, two, three;
} cards;

static inline cards read_cards(const uint8_t *faces)
{
    uint64_t ones, twos;
    read_lanes(faces, &ones, &twos);
    cards c = {ones | twos, twos, ones & twos};
    return c;
}

#define ACE_OF_SPADES 39

/* Whether a man may lie under the stock, which makes the ace of spades the tiplu (M-5). */
static inline int man_may_lie_under(const rummy_marriage_rules *rules)
{
    return rules->printed_jokers && rules->man_as_tiplu == RUMMY_MARRIAGE_MAN_AS_TIPLU_ACE_OF_SPADES;
}

/* The tiplu, given the card under the stock: that card, or the ace of spades for a man, or RUMMY_NONE if it is unknown.
 * RUMMY_E_KIND for a card that cannot lie there. */
static inline int tiplu_of(const rummy_marriage_rules *rules, int under)
{
    if (under == RUMMY_JOKER && man_may_lie_under(rules))
        return ACE_OF_SPADES;
    return under == RUMMY_NONE || (under >= 0 && under < RUMMY_FACES) ? under : RUMMY_E_KIND;
}

/* Whether a suit is an alter to the tiplu's suit (M-24). Suits c d h s: the colours are d h and c s. */
static inline int alter_suit(const rummy_marriage_rules *rules, int suit, int other)
{
    int twin = suit + other == 3, same = rules->alter_definition == RUMMY_MARRIAGE_ALTER_DEFINITION_SAME_COLOUR;
    return same ? twin : other != suit && !twin; /* plant: alter-colour */
}

/* Whether the card of the tiplu's rank in another suit is a joker (M-4). */
static inline int wild_beside(const rummy_marriage_rules *rules, int suit, int other)
{
    return rules->rank_jokers == RUMMY_MARRIAGE_RANK_JOKERS_ALL || alter_suit(rules, suit, other); /* plant: rank-jokers */
}

/* How many copies of a kind there are, without the card under the stock. */
static inline int there_are(const rummy_marriage_rules *rules, int kind, int under)
{
    return (kind == RUMMY_JOKER ? rules->printed_jokers : 3) - (kind == under); /* plant: copies-left */
}

/* How many copies of a kind can be held. Three aces of spades can be held even then, as a man may lie under the
 * stock. */
static inline int held_at_most(const rummy_marriage_rules *rules, int kind, int under)
{
    return there_are(rules, kind, under) + (kind == under && kind == ACE_OF_SPADES && man_may_lie_under(rules));
}

/* A quick check that the cards can be held together. Nearly all rows pass. For other rows, and for the error, see
 * rummy_marriage_faces. */
static inline int plainly_held(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu)
{
    return !any_above_three(faces) && faces[RUMMY_JOKER] <= rules->printed_jokers
           && (tiplu == RUMMY_NONE || (tiplu >= 0 && tiplu < RUMMY_FACES && faces[tiplu] < 3));
}

/* Whether dublees see and win at a table of so many players (M-15). */
static inline int dublees_played(const rummy_marriage_rules *rules, int players)
{
    return rules->dublee_allowed && players >= rules->dublee_min_players;
}

/* The ways of a goal, as a sum of rummy_marriage_by. 0 for a goal that is not valid. */
static inline int goal_ways(const rummy_marriage_goal *goal)
{
    int combos = goal->primary != RUMMY_NONE || goal->others != RUMMY_NONE, dublees = goal->dublees != RUMMY_NONE;
    if ((combos && (goal->primary > 3 || goal->others > 4)) || (dublees && goal->dublees > 10))
        return 0;
    return (combos ? RUMMY_MARRIAGE_BY_COMBOS : 0) | (dublees ? RUMMY_MARRIAGE_BY_DUBLEES : 0);
}

/* Take one copy of each card of `set`. */
static inline cards without(cards c, uint64_t set)
{
    cards out = {c.one & (~set | c.two), (c.two & ~set) | (c.three & set), c.three & ~set}; /* plant: run-copies */
    return out;
}

static inline cards with(cards c, uint64_t set)
{
    cards out = {c.one | set, c.two | (c.one & set), c.three | (c.two & set)};
    return out;
}

static inline cards only(cards c, uint64_t set)
{
    cards out = {c.one & set, c.two & set, c.three & set};
    return out;
}

#if defined(__POPCNT__)
static inline int count_cards(cards c) { return count_bits(c.one) + count_bits(c.two) + count_bits(c.three); }
#else
/* The bits of one word in fields of four. */
static inline uint64_t fours(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    return (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
}

static inline int count_cards(cards c)
{
    uint64_t sum = fours(c.one) + fours(c.two) + fours(c.three); /* at most 12 in each field */
    sum = (sum & 0x0F0F0F0F0F0F0F0Fu) + (sum >> 4 & 0x0F0F0F0F0F0F0F0Fu);
    return (int)(sum * 0x0101010101010101u >> 56);
}
#endif

/* The number of cards, or the error of rummy_marriage_faces if they cannot be held together. */
static inline int count_held(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu)
{
    return plainly_held(rules, faces, tiplu) ? count_all(faces) : rummy_marriage_faces(rules, faces, tiplu, NULL);
}

/* Which of the 13 starts make a run (M-12): bit rank-1 of the lowest card. */
static inline unsigned run_starts(const rummy_marriage_rules *rules)
{
    switch (rules->ace_runs) {
    case RUMMY_MARRIAGE_ACE_RUNS_LOW_ONLY: return 0x07FF;
    case RUMMY_MARRIAGE_ACE_RUNS_HIGH_ONLY: return 0x0FFE;
    case RUMMY_MARRIAGE_ACE_RUNS_WRAP: return 0x1FFF;
    default: return 0x0FFF; /* plant: ace-runs */
    }
}

/* The bits of a lane that a run from `start` (0..12) takes. */
static inline unsigned run_bits(int start)
{
    unsigned bits = 7u << start;
    return (bits | bits >> RUMMY_RANKS) & RANK_BITS;
}

/* The starts of all runs in a set of cards, as lanes. The ace is copied after the king (bit 13), and the two after that
 * (bit 14, for K-A-2). */
static inline uint64_t runs_in(uint64_t set, unsigned starts)
{
    uint64_t line = set | (set & LANES(3)) << 13; /* plant: ace-after-king */
    return line & line >> 1 & line >> 2 & LANES(starts);
}

#endif
