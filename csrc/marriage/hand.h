/* The rules about one hand that a round and an analysis share. */
#ifndef MARRIAGE_HAND_H
#define MARRIAGE_HAND_H

#include "cards.h"

#define PACKS 3

/* The exposed tunnelas that stay on the table as they lie (M-8): a set of kinds. */
static inline uint64_t locked_tunnelas(const rummy_marriage_rules *rules, uint64_t exposed)
{
    return rules->exposed_tunnela == RUMMY_MARRIAGE_EXPOSED_TUNNELA_LOCKED ? exposed : 0;
}

/* How many primary combinations are laid to see the tiplu: three, each locked tunnela is one of them (M-14). */
static inline int primaries_to_see(int locked) { return locked < 3 ? 3 - locked : 0; /* plant: locked-count */ }

/* How many other combinations finish behind those: four, or what seven locked ones and primary ones leave (M-17). */
static inline int others_to_finish(int locked) { return locked > 3 ? 7 - locked : 4; }

/* The kind that may not be discarded in this turn, as a set: the kind just taken (M-11). */
static inline uint64_t barred_kinds(const rummy_marriage_rules *rules, int taken)
{
    return taken != RUMMY_NONE && rules->same_card_discard == RUMMY_MARRIAGE_SAME_CARD_DISCARD_KIND ? KIND_BIT(taken) : 0;
}

/* The kinds out of concealed cards that may be discarded (M-11): where no other card could go, the rule does not
 * bind. */
static inline uint64_t may_discard(const rummy_marriage_rules *rules, const uint8_t *faces, int taken)
{
    uint64_t held = held_at_least(faces, 1), allowed = held & ~barred_kinds(rules, taken);
    return allowed ? allowed : held; /* plant: taken-stays */
}

/* The cards of a lay or pair move; a dublee has RUMMY_NONE in the third place. */
static inline void move_part(int move, uint8_t part[3])
{
    int pair = move >= RUMMY_MARRIAGE_LAY_PAIR, run = !pair && move >= RUMMY_MARRIAGE_LAY + RUMMY_FACES;
    int kind = (move - RUMMY_MARRIAGE_LAY) % RUMMY_FACES, suit = kind / RUMMY_RANKS * RUMMY_RANKS;
    for (int i = 0; i < 3; i++)
        part[i] = (uint8_t)(suit + (kind % RUMMY_RANKS + (run ? i : 0)) % RUMMY_RANKS);
    if (pair)
        part[2] = RUMMY_NONE;
}

/* Find the discards that leave the goal: by combinations and by dublees. `exposed` are the seat's exposed tunnelas,
 * `taken` is the card just taken (M-11, M-17, M-19). */
void finishes_of(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, int tiplu,
                 uint64_t exposed, int taken, uint64_t by[2]);

#endif
