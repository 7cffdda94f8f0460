/* Marriage: which cards are jokers, whether cards can be held together, what three cards are. */
#include <string.h>

#include "cards.h"

/* ---------------------------------------------------------------- single combinations */

int rummy_marriage_roles(const rummy_marriage_rules *rules, int under, uint8_t roles[RUMMY_KINDS])
{
    int tiplu = tiplu_of(rules, under);
    if (tiplu < 0)
        return tiplu;
    memset(roles, RUMMY_MARRIAGE_ORDINARY, RUMMY_KINDS);
    if (tiplu == RUMMY_NONE)
        return 0;
    int suit = tiplu / RUMMY_RANKS, rank = tiplu % RUMMY_RANKS, cyclic = rules->maal_rank_wrap == RUMMY_MARRIAGE_MAAL_RANK_WRAP_CYCLIC;
    for (int other = 0; other < 4; other++)
        if (wild_beside(rules, suit, other))
            roles[other * RUMMY_RANKS + rank] = RUMMY_MARRIAGE_JOKER;
    roles[tiplu] = RUMMY_MARRIAGE_TIPLU;
    if (rank < RUMMY_RANKS - 1 || cyclic) /* plant: poplu-wrap */
        roles[suit * RUMMY_RANKS + (rank + 1) % RUMMY_RANKS] = RUMMY_MARRIAGE_POPLU;
    if (rank > 0 || cyclic) /* plant: jhiplu-wrap */
        roles[suit * RUMMY_RANKS + (rank + RUMMY_RANKS - 1) % RUMMY_RANKS] = RUMMY_MARRIAGE_JHIPLU;
    roles[RUMMY_JOKER] = RUMMY_MARRIAGE_MAN; /* plant: man-role */
    return 0;
}

int rummy_marriage_marriages(const rummy_marriage_rules *rules, int under, const uint8_t (*combos)[3], int n)
{
    uint8_t roles[RUMMY_KINDS];
    int error = rummy_marriage_roles(rules, under, roles), found = 0;
    if (error)
        return error;
    for (int i = 0; i < n; i++) {
        int met = 0;
        for (int j = 0; j < 3; j++)
            met |= combos[i][j] < RUMMY_KINDS ? 1 << roles[combos[i][j]] : 0;
        found += met == (1 << RUMMY_MARRIAGE_TIPLU | 1 << RUMMY_MARRIAGE_POPLU | 1 << RUMMY_MARRIAGE_JHIPLU);
    }
    return found;
}

int rummy_marriage_faces(const rummy_marriage_rules *rules, const uint8_t *faces, int under, int *where)
{
    int sum = 0;
    if (tiplu_of(rules, under) < 0)
        return RUMMY_E_KIND;
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        if (faces[kind] > held_at_most(rules, kind, under)) {
            if (where)
                *where = kind;
            return RUMMY_E_COPIES;
        }
        sum += faces[kind];
    }
    return sum;
}

/* Whether two different ranks (0..12) fit one run with a third rank. */
static int ranks_fit(unsigned starts, int a, int b)
{
    unsigned both = 1u << a | 1u << b;
    for (unsigned rest = starts; rest; rest &= rest - 1)
        if ((run_bits(lowest_bit(rest)) & both) == both)
            return 1;
    return 0;
}

static int natural_combo(unsigned starts, const uint8_t cards[3])
{
    int a = cards[0], b = cards[1], c = cards[2];
    if (a == RUMMY_JOKER || b == RUMMY_JOKER || c == RUMMY_JOKER)
        return -1;
    if (a == b && b == c) /* plant: tunnela */
        return RUMMY_MARRIAGE_TUNNELA;
    int sa = a / RUMMY_RANKS, sb = b / RUMMY_RANKS, sc = c / RUMMY_RANKS;
    if (sa == sb && sb == sc) {
        unsigned ranks = 1u << a % RUMMY_RANKS | 1u << b % RUMMY_RANKS | 1u << c % RUMMY_RANKS;
        for (unsigned rest = starts; rest; rest &= rest - 1)
            if (run_bits(lowest_bit(rest)) == ranks)
                return RUMMY_MARRIAGE_PURE;
    }
    if (a % RUMMY_RANKS == b % RUMMY_RANKS && b % RUMMY_RANKS == c % RUMMY_RANKS && sa != sb && sb != sc && sa != sc) /* plant: triplet-suits */
        return RUMMY_MARRIAGE_TRIPLET;
    return -1;
}

/* Why three cards without a joker are no combination. */
static int why_not(const uint8_t cards[3])
{
    int a = cards[0], b = cards[1], c = cards[2];
    if (a == RUMMY_JOKER || b == RUMMY_JOKER || c == RUMMY_JOKER)
        return RUMMY_E_COMBO_UNSEEN;
    if (a % RUMMY_RANKS == b % RUMMY_RANKS && b % RUMMY_RANKS == c % RUMMY_RANKS)
        return RUMMY_E_COMBO_SUIT;
    if (a / RUMMY_RANKS == b / RUMMY_RANKS && b / RUMMY_RANKS == c / RUMMY_RANKS) {
        unsigned ranks = 1u << a % RUMMY_RANKS | 1u << b % RUMMY_RANKS | 1u << c % RUMMY_RANKS;
        if (ranks == run_bits(STARTS - 1) || ranks == run_bits(STARTS - 2) || ranks == run_bits(0))
            return RUMMY_E_COMBO_WRAP;
    }
    return RUMMY_E_COMBO_MIXED;
}

int rummy_marriage_combo(const rummy_marriage_rules *rules, int tiplu, const uint8_t cards[3])
{
    uint8_t roles[RUMMY_KINDS], other[3];
    int jokers = 0, others = 0;
    unsigned starts = run_starts(rules);
    for (int i = 0; i < 3; i++)
        if (cards[i] >= RUMMY_KINDS)
            return RUMMY_E_KIND;
    int error = rummy_marriage_roles(rules, tiplu, roles);
    if (error)
        return error;
    for (int i = 0; i < 3; i++) {
        if (roles[cards[i]] == RUMMY_MARRIAGE_ORDINARY)
            other[others++] = cards[i];
        else
            jokers++;
    }
    int natural = natural_combo(starts, cards);
    if (natural >= 0 && (!jokers || rules->joker_natural_use))
        return natural;
    if (!jokers)
        return why_not(cards);
    if (jokers > rules->max_jokers_in_combo)
        return RUMMY_E_COMBO_JOKERS;
    if (jokers >= 2)
        return RUMMY_MARRIAGE_JOKERS;
    if (other[0] == other[1])
        return rules->identical_pair_plus_joker ? RUMMY_MARRIAGE_DIRTY_TRIPLET : RUMMY_E_COMBO_PAIR; /* plant: pair-and-joker */
    if (other[0] % RUMMY_RANKS == other[1] % RUMMY_RANKS)
        return RUMMY_MARRIAGE_DIRTY_TRIPLET;
    if (other[0] / RUMMY_RANKS == other[1] / RUMMY_RANKS) {
        if (ranks_fit(starts, other[0] % RUMMY_RANKS, other[1] % RUMMY_RANKS))
            return RUMMY_MARRIAGE_DIRTY_RUN;
        if (ranks_fit(0x1FFF, other[0] % RUMMY_RANKS, other[1] % RUMMY_RANKS))
            return RUMMY_E_COMBO_WRAP;
    }
    return RUMMY_E_COMBO_MIXED;
}
