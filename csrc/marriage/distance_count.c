/* Marriage: how many draws until a hand holds so many primary combinations and so many others (M-30)?
 *
 * The question. "Are d draws enough?" is asked for d = 0, 1, 2 ...
 *
 * The idea. Counting answers nearly always. A combination matters only by the held cards that it *keeps*:
 *
 *      primary   5h 6h 7h     three kept                                        no draw
 *                5h 6h        two kept, and the third can be had                one draw
 *                5h           one kept; it is only counted until all else fits  two draws (three if none is kept)
 *
 *      others    5h 6h 7h     a natural triple                                  keeps three
 *                5h 6h        a pair that fits a third card                     keeps two
 *                5h 5h        an identical pair, if the third can be had        keeps two, and takes no joker
 *                5h           a single card                                     keeps one
 *
 * Among the others all jokers are alike. So only the cards that are no jokers are packed into groups. First the held
 * jokers fill what a group lacks, then draws do:
 *
 *      draws = max(identical pairs, 3 * groups - jokers held - cards kept)
 *
 * Why it is exact. This number is never too high. It is right under two conditions. First, every draw can be a
 * joker: as many jokers can be had as there are draws, and three may stand together. This is seen at once. Second,
 * no two combinations need the same last copy. This is tried (`complete`). Without a tiplu there are no jokers, and
 * the cards that fill the groups are tried too (`fill`). If the count finds a packing that cannot be completed,
 * distance_exact.c decides.
 *
 * The useful cards come from the same search. It goes on over all packings at the distance. The cards that these
 * packings could draw are useful, and no others are (see `show`).
 *
 * The cost. Counting is cheap. Completions are limited to TRIES before distance_exact.c is asked.
 */
#include "distance.h"

#define PRIMARIES 3
#define OTHERS 4
#define ITEMS 312   /* 104 runs and tunnelas with three or two cards held: at most 52 + 52 + 104 + 52, and never all */
#define TRIES 64    /* completions tried before a question is left to the slow search */

/* A primary combination. It keeps one copy of each card of `kept`, or `copies` of its only kind. It lacks `lacks`
 * cards: one card of `can`, or all of them, or several copies of its only kind. */
typedef struct item {
    uint64_t kept, can;
    uint8_t copies, lacks, jokers;
} item;

enum aim { COUNT, DECIDE, COLLECT };

typedef struct search {
    const target *q;
    enum aim aim;
    int plenty;                  /* every draw can be a joker, and three jokers may stand together */
    int shown;                   /* in COLLECT: a packing was found and completed */
    int refused;                 /* a packing was found that could not be completed */
    int tries, given_up;
    int doubt;                   /* in COLLECT: a packing was found that could not be completed */
    uint64_t want, all;          /* in COLLECT: cards not yet shown to be useful; all cards that can be had */
    int items, whole;            /* items of the list; items of which all three cards are held */
    const item *chosen[PRIMARIES];
    int n;
    uint64_t pair[OTHERS];       /* the pairs of the packing, an identical one as its one kind */
    int pairs, same;             /* their number; how many of them are identical */
    cards left;                  /* what can be had */
    int wilds, draws;            /* jokers held and draws, beyond the primary combinations chosen */
    item list[ITEMS];
} search;

static cards plain(const target *q, cards own) { return only(own, ~q->jokers); }

/* All cards that lie in some natural triple, with their copies. */
static cards in_triples(const combo_rules *combos, cards c)
{
    uint64_t x = c.one, a = next_suits(x, 1), b = next_suits(x, 2), d = next_suits(x, 3);
    uint64_t runs = runs_in(x, combos->starts);
    runs |= runs << 1 | runs << 2;
    return only(c, runs | (runs >> RUMMY_RANKS & LANES(3)) | (a & b) | (a & d) | (b & d) | c.three);
}

/* The cards that make a natural triple with two cards of a set. */
static uint64_t completing(const combo_rules *combos, cards c)
{
    uint64_t x = c.one, a = next_suits(x, 1), b = next_suits(x, 2), d = next_suits(x, 3);
    uint64_t line = x | (x & LANES(3)) << RUMMY_RANKS, starts = combos->gap;
    /* Starts of runs that lack this card only. */
    uint64_t low = line >> 1 & line >> 2 & starts, middle = x & line >> 2 & starts, high = x & line >> 1 & starts;
    uint64_t above = middle << 1 | high << 2;
    return low | (above & LANES(RANK_BITS)) | (above >> RUMMY_RANKS & LANES(3)) | (a & b) | (a & d) | (b & d) | c.two;
}

