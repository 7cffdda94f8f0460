/* Rules that the files of Okey share. */
#ifndef OKEY_RULES_H
#define OKEY_RULES_H

#include <string.h>

#include "../shared.h"

/* ---------------------------------------------------------------- what printed tiles count as (O-8 to O-11) */

/* The copies of a face that can be held or drawn: two of each, but the indicator lies on the table. */
static inline int okey_copies(int kind, int indicator) { return kind == indicator ? 1 : 2; } /* plant: copies */

/* The value of a false joker: it is wild, or it has the value of the okey's face (O-10). */
static inline int okey_joker_value(const rummy_okey_rules *rules, int okey)
{
    return rules->false_joker_role == RUMMY_OKEY_FALSE_JOKER_ROLE_WILD ? RUMMY_JOKER : okey; /* plant: false-joker-role */
}

/* The value of a printed tile: RUMMY_JOKER for a wild one, and the okey is wild (O-9). */
static inline int okey_value(const rummy_okey_rules *rules, int okey, int kind)
{
    if (kind == RUMMY_JOKER)
        return okey_joker_value(rules, okey);
    return kind == okey ? RUMMY_JOKER : kind;
}

/* Make values out of faces. `values` may be `faces`. */
static inline void okey_to_values(const rummy_okey_rules *rules, int okey, const uint8_t *faces, uint8_t *values)
{
    uint8_t okeys = faces[okey], jokers = faces[RUMMY_JOKER], *of_jokers = values + okey_joker_value(rules, okey);
    memmove(values, faces, RUMMY_FACES);
    values[okey] = 0;
    values[RUMMY_JOKER] = okeys; /* plant: okeys-wild */
    *of_jokers = (uint8_t)(*of_jokers + jokers);
}

/* The faces that have a value out of a set of values. */
static inline uint64_t okey_faces_in(const rummy_okey_rules *rules, int okey, uint64_t values)
{
    uint64_t okeys = values >> RUMMY_JOKER & 1, jokers = values >> okey_joker_value(rules, okey) & 1;
    return (values & ~(KIND_BIT(okey) | KIND_BIT(RUMMY_JOKER))) | okeys << okey | jokers << RUMMY_JOKER; /* plant: faces-of-values */
}

/* ---------------------------------------------------------------- points and wins */

/* The faces of a hand of 15 tiles that has been checked whose discard leaves a win: by melds, and by pairs (O-16). */
void okey_finishing(const rummy_okey_rules *rules, int okey, const uint8_t *faces, uint64_t by[2]);

/* O-32: whether `other` is on the side of `seat`. */
int okey_same_side(const rummy_okey_rules *rules, int seat, int other);

/* Whether points lie within plus and minus `most`, and partners have the same. */
int okey_points_fit(const rummy_okey_rules *rules, int players, const int32_t *points, int32_t most);

/* Whether 14 values are one run 1..13 and a second 1 in one colour, wilds filling (O-34). 0 or 1, or an error as for
 * rummy_okey_win. */
int okey_single_color(const uint8_t *values);

#endif
