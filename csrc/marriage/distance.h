/* The search behind Marriage's distances, as distance.c uses it: by counting (distance_count.c), and card by card (distance_exact.c). */
#ifndef MARRIAGE_DISTANCE_H
#define MARRIAGE_DISTANCE_H

#include "cards.h"

/* What a set of rules says about combinations. */
typedef struct combo_rules {
    unsigned starts;    /* lowest ranks of runs, as bits */
    uint64_t next, gap; /* in lanes, the lower cards of pairs in a row and of pairs with a gap that fit a run */
    int most;           /* jokers in one combination */
    int natural;        /* may more of them stand in it as themselves */
    int identical;      /* may a joker stand with an identical pair */
} combo_rules;

/* A question: cards held and cards that can be had, the men among them apart, and which are jokers (none: no tiplu is known, and men are of no use). */
typedef struct target {
    const combo_rules *combos;
    cards own, left;
    int men, men_left;
    uint64_t jokers;
    int primary, others;
} target;

/* In a set of cards in lanes, a man. */
#define MAN_BIT KIND_BIT(LANE - 1)

/* Cards that make a pair with some card of a set: for a run, or for a triplet. */
static inline uint64_t near_cards(const combo_rules *combos, uint64_t x)
{
    uint64_t line = x | (x & LANES(3)) << RUMMY_RANKS;
    uint64_t above = (x & combos->next) << 1 | (x & combos->gap) << 2;
    return (above & LANES(RANK_BITS)) | (above >> RUMMY_RANKS & LANES(3)) | (line >> 1 & combos->next) | (line >> 2 & combos->gap);
}

static inline uint64_t mates(uint64_t x) { return next_suits(x, 1) | next_suits(x, 2) | next_suits(x, 3); }

/* A set of kinds, men included, of a set in lanes. */
static inline uint64_t kinds_of(uint64_t lanes) { return kinds_in(lanes & LANES(RANK_BITS)) | (lanes & MAN_BIT ? KIND_BIT(RUMMY_JOKER) : 0); }

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
int target_counted(const target *q, cards own, cards left, int wilds, int others, int draws);

/* Do so many draws do? Exactly, by naming every card. Combinations out of the cards held are written to `parts` if it is not NULL, jokers that
 * fill them as RUMMY_NONE. */
int target_exact(const target *q, int draws, uint8_t (*parts)[3]);

/* Do so many draws do? */
int target_within(const target *q, int draws);

/* The distance, RUMMY_NEVER if no draw can ever do; useful, if not NULL: the kinds of which a draw lowers it. */
int target_distance(const target *q, uint64_t *useful);

/* What the distance is at least, by counting: as if every card were left in plenty. */
int target_least(const target *q);

/* Lay the combinations out of the cards held, primary ones first. Returns 0 if they do not hold them. */
int target_lay(const target *q, uint8_t (*combo)[3]);

/* One copy of a kind (a man: 52) comes from those that can be had to those held. */
static inline void target_draw(target *q, int kind)
{
    if (kind == RUMMY_JOKER) {
        q->men++;
        q->men_left--;
        return;
    }
    q->own = with(q->own, lane_bit(kind));
    q->left = without(q->left, lane_bit(kind));
}

static inline void target_discard(target *q, int kind)
{
    if (kind == RUMMY_JOKER)
        q->men--;
    else
        q->own = without(q->own, lane_bit(kind));
}

#endif