/* The most natural triples that share no card. No more than `enough` are counted. */
static int most_triples(const combo_rules *combos, cards c, int enough)
{
    int most = 0;
    for (;;) {
        c = in_triples(combos, c);
        int bound = count_cards(c) / 3;
        enough = bound < enough ? bound : enough;
        if (most >= enough)
            return most;
        if (enough == 1)
            return 1;
        /* Try the lowest card in each of its triples, then in none. */
        int at = lowest_bit(c.one), rank = at % LANE, lane = at - rank, n;
        uint64_t card = KIND_BIT(at), others = c.one & mates(card);
        if ((c.three & card) && (n = 1 + most_triples(combos, only(c, ~card), enough - 1)) > most)
            most = n;
        for (int back = 0; back < 3 && most < enough; back++) {
            int start = rank >= back ? rank - back : rank - back + RUMMY_RANKS;
            uint64_t run = (uint64_t)run_bits(start) << lane;
            if (combos->starts >> start & 1 && !(run & ~c.one)
                && (n = 1 + most_triples(combos, without(c, run), enough - 1)) > most)
                most = n;
        }
        for (uint64_t second = others; second; second &= second - 1)
            for (uint64_t third = second & (second - 1); third && most < enough; third &= third - 1)
                if ((n = 1 + most_triples(combos, without(c, card | (second & (0 - second)) | (third & (0 - third))),
                                          enough - 1)) > most)
                    most = n;
        if (most >= enough)
            return most;
        c = only(c, ~card);
    }
}

/* The cards that make a pair a triple. */
static uint64_t thirds(const combo_rules *combos, uint64_t pair)
{
    uint64_t a = pair & (0 - pair), b = pair & (pair - 1);
    return b ? (near_cards(combos, a) & near_cards(combos, b)) | (mates(a) & mates(b)) : a;
}

/* ---------------------------------------------------------------- completing what was counted */

/* Note the kinds that this packing shows to be useful. `rest`: cards in no group; `singles` of them are kept. `groups`
 * groups hold at most one card. `left`: what can be had besides what the packing draws anyway.
 *
 * Each card drawn for a primary combination is useful, and so is each third copy. Other draws are there only if more
 * cards are drawn than pairs are identical. Then any joker is useful, each third card of a pair, and each card that
 * makes a pair with a single card. No useful card is missed: take the drawn card out of the packing that it makes at
 * distance - 1. It stood in one of these places. */
static void show(search *s, cards rest, int singles, int groups, cards left, uint64_t drawn)
{
    const combo_rules *combos = s->q->combos;
    uint64_t out = 0;
    for (int i = 0; i < s->pairs; i++)
        if (!(s->pair[i] & (s->pair[i] - 1)) && !combos->identical)
            drawn |= s->pair[i];
    if (s->q->others && s->draws > s->same) {
        out = s->q->jokers | MAN_BIT;
        for (int i = 0; i < s->pairs; i++)
            out |= thirds(combos, s->pair[i]);
        if (singles) {
            out |= near_cards(combos, rest.one) | mates(rest.one);
            if (combos->identical)
                out |= rest.one;
            else if (s->draws > s->same + 1)
                out |= rest.one & left.two;
        }
        if (singles < groups)
            out = s->all;
        out &= left.one | MAN_BIT;
    }
    s->want &= ~(out | drawn);
}

/* Fill the other groups card by card. `used`: jokers used so far, of which s->wilds are held. `drawn`: other cards
 * drawn. */
