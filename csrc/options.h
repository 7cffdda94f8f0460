/* What the options of every game have in common. Rules are structs of int32_t. A table says what each may hold. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "shared.h"

/* What one int32_t of the rules may hold. csrc/gen_options.py writes a table of these for each game. */
typedef struct option {
    int32_t standard[4]; /* the default; or the defaults, by the choice of the option that it follows */
    int32_t least, greatest;
    int32_t follows; /* the number of an earlier option, whose choice fills in RUMMY_AUTO; -1: of none */
} option;

/* Set all n options to their defaults. */
void options_init(const option *options, size_t n, void *rules);

/* Replace RUMMY_AUTO in each option that follows another, and check the ranges. Returns 0, or RUMMY_E_RANGE with
 * *where (if not NULL) the number of the first option out of its range; those before it may have been replaced. */
int options_resolve(const option *options, size_t n, void *rules, int *where);

#endif
