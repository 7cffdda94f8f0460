/* The defaults and the ranges of options, from the table of a game. */
#include "options.h"

#include <string.h>

static int32_t get(const void *rules, size_t i)
{
    int32_t value;
    memcpy(&value, (const char *)rules + i * sizeof value, sizeof value);
    return value;
}

static void set(void *rules, size_t i, int32_t value)
{
    memcpy((char *)rules + i * sizeof value, &value, sizeof value);
}

void options_init(const option *options, size_t n, void *rules)
{
    for (size_t i = 0; i < n; i++)
        set(rules, i, options[i].follows < 0 ? options[i].standard[0] : RUMMY_AUTO);
}

int options_resolve(const option *options, size_t n, void *rules, int *where)
{
    for (size_t i = 0; i < n; i++) {
        int32_t value = get(rules, i);
        if (options[i].least <= value && value <= options[i].greatest)
            continue;
        if (value != RUMMY_AUTO || options[i].follows < 0) {
            if (where)
                *where = (int)i;
            return RUMMY_E_RANGE;
        }
        /* the choice of an earlier option, so it is in its range */
        int32_t choice = get(rules, (size_t)options[i].follows);
        set(rules, i, options[i].standard[choice]);
    }
    return 0;
}