static int fill(search *s, int at, cards rest, int singles, cards left, int used, int drawn)
{
    const target *q = s->q;
    const combo_rules *combos = q->combos;
    int to_come = q->jokers ? count_cards(only(left, q->jokers)) + q->men_left : 0;
    if (s->tries++ > TRIES || used > s->wilds + to_come || drawn + (used > s->wilds ? used - s->wilds : 0) > s->draws)
        return 0;
    if (at < s->pairs) {
        uint64_t pair = s->pair[at], same = !(pair & (pair - 1));
        if (q->jokers && (!same || combos->identical) && fill(s, at + 1, rest, singles, left, used + 1, drawn))
            return 1;
        for (uint64_t third = thirds(combos, pair) & left.one & ~q->jokers; third; third &= third - 1)
            if (fill(s, at + 1, rest, singles, without(left, third & (0 - third)), used, drawn + 1))
                return 1;
        return 0;
    }
    if (!singles)
        return 1;
    for (; rest.one; rest = only(rest, rest.one & (rest.one - 1))) {
        uint64_t card = rest.one & (0 - rest.one);
        cards after = without(rest, card);
        if (q->jokers && combos->most >= 2 && fill(s, at, after, singles - 1, left, used + 2, drawn))
            return 1;
        uint64_t seconds = (near_cards(combos, card) | mates(card) | card) & left.one & ~q->jokers;
        for (uint64_t second = seconds; second; second &= second - 1) {
            uint64_t pair = card | (second & (0 - second));
            cards fewer = without(left, second & (0 - second));
            if (q->jokers && (pair != card || combos->identical)
                && fill(s, at, after, singles - 1, fewer, used + 1, drawn + 1))
                return 1;
            uint64_t higher = ~((second & (0 - second)) - 1);
            for (uint64_t third = thirds(combos, pair) & fewer.one & ~q->jokers & higher; third; third &= third - 1)
                if (fill(s, at, after, singles - 1, without(fewer, third & (0 - third)), used, drawn + 2))
                    return 1;
        }
    }
    return 0;
}

/* Draw the cards that the primary combinations lack, from number `at` on. Then fill the groups. Returns 1 to end the
 * search. */
static int complete(search *s, int at, cards rest, int singles, int groups, cards left, uint64_t drawn)
{
    if (at < s->n) {
        const item *is = s->chosen[at];
        if (!is->lacks)
            return complete(s, at + 1, rest, singles, groups, left, drawn);
        if (is->lacks == 1) {
            for (uint64_t can = is->can & left.one; can; can &= can - 1)
                if (complete(s, at + 1, rest, singles, groups, without(left, can & (0 - can)), drawn | (can & (0 - can)))) /* plant: last-copy */
                    return 1;
            return 0;
        }
        int copies = is->can & (is->can - 1) ? 1 : is->lacks;
        for (int i = 0; i < copies; i++) {
            if (is->can & ~left.one)
                return 0;
            left = without(left, is->can);
        }
        return complete(s, at + 1, rest, singles, groups, left, drawn | is->can);
    }
    if (s->plenty || !s->q->others) {
        for (int i = 0; i < s->pairs && !s->q->combos->identical; i++)
            if (!(s->pair[i] & (s->pair[i] - 1))) {
                if (!(s->pair[i] & left.one))
                    return 0;
                left = without(left, s->pair[i]);
            }
        if (s->aim == DECIDE)
            return 1;
        s->shown = 1;
        show(s, rest, singles, groups, left, drawn);
        return 0;
    }
    return singles == groups && fill(s, 0, rest, singles, left, 0, 0);
}

/* A packing was found. `groups` groups wait for single cards of the rest. -extra of them need no card. */
static int packed(search *s, cards rest, int groups, int extra)
{
    if (s->aim == COUNT)
        return 1;
    int singles = groups + extra;
    if (extra < 0 && !s->plenty) { /* without plenty of jokers, keep all that can be kept */
        int spare = count_cards(rest);
        singles = spare < groups ? spare : groups;
    }
    if (complete(s, 0, rest, singles < 0 ? 0 : singles, groups, s->left, 0))
        return 1;
    if (s->aim == COLLECT)
        return s->shown;
    s->refused = 1;
    s->given_up = s->tries > TRIES;
    return s->given_up;
}

/* ---------------------------------------------------------------- other combinations */

/* The most pairs that share no card. No more than `enough` are counted. Identical pairs count only if a joker may stand
 * with them. */
