/* The search behind Marriage's distances (marriage_reach.c), as marriage_distance.c uses it. */
#ifndef RUMMY_MARRIAGE_REACH_H
#define RUMMY_MARRIAGE_REACH_H

#include "lanes.h"

/* Cards in lanes: held once or more, twice or more, three times. */
typedef struct rummy_cards {
    uint64_t one, two, three;
} rummy_cards;

/* What a set of rules says about combinations. */
typedef struct rummy_combos {
    unsigned starts;           /* lowest ranks of runs, as bits; bit 12 is K-A-2 */
    int most;                  /* jokers in one combination */
    int natural;               /* may more of them stand in it as themselves */
    int identical;             /* may a joker stand with an identical pair */
} rummy_combos;

/* A question: cards held and cards that can be had, the men among them apart, and which are jokers. */
typedef struct rummy_reach {
    const rummy_combos *combos;
    rummy_cards own, left;
    int men, men_left;
    uint64_t jokers;
    int primary, others;
} rummy_reach;

void rummy_reach_combos(rummy_combos *combos, const rummy_marriage_rules *rules);

/* Whether so many draws can do. */
int rummy_reach_within(const rummy_reach *q, int draws);

/* The distance, RUMMY_NEVER if no draw can ever do. The answer is sought from `least` on, which must not be above it. */
int rummy_reach_distance(const rummy_reach *q, int least);

/* What the distance is at least, by counting: as if every card were left in plenty. */
int rummy_reach_least(const rummy_reach *q);

/* Lay the combinations out of the cards held, primary ones first. Returns 0 if they do not hold them. */
int rummy_reach_lay(const rummy_reach *q, uint8_t (*combo)[3]);

/* Move one copy of a kind (a man: 52) from what can be had to the cards held. */
void rummy_reach_draw(rummy_reach *q, int kind);

/* Lose one copy of a card held. */
void rummy_reach_discard(rummy_reach *q, int kind);

/* Take one copy of each card of `set`. */
static inline rummy_cards rummy_without(rummy_cards c, uint64_t set)
{
    rummy_cards out = {c.one & (~set | c.two), (c.two & ~set) | (c.three & set), c.three & ~set};
    return out;
}

static inline rummy_cards rummy_with(rummy_cards c, uint64_t set)
{
    rummy_cards out = {c.one | set, c.two | (c.one & set), c.three | (c.two & set)};
    return out;
}

static inline int rummy_cards_count(rummy_cards c) { return rummy_count(c.one) + rummy_count(c.two) + rummy_count(c.three); }

#endif
