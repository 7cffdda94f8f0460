/* The search behind Marriage's distances, as marriage_distance.c uses it: by counting (marriage_reach.c), and card by card (marriage_exact.c). */
#ifndef RUMMY_MARRIAGE_REACH_H
#define RUMMY_MARRIAGE_REACH_H

#include "marriage_cards.h"

/* What a set of rules says about combinations. */
typedef struct rummy_combos {
    unsigned starts;    /* lowest ranks of runs, as bits */
    uint64_t next, gap; /* in lanes, the lower cards of pairs in a row and of pairs with a gap that fit a run */
    int most;           /* jokers in one combination */
    int natural;        /* may more of them stand in it as themselves */
    int identical;      /* may a joker stand with an identical pair */
} rummy_combos;

/* A question: cards held and cards that can be had, the men among them apart, and which are jokers (none: no tiplu is known, and men are of no use). */
typedef struct rummy_reach {
    const rummy_combos *combos;
    cards own, left;
    int men, men_left;
    uint64_t jokers;
    int primary, others;
} rummy_reach;

/* In a set of cards in lanes, a man. */
#define RUMMY_MAN RUMMY_BIT(LANE - 1)

/* Cards that make a pair with some card of a set: for a run, or for a triplet. */
static inline uint64_t near_cards(const rummy_combos *combos, uint64_t x)
{
    uint64_t line = x | (x & LANES(3)) << RUMMY_RANKS;
    uint64_t above = (x & combos->next) << 1 | (x & combos->gap) << 2;
    return (above & LANES(RANK_BITS)) | (above >> RUMMY_RANKS & LANES(3)) | (line >> 1 & combos->next) | (line >> 2 & combos->gap);
}

static inline uint64_t mates(uint64_t x) { return rummy_turn(x, 1) | rummy_turn(x, 2) | rummy_turn(x, 3); }

/* A set of kinds, men included, of a set in lanes. */
static inline uint64_t kinds_of(uint64_t lanes) { return rummy_kinds(lanes & LANES(RANK_BITS)) | (lanes & RUMMY_MAN ? RUMMY_BIT(RUMMY_JOKER) : 0); }

/* Take cards out of those held and, where they are not, out of those that can be had: one copy of each of `set`, or `copies` of its only kind.
 * Returns the number of draws, -1 if they cannot be had. */
static inline int take(cards *own, cards *left, uint64_t set, int copies)
{
    int draws = 0;
    for (; copies > 0; copies--) {
        uint64_t missing = set & ~own->one;
        if (missing & ~left->one)
            return -1;
        *own = without(*own, set & ~missing);
        for (*left = without(*left, missing); missing; missing &= missing - 1)
            draws++;
    }
    return draws;
}

/* Would these cards do, with so many draws and so many wilds, for so many other combinations? By counting: if not, then certainly not. */
int rummy_reach_counted(const rummy_reach *q, cards own, cards left, int wilds, int others, int draws);

/* Do so many draws do? Exactly, by naming every card. Combinations out of the cards held are written to `parts` if it is not NULL, jokers that
 * fill them as RUMMY_NONE. */
int rummy_reach_exact(const rummy_reach *q, int draws, uint8_t (*parts)[3]);

/* Do so many draws do? */
int rummy_reach_within(const rummy_reach *q, int draws);

/* The distance, RUMMY_NEVER if no draw can ever do; useful, if not NULL: the kinds of which a draw lowers it. */
int rummy_reach_distance(const rummy_reach *q, uint64_t *useful);

/* What the distance is at least, by counting: as if every card were left in plenty. */
int rummy_reach_least(const rummy_reach *q);

/* Lay the combinations out of the cards held, primary ones first. Returns 0 if they do not hold them. */
int rummy_reach_lay(const rummy_reach *q, uint8_t (*combo)[3]);

/* One copy of a kind (a man: 52) comes from those that can be had to those held. */
static inline void rummy_reach_draw(rummy_reach *q, int kind)
{
    if (kind == RUMMY_JOKER) {
        q->men++;
        q->men_left--;
        return;
    }
    q->own = with(q->own, rummy_lane_bit(kind));
    q->left = without(q->left, rummy_lane_bit(kind));
}

static inline void rummy_reach_discard(rummy_reach *q, int kind)
{
    if (kind == RUMMY_JOKER)
        q->men--;
    else
        q->own = without(q->own, rummy_lane_bit(kind));
}

#endif