static int most_pairs(const combo_rules *combos, cards pool, int enough)
{
    int most = 0;
    while (pool.one && most < enough) {
        uint64_t card = pool.one & (0 - pool.one), two = combos->identical ? pool.two & card : 0;
        uint64_t partners = pool.one & (near_cards(combos, card) | mates(card));
        if (!partners && !two) {
            pool = only(pool, ~card);
            continue;
        }
        if (!two && !(partners & (partners - 1))) { /* this card can take the place of any other partner */
            pool = without(pool, card | partners);
            most++;
            continue;
        }
        uint64_t all = card | partners, grown = all; /* all cards linked with this one by pairs */
        while ((grown = pool.one & (all | near_cards(combos, all) | mates(all))) != all)
            all = grown;
        cards part = only(pool, all), after = without(part, card);
        int best = 0, bound = count_cards(part) / 2;
        if (bound > enough - most)
            bound = enough - most;
        if (bound == 1)
            best = 1;
        for (; partners && best < bound; partners &= partners - 1) {
            int n = 1 + most_pairs(combos, without(after, partners & (0 - partners)), bound - 1);
            best = n > best ? n : best;
        }
        if (two && best < bound) {
            int n = 1 + most_pairs(combos, without(after, card), bound - 1);
            best = n > best ? n : best;
        }
        if (best < bound) {
            int n = most_pairs(combos, only(part, ~card), bound);
            best = n > best ? n : best;
        }
        most += best;
        pool = only(pool, ~all);
    }
    return most;
}

/* Pack `togo` pairs from `pool`. `spare` cards may stay over, and at most `identical` pairs are identical. `rest`: all
 * cards in no group yet. Functions of the search return 1 when it is over. */
static int pack_pairs(search *s, cards pool, cards rest, int togo, int spare, int identical, int groups, int extra)
{
    const combo_rules *combos = s->q->combos;
    if (togo <= 0)
        return packed(s, rest, groups, extra);
    while (spare >= 0) {
        uint64_t card = pool.one & (0 - pool.one), two = pool.two & card;
        uint64_t partners = pool.one & (near_cards(combos, card) | mates(card));
        /* With one partner only, one of the two is always used: in each pair of the partner, this card can replace
         * the other. */
        int only_one = !two && partners && !(partners & (partners - 1));
        cards after = without(pool, card), kept = without(rest, card);
        for (; partners; partners &= partners - 1) {
            uint64_t partner = partners & (0 - partners);
            s->pair[s->pairs++] = card | partner;
            int over = pack_pairs(s, without(after, partner), without(kept, partner), togo - 1, spare, identical,
                                  groups - 1, extra - 1);
            s->pairs--;
            if (over)
                return 1;
        }
        if (two && (combos->identical || (identical && (s->left.one & card)))) {
            s->pair[s->pairs++] = card;
            s->same += !combos->identical;
            int over = pack_pairs(s, without(after, card), without(kept, card), togo - 1, spare,
                                  identical - !combos->identical, groups - 1, extra - 1);
            s->same -= !combos->identical;
            s->pairs--;
            if (over)
                return 1;
        }
        if (only_one && s->plenty)
            return 0;
        spare -= 1 + (two != 0) + ((pool.three & card) != 0);
        pool = only(pool, ~card);
    }
    return 0;
}

/* The same if only the identical pairs must be named. They are tried from card `from` on. Other pairs are counted. */
static int count_pairs(search *s, cards pool, cards rest, int togo, int identical, int groups, int extra, uint64_t from)
{
    if (togo <= 0 || most_pairs(s->q->combos, pool, togo) >= togo)
        return packed(s, rest, groups, extra);
    if (!identical || s->q->combos->identical)
        return 0;
    for (uint64_t twins = pool.two & s->left.one & ~(from - 1); twins; twins &= twins - 1) {
        uint64_t card = twins & (0 - twins);
        s->pair[s->pairs++] = card;
        s->same++;
        int over = count_pairs(s, without(without(pool, card), card), rest, togo - 1, identical - 1, groups, extra,
                               card);
        s->same--;
        s->pairs--;
        if (over)
            return 1;
    }
    return 0;
}

/* Let `groups` groups keep `extra` cards more than one each. Triples come in the order of their lowest cards, from
 * `from` on. */
