/* What distance.c uses to search Marriage's distances: by counting (distance_count.c), and card by card
 * (distance_exact.c). */
#ifndef MARRIAGE_DISTANCE_H
#define MARRIAGE_DISTANCE_H

#include "cards.h"

/* What a set of rules says about combinations. */
typedef struct combo_rules {
    unsigned starts;    /* lowest ranks of runs, as bits */
    uint64_t next, gap; /* as lanes: the lower cards of pairs that fit a run, in a row and with a gap */
    int most;           /* jokers in one combination */
    int natural;        /* whether more jokers may stand in it as themselves */
    int identical;      /* whether a joker may stand with an identical pair */
} combo_rules;

/* A question: the cards held, the cards that can still be had, and the jokers among them. Men are counted apart.
 * Without jokers no tiplu is known, and men are of no use. */
typedef struct target {
    const combo_rules *combos;
    cards own, left;
    int men, men_left;
    uint64_t jokers;
    int primary, others;
} target;

/* The bit of a man in a set of cards as lanes. */
#define MAN_BIT KIND_BIT(LANE - 1)

/* The cards that make a pair for a run with a card of `x`. `mates` makes pairs for a triplet. */
static inline uint64_t near_cards(const combo_rules *combos, uint64_t x)
{
    uint64_t line = x | (x & LANES(3)) << RUMMY_RANKS;
    uint64_t above = (x & combos->next) << 1 | (x & combos->gap) << 2;
    return (above & LANES(RANK_BITS)) | (above >> RUMMY_RANKS & LANES(3)) | (line >> 1 & combos->next)
           | (line >> 2 & combos->gap);
}

static inline uint64_t mates(uint64_t x) { return next_suits(x, 1) | next_suits(x, 2) | next_suits(x, 3); }

/* A set of kinds, men included, of a set in lanes. */
static inline uint64_t kinds_of(uint64_t lanes)
{
    return kinds_in(lanes & LANES(RANK_BITS)) | (lanes & MAN_BIT ? KIND_BIT(RUMMY_JOKER) : 0);
}

/* Take one copy of each card of `set`, or `copies` of its only kind. A card that is not held is drawn.
 * Returns the number of draws, or -1 if a card cannot be had. */
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

/* Whether so many draws and wilds are enough for so many other combinations, by counting. 0 is certain, 1 is not. */
int target_counted(const target *q, cards own, cards left, int wilds, int others, int draws);

/* Whether so many draws are enough. Exact, by naming every card. If `parts` is not NULL, the combinations are
 * written to it, a joker that fills a hole as RUMMY_NONE. */
int target_exact(const target *q, int draws, uint8_t (*parts)[3]);

/* Whether so many draws are enough. Exact. */
int target_within(const target *q, int draws);

/* The distance, or RUMMY_NEVER if no draws are enough. useful: NULL, or the kinds of which a draw lowers the
 * distance. */
int target_distance(const target *q, uint64_t *useful);

/* A lower bound of the distance, by counting, as if plenty of each card could be had. */
int target_least(const target *q);

/* Lay the combinations from the cards held, primary ones first. Returns 0 if the cards do not make them. */
int target_lay(const target *q, uint8_t (*combo)[3]);

/* Draw one copy of a kind (a man: 52). */
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
