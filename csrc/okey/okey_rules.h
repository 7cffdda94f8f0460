/* Rules that the files of Okey share. */
#ifndef OKEY_RULES_H
#define OKEY_RULES_H

#include "okey.h"

/* Whether points lie within plus and minus `most`, and partners have the same. */
int okey_points_fit(const rummy_okey_rules *rules, int players, const int32_t *points, int32_t most);

/* Whether 14 values are one run 1..13 and a second 1 in one colour, wilds filling (O-34). 0 or 1, or an error as for rummy_okey_win. */
int okey_single_color(const uint8_t *values);

#endif