static int pack(search *s, cards rest, int groups, int extra, int identical, int from)
{
    const combo_rules *combos = s->q->combos;
    uint64_t x = rest.one;
    if (extra <= groups) {
        cards pool = only(rest, near_cards(combos, x) | mates(x) | rest.two);
        int spare = extra > 0 ? count_cards(pool) - 2 * extra : 0;
        if (spare >= 0 && (s->aim == COUNT || (s->aim == DECIDE && s->plenty))) {
            if (count_pairs(s, pool, rest, extra, identical, groups, extra, 1))
                return 1;
        } else if (spare >= 0) {
            enum aim aim = s->aim;
            s->aim = COUNT;
            int found = count_pairs(s, pool, rest, extra, identical, groups, extra, 1);
            s->aim = aim;
            if (found && pack_pairs(s, pool, rest, extra, spare, identical, groups, extra))
                return 1;
        }
    }
    if (extra <= 0 || extra > 2 * groups)
        return 0;
    cards triples = in_triples(combos, rest);
    if (!triples.one || (extra > groups && count_cards(triples) < 3 * (extra - groups)))
        return 0;
    uint64_t runs = runs_in(x, combos->starts);
    for (uint64_t first = (triples.one | runs) & ~(KIND_BIT(from) - 1); first; first &= first - 1) {
        int at = lowest_bit(first), lane = at / LANE * LANE;
        uint64_t card = KIND_BIT(at), run = (uint64_t)run_bits(at - lane) << lane;
        uint64_t higher = x & mates(card) & ~(card - 1);
        if ((rest.three & card) && pack(s, only(rest, ~card), groups - 1, extra - 2, identical, at))
            return 1;
        if ((runs & card) && pack(s, without(rest, run), groups - 1, extra - 2, identical, at))
            return 1;
        for (uint64_t second = higher; second; second &= second - 1)
            for (uint64_t third = second & (second - 1); third; third &= third - 1)
                if (pack(s, without(rest, card | (second & (0 - second)) | (third & (0 - third))), groups - 1,
                         extra - 2, identical, at))
                    return 1;
    }
    return 0;
}

static int pack_others(search *s, cards own, int wilds, int others, int draws)
{
    cards rest = plain(s->q, own);
    int need = 3 * others - wilds - draws; /* plant: need */
    if (need > 0 && count_cards(rest) < need)
        return 0;
    s->wilds = wilds;
    s->draws = draws;
    return pack(s, rest, others, need - others, draws, 0);
}

/* ---------------------------------------------------------------- useful cards */

/* Pack around two cards of one kind. */
static int pack_same(search *s, cards rest, uint64_t card, int groups, int extra, int identical)
{
    s->pair[s->pairs++] = card;
    s->same += !s->q->combos->identical;
    int over = pack(s, rest, groups, extra, identical, 0);
    s->same -= !s->q->combos->identical;
    s->pairs--;
    return over;
}

/* Whether the cards are enough with one card more, which must be in a group, and one draw less. `extra` is that without
 * the card. */
static int helps(search *s, cards rest, uint64_t card, int others, int extra, int spare)
{
    const combo_rules *combos = s->q->combos;
    uint64_t near = rest.one & near_cards(combos, card), same_rank = rest.one & mates(card);
    int identical = s->draws;
    for (uint64_t partners = near | same_rank; partners; partners &= partners - 1) { /* a pair or a triple */
        uint64_t partner = partners & (0 - partners);
        cards without_one = without(rest, partner);
        s->pair[s->pairs++] = card | partner;
        int over = pack(s, without_one, others - 1, extra, identical, 0);
        s->pairs--;
        if (over)
            return 1;
        for (uint64_t third = thirds(combos, card | partner) & partners & ~partner; third; third &= third - 1)
            if (pack(s, without(without_one, third & (0 - third)), others - 1, extra - 1, identical, 0))
                return 1;
    }
    if ((rest.one & card) && (combos->identical || (identical && (s->left.one & card)))
        && pack_same(s, without(rest, card), card, others - 1, extra, identical - !combos->identical))
        return 1;
    if ((rest.two & card) && pack(s, without(without(rest, card), card), others - 1, extra - 1, identical, 0))
        return 1;
    return spare == 0 && others && pack(s, rest, others - 1, extra + 1, identical, 0);
}

/* Show all useful cards of one choice of primary combinations. */
static void collect(search *s, cards own, int wilds, int draws)
{
    const target *q = s->q;
    const combo_rules *combos = q->combos;
    int others = q->others, extra = 2 * others - wilds - draws;
    cards rest = plain(q, own);
    uint64_t can = 0, may = 0;
    int spare = count_cards(rest) - others - extra;
    for (int i = 0; i < s->n; i++)
        can |= s->chosen[i]->can;
    if (others && draws)
        may = spare == 0 ? s->all : near_cards(combos, rest.one) | mates(rest.one) | rest.one | q->jokers | MAN_BIT;
    if (!((can | may) & s->want) || spare < 0)
        return;
    s->wilds = wilds;
    s->draws = draws;
    s->shown = 0;
    /* Fewer identical pairs than draws: a joker would help. */
    int slack = draws && pack(s, rest, others, extra, draws - 1, 0);
    if (!slack && !pack(s, rest, others, extra, draws, 0))
        return;
    s->doubt |= draws && (s->want & can & rest.two); /* an identical pair may have taken the last copy */
    if (!slack)
        may &= rest.two;
    if (!(s->want & may))
        return;
    cards all_left = s->left;
    s->aim = DECIDE;
    s->refused = s->tries = 0;
    s->draws = draws - 1;
    if (slack) {
        /* Some cards are not yet shown. They are searched together, by the held cards that they pair with. If groups of
         * two and the natural triples cannot keep one card more, a card must make one more triple. If something else
         * may need the last copy of a card, that card is searched by itself. */
        uint64_t apart = can | rest.two;
        int triples = most_triples(combos, rest, extra - others + 1), tight = extra + 1 > others + triples;
        if (tight)
            may &= completing(combos, rest);
        for (uint64_t held = rest.one; held; held &= held - 1) {
            uint64_t card = held & (0 - held), open = s->want & may & ~apart;
            uint64_t partners = near_cards(combos, card) | mates(card);
            cards others_held = without(rest, card);
            if (!tight && (partners & open & s->want) && pack(s, others_held, others - 1, extra, draws - 1, 0))
                s->want &= ~(partners & open);
            for (uint64_t second = partners & held; second; second &= second - 1) {
                uint64_t makes = thirds(combos, card | (second & (0 - second)));
                if ((makes & open & s->want)
                    && pack(s, without(others_held, second & (0 - second)), others - 1, extra - 1, draws - 1, 0))
                    s->want &= ~(makes & open);
            }
        }
        if (spare == 0 && (s->want & may & ~apart) && pack(s, rest, others - 1, extra + 1, draws - 1, 0))
            s->want &= apart | ~may;
        may &= apart | rest.one;
    }
    for (uint64_t open = s->want & may & s->left.one & ~q->jokers; open; open &= open - 1) {
        uint64_t card = open & (0 - open);
        s->left = without(all_left, card);
        if ((slack && helps(s, rest, card, others, extra, spare))
            || ((rest.two & card) && pack(s, without(without(rest, card), card), others - 1, extra - 1, draws - 1, 0)))
            s->want &= ~card;
        s->left = all_left;
    }
    s->aim = COLLECT;
    s->draws = draws;
    s->doubt |= s->refused;
}

int target_counted(const target *q, cards own, cards left, int wilds, int others, int draws)
{
    target now = *q;
    search s;
    s.q = &now;
    s.left = now.left = left;
    s.aim = COUNT;
    s.pairs = s.same = 0;
    return pack_others(&s, own, wilds, others, draws);
}

/* ---------------------------------------------------------------- primary combinations */

/* All primary combinations are chosen but `spare`, which keep one card or none. Two draws are set aside for each of
 * these. */
static int rest_of(search *s, cards own, int wilds, int spare, int from, int draws)
{
    const target *q = s->q;
    if (!spare && s->aim == COLLECT) {
        collect(s, own, wilds, draws);
        return !s->want;
    }
    if (!spare)
        return q->others ? pack_others(s, own, wilds, q->others, draws) : packed(s, own, 0, 0);
    if (q->others) {
        enum aim aim = s->aim;
        s->aim = COUNT;
        int found = pack_others(s, own, wilds, q->others, draws);
        s->aim = aim;
        if (!found)
            return 0;
    }
    if (s->aim == COUNT)
        return 1;
    for (int shape = from; shape < 8 * STARTS; shape++) { /* name them, runs first */
        int start = shape % STARTS, lane = shape / STARTS % 4 * LANE, tunnela = shape >= 4 * STARTS;
        uint64_t set = tunnela ? KIND_BIT(lane + start) : (uint64_t)run_bits(start) << lane, kept = set & own.one;
        if ((!tunnela && !(q->combos->starts >> start & 1)) || (kept & (kept - 1)) || (tunnela && (own.two & set)))
            continue;
        item is = {kept, set & (tunnela ? set : ~kept), 1, kept ? 2 : 3, (kept & q->jokers) != 0}; /* plant: drawn-whole */
        if (is.lacks - 2 > draws || is.can & ~s->all
            || (s->aim == COLLECT && !(q->others && draws) && spare == 1 && !s->n && !(is.can & s->want)))
            continue;
        s->chosen[s->n++] = &is;
        int over = rest_of(s, without(own, kept), wilds - is.jokers, spare - 1, shape, draws - (is.lacks - 2));
        s->n--;
        if (over)
            return 1;
    }
    return 0;
}

/* Choose primary combinations, from number `from` of the list on. */
static int choose(search *s, cards own, int wilds, int from, int togo, int spare, int draws)
{
    const target *q = s->q;
    if (q->others) { /* can the rest keep enough? Two cards in each combination, one more in each natural triple */
        int lack = togo + q->others - wilds - draws;
        if (lack > 0 && most_triples(q->combos, plain(q, own), lack) < lack)
            return 0;
    }
    if (!togo)
        return rest_of(s, own, wilds, spare, 0, draws);
    /* Whole items come first. Each item after them lacks a card. */
    for (int i = from; i < (draws >= togo ? s->items : s->whole); i++) {
        const item *is = &s->list[i];
        cards after;
        if (is->copies == 1) {
            if (is->kept & ~own.one)
                continue;
            after = without(own, is->kept);
        } else {
            if (!(is->kept & (is->copies == 3 ? own.three : own.two)))
                continue;
            after = without(without(own, is->kept), is->kept);
            if (is->copies == 3)
                after = without(after, is->kept);
        }
        s->chosen[s->n++] = is;
        int over = choose(s, after, wilds - is->jokers, i, togo - 1, spare, draws - is->lacks);
        s->n--;
        if (over)
            return 1;
    }
    return draws >= 2 * togo && choose(s, own, wilds, s->items, togo - 1, spare + 1, draws - 2);
}

static void add(search *s, uint64_t kept, int copies, uint64_t can, int lacks)
{
    item *is = &s->list[s->items++];
    is->kept = kept;
    is->can = can;
    is->copies = (uint8_t)copies;
    is->lacks = (uint8_t)lacks;
    is->jokers = kept & s->q->jokers ? (uint8_t)(copies > 1 ? copies : count_bits(kept & s->q->jokers)) : 0; /* plant: tunnela-of-jokers */
}

/* Add the held pairs 1 or 2 ranks apart that some card that can be had makes a run. */
static void add_pairs(search *s, uint64_t lower, int distance)
{
    const target *q = s->q;
    uint64_t line = q->own.one | (q->own.one & LANES(3)) << RUMMY_RANKS;
    for (lower &= line >> distance & q->own.one; lower; lower &= lower - 1) {
        int at = lowest_bit(lower), rank = at % LANE, lane = at - rank, below = rank ? rank - 1 : RUMMY_RANKS - 1;
        unsigned pair = 1u << rank | 1u << (rank + distance) % RUMMY_RANKS, runs = 0;
        if (q->combos->starts >> rank & 1)
            runs = run_bits(rank);
        if (distance == 1 && q->combos->starts >> below & 1)
            runs |= run_bits(below);
        uint64_t can = (uint64_t)(runs & ~pair) << lane & q->left.one;
        if (can)
            add(s, (uint64_t)pair << lane, 1, can, 1);
    }
}

static void begin(search *s, const target *q)
{
    s->q = q;
    s->aim = DECIDE;
    s->n = s->pairs = s->same = s->items = s->whole = 0;
    s->left = q->left;
    s->all = q->left.one | (q->men_left ? MAN_BIT : 0);
    if (!q->primary)
        return;
    for (uint64_t three = q->own.three; three; three &= three - 1)
        add(s, three & (0 - three), 3, 0, 0);
    for (uint64_t runs = runs_in(q->own.one, q->combos->starts); runs; runs &= runs - 1) {
        int at = lowest_bit(runs), lane = at / LANE * LANE;
        add(s, (uint64_t)run_bits(at - lane) << lane, 1, 0, 0);
    }
    s->whole = s->items;
    for (uint64_t two = q->own.two & q->left.one; two; two &= two - 1)
        add(s, two & (0 - two), 2, two & (0 - two), 1);
    add_pairs(s, q->combos->next, 1);
    add_pairs(s, q->combos->gap, 2);
}

static int wilds_of(const target *q) { return q->jokers ? count_cards(only(q->own, q->jokers)) + q->men : 0; }

/* Whether so many draws are enough. 1: yes. 0: no, unless s->refused. */
static int decide(search *s, int draws)
{
    const target *q = s->q;
    s->plenty = !q->others || (q->jokers && q->combos->most == 3 && count_cards(only(q->left, q->jokers)) + q->men_left >= draws); /* plant: jokers-plenty */
    s->refused = s->tries = s->given_up = 0;
    return choose(s, q->own, wilds_of(q), 0, q->primary, 0, draws) && !s->given_up;
}

/* ---------------------------------------------------------------- answers */

int target_within(const target *q, int draws)
{
    search s;
    if (draws < 0)
        return 0;
    begin(&s, q);
    return decide(&s, draws) || (s.refused && target_exact(q, draws, NULL));
}

/* Whether all cards that can be had are enough. */
static int ever(const target *q)
{
    target all = *q;
    for (uint64_t copies = q->left.one; copies; copies &= copies - 1) {
        uint64_t card = copies & (0 - copies);
        for (int i = 0; i < 1 + (q->left.two & card ? 1 : 0) + (q->left.three & card ? 1 : 0); i++)
            all.own = with(all.own, card);
    }
    all.left.one = all.left.two = all.left.three = 0;
    all.men += all.men_left;
    all.men_left = 0;
    return target_within(&all, 0);
}

/* The kinds of which a draw lowers the distance. */
static uint64_t useful_of(search *s, int distance)
{
    const target *q = s->q;
    uint64_t out = 0;
    s->want = s->all;
    if (s->plenty) {
        s->aim = COLLECT;
        s->doubt = 0;
        (void)choose(s, q->own, wilds_of(q), 0, q->primary, 0, distance);
        out = kinds_of(s->all & ~s->want);
        if (!s->doubt)
            return out;
    }
    for (uint64_t kinds = kinds_of(s->want); kinds; kinds &= kinds - 1) {
        target after = *q;
        target_draw(&after, lowest_bit(kinds));
        if (target_within(&after, distance - 1))
            out |= kinds & (0 - kinds);
    }
    return out;
}

int target_distance(const target *q, uint64_t *useful)
{
    search s;
    int sure = 0, draws = q->primary + q->others - wilds_of(q);
    begin(&s, q);
    if (useful)
        *useful = 0;
    draws -= draws > 0 ? count_cards(in_triples(q->combos, plain(q, q->own))) / 3 : draws;
    for (draws = q->others && draws > 0 ? draws : 0;; draws++) {
        int found = decide(&s, draws);
        if (!found && (s.refused || draws > 3 * (q->primary + q->others))) {
            if (!sure && !ever(q))
                return RUMMY_NEVER;
            sure = 1;
            found = s.refused && target_exact(q, draws, NULL);
        }
        if (!found)
            continue;
        if (useful && draws)
            *useful = useful_of(&s, draws);
        return draws;
    }
}

int target_least(const target *q)
{
    search s;
    int draws = 0;
    begin(&s, q);
    for (s.aim = COUNT; !choose(&s, q->own, wilds_of(q), 0, q->primary, 0, draws);)
        draws++;
    return draws;
}

int target_lay(const target *q, uint8_t (*combo)[3])
{
    target rest = *q;
    uint8_t parts[PRIMARIES + OTHERS][3], joker[RUMMY_MARRIAGE_CARDS];
    int combos = q->primary + q->others, n = 0;
    if (!target_exact(q, 0, parts))
        return 0;
    for (int i = 0; i < 3 * combos; i++)
        if (parts[i / 3][i % 3] != RUMMY_NONE)
            target_discard(&rest, parts[i / 3][i % 3]);
    for (; rest.men > 0; rest.men--)
        joker[n++] = RUMMY_JOKER;
    for (rest.own = only(rest.own, q->jokers); rest.own.one; rest.own = without(rest.own, rest.own.one))
        for (uint64_t each = rest.own.one; each; each &= each - 1)
            joker[n++] = (uint8_t)lane_kind(lowest_bit(each));
    for (int i = 0; i < 3 * combos; i++)
        combo[i / 3][i % 3] = parts[i / 3][i % 3] == RUMMY_NONE ? joker[--n] : parts[i / 3][i % 3];
    return 1;
}
