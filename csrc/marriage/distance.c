/* Marriage: distances, useful cards, tables of discards, bounds and nearest hands for rows of cards (M-30).
 *
 * The distance by dublees is counted, see `dublees`. For combinations each question becomes "are so many draws
 * enough?". distance_count.c answers that.
 */
#include <string.h>

#include "distance.h"

#define CARDS_MAX RUMMY_HAND_MAX

/* One row, and the goal that is asked about it. */
typedef struct question {
    struct target target;
    int ways; /* of the goal, a sum of rummy_marriage_by */
    int dublees;
} question;

/* How many copies of a kind can still be had: all but those held and the card under the stock. */
static int left_of(const rummy_marriage_rules *rules, int kind, int under, int held)
{
    int left = there_are(rules, kind, under) - held;
    return left > 0 ? left : 0;
}

static const uint8_t *row(const uint8_t *rows, size_t i) { return rows ? rows + i * RUMMY_KINDS : NULL; }

/* Whether more copies of a kind are held, or can be had, than there are. */
static int too_many(const rummy_marriage_rules *rules, const uint8_t *faces, const uint8_t *left, int kind, int under)
{
    return faces[kind] > held_at_most(rules, kind, under) || left[kind] > left_of(rules, kind, under, faces[kind]);
}

/* Check a row of at most 22 cards, and the row of what can still be had. */
static int check_row(const rummy_marriage_rules *rules, const uint8_t *faces, const uint8_t *left, int under)
{
    if (tiplu_of(rules, under) < 0)
        return RUMMY_E_KIND;
    if (left) {
        int over = too_many(rules, faces, left, RUMMY_JOKER, under)
                   || (under < RUMMY_FACES && too_many(rules, faces, left, under, under));
        for (int kind = 0; kind < RUMMY_FACES; kind++)
            over |= faces[kind] + left[kind] > 3;
        if (over)
            return RUMMY_E_COPIES;
    } else if (!plainly_held(rules, faces, under) && rummy_marriage_faces(rules, faces, under, NULL) < 0) {
        return RUMMY_E_COPIES;
    }
    return count_all(faces) > CARDS_MAX ? RUMMY_E_COUNT : 0;
}

static int check_rows(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces,
                      const uint8_t *left, const uint8_t *tiplu, size_t n, size_t *where)
{
    if (!goal_ways(goal))
        return RUMMY_E_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        int error = check_row(rules, row(faces, i), row(left, i), tiplu ? tiplu[i] : RUMMY_NONE);
        if (error) {
            if (where)
                *where = i;
            return error;
        }
    }
    return 0;
}

static void read_rules(combo_rules *combos, const rummy_marriage_rules *rules)
{
    combos->starts = run_starts(rules);
    /* Two cards in a row begin a run or end one. */
    combos->next = LANES((combos->starts | combos->starts << 1 | combos->starts >> (RUMMY_RANKS - 1)) & RANK_BITS);
    combos->gap = LANES(combos->starts);
    combos->most = rules->max_jokers_in_combo; /* plant: jokers-most */
    combos->natural = rules->joker_natural_use; /* plant: joker-as-itself */
    combos->identical = rules->identical_pair_plus_joker; /* plant: identical-pair */
}

static void ask(question *q, const combo_rules *combos, const rummy_marriage_rules *rules,
                const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *left, int under)
{
    uint8_t roles[RUMMY_KINDS];
    cards own = read_cards(faces);
    q->target.combos = combos;
    q->target.own = own;
    q->target.men = faces[RUMMY_JOKER]; /* plant: men-held */
    if (left) {
        q->target.left = read_cards(left);
        q->target.men_left = left[RUMMY_JOKER];
    } else {
        cards others = {~own.three & LANES(RANK_BITS), ~own.two & LANES(RANK_BITS), ~own.one & LANES(RANK_BITS)};
        q->target.left = under < RUMMY_FACES ? without(others, lane_bit(under)) : others;
        q->target.men_left = there_are(rules, RUMMY_JOKER, under) - q->target.men;
    }
    if (under == RUMMY_NONE) {
        q->target.men = q->target.men_left = 0; /* of no use before the tiplu is seen */
        q->target.jokers = 0;
    } else {
        (void)rummy_marriage_roles(rules, under, roles);
        q->target.jokers = lanes_of(held_at_least(roles, 1));
    }
    q->ways = goal_ways(goal);
    q->target.primary = goal->primary;
    q->target.others = goal->others;
    q->dublees = goal->dublees;
}

/* ---------------------------------------------------------------- distances */

/* The nearer of two distances. */
static int nearer(int a, int b) { return a < 0 ? b : b < 0 || a < b ? a : b; }

/* The distance by dublees. A card held once becomes a dublee by one draw, if a twin can be had. A card not held becomes
 * one by two draws. *useful: the kinds of which a draw helps, as lanes. */
static int dublees(const question *q, uint64_t *useful)
{
    const cards *own = &q->target.own, *left = &q->target.left;
    uint64_t single = own->one & ~own->two & left->one, none = ~own->one & left->two; /* plant: twin-to-draw */
    int togo = q->dublees - count_bits(own->two), singles = count_bits(single), nones = count_bits(none); /* plant: dublees-to-go */
    *useful = 0;
    if (togo <= 0)
        return 0;
    if (togo > singles + nones)
        return RUMMY_NEVER;
    *useful = togo > singles ? single | none : single;
    return togo > singles ? singles + 2 * (togo - singles) : togo; /* plant: dublee-draws */
}

static int by_dublees(const question *q, uint64_t *useful)
{
    return q->ways & RUMMY_MARRIAGE_BY_DUBLEES ? dublees(q, useful) : RUMMY_NEVER;
}

static int by_combos(const question *q, uint64_t *useful)
{
    return q->ways & RUMMY_MARRIAGE_BY_COMBOS ? target_distance(&q->target, useful) : RUMMY_NEVER;
}

/* Draw cards that lower the distance, down to 0, and lay the combinations. */
static void combos_nearest(const target *q, int distance, uint8_t (*combo)[3], uint8_t missing[RUMMY_KINDS])
{
    target held = *q;
    memset(missing, 0, RUMMY_KINDS);
    for (; distance > 0; distance--)
        for (uint64_t kinds = kinds_of(held.left.one | (held.men_left ? MAN_BIT : 0)); kinds; kinds &= kinds - 1) {
            target after = held;
            target_draw(&after, lowest_bit(kinds));
            if (!target_within(&after, distance - 1))
                continue;
            held = after;
            missing[lowest_bit(kinds)]++;
            break;
        }
    (void)target_lay(&held, combo);
}

/* The distance by the nearer way of the goal. useful: NULL, or the useful kinds. */
static int distance_of(const question *q, uint64_t *useful)
{
    uint64_t pairs = 0, helps = 0;
    int in_pairs = by_dublees(q, &pairs), in_combos = by_combos(q, useful ? &helps : NULL), distance = nearer(in_combos, in_pairs); /* plant: nearer-route */
    if (useful)
        *useful = distance < 0 ? 0 : (in_pairs == distance ? kinds_in(pairs) : 0) | (in_combos == distance ? helps : 0);
    return distance;
}

/* ---------------------------------------------------------------- public */

int rummy_marriage_left(const rummy_marriage_rules *rules, const uint8_t *faces, const uint8_t *tiplu, size_t n,
                        uint8_t *out, size_t *where)
{
    for (size_t i = 0; i < n; i++) {
        int error = tiplu_of(rules, tiplu[i]) < 0 ? RUMMY_E_KIND : 0;
        for (int kind = 0; !error && kind < RUMMY_KINDS; kind++)
            error = row(faces, i)[kind] > held_at_most(rules, kind, tiplu[i]) ? RUMMY_E_COPIES : 0;
        if (error) {
            if (where)
                *where = i;
            return error;
        }
    }
    for (size_t i = 0; i < n; i++)
        for (int kind = 0; kind < RUMMY_KINDS; kind++)
            out[i * RUMMY_KINDS + (size_t)kind] = (uint8_t)left_of(rules, kind, tiplu[i], row(faces, i)[kind]);
    return 0;
}

int rummy_marriage_distance(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces,
                            const uint8_t *left, const uint8_t *tiplu, size_t n, int8_t *out, uint64_t *useful,
                            size_t *where)
{
    combo_rules combos;
    question q;
    int error = check_rows(rules, goal, faces, left, tiplu, n, where);
    if (error)
        return error;
    read_rules(&combos, rules);
    for (size_t i = 0; i < n; i++) {
        ask(&q, &combos, rules, goal, row(faces, i), row(left, i), tiplu[i]);
        out[i] = (int8_t)distance_of(&q, useful ? &useful[i] : NULL);
    }
    return 0;
}

int rummy_marriage_discards(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces,
                            const uint8_t *left, const uint8_t *tiplu, size_t n, int8_t *out, uint64_t *useful,
                            size_t *where)
{
    combo_rules combos;
    question q;
    int error = check_rows(rules, goal, faces, left, tiplu, n, where);
    if (error)
        return error;
    read_rules(&combos, rules);
    for (size_t i = 0; i < n; i++) {
        ask(&q, &combos, rules, goal, row(faces, i), row(left, i), tiplu[i]);
        for (int kind = 0; kind < RUMMY_KINDS; kind++) {
            int distance = RUMMY_NOT_HELD;
            uint64_t helps = 0;
            if (row(faces, i)[kind]) {
                question after = q;
                if (kind != RUMMY_JOKER || tiplu[i] != RUMMY_NONE)
                    target_discard(&after.target, kind); /* plant: discard-is-gone */
                distance = distance_of(&after, useful ? &helps : NULL);
            }
            out[i * RUMMY_KINDS + (size_t)kind] = (int8_t)distance;
            if (useful)
                useful[i * RUMMY_KINDS + (size_t)kind] = helps;
        }
    }
    return 0;
}

int rummy_marriage_nearest(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces,
                           const uint8_t *left, int tiplu, uint8_t (*combo)[3], uint8_t pair[10],
                           uint8_t missing[RUMMY_KINDS], int *by)
{
    combo_rules combos;
    question q;
    uint64_t useful = 0;
    if (tiplu_of(rules, tiplu) < 0)
        return RUMMY_E_KIND;
    uint8_t of_row = (uint8_t)tiplu;
    int error = check_rows(rules, goal, faces, left, &of_row, 1, NULL);
    if (error)
        return error;
    read_rules(&combos, rules);
    ask(&q, &combos, rules, goal, faces, left, tiplu);
    int in_pairs = by_dublees(&q, &useful), in_combos = by_combos(&q, NULL), distance = nearer(in_combos, in_pairs);
    if (distance < 0)
        return RUMMY_NEVER;
    if (in_combos == distance) {
        *by = RUMMY_MARRIAGE_BY_COMBOS;
        combos_nearest(&q.target, distance, combo, missing);
        return distance;
    }
    *by = RUMMY_MARRIAGE_BY_DUBLEES;
    memset(missing, 0, RUMMY_KINDS);
    /* Dublees that lack no card, one card, two cards. */
    uint64_t from[3] = {q.target.own.two, useful & q.target.own.one, useful & ~q.target.own.one};
    for (int lacks = 0, n = 0; lacks < 3; lacks++)
        for (; from[lacks] && n < goal->dublees; from[lacks] &= from[lacks] - 1) {
            pair[n] = (uint8_t)lane_kind(lowest_bit(from[lacks]));
            missing[pair[n++]] = (uint8_t)lacks;
        }
    return distance;
}

/* The greatest distance of the combinations that any tiplu gives. Jokers only make more combinations valid. So it is
 * the distance without jokers, with two exceptions. A card that must be drawn may be the last copy, and lie under
 * the stock. And the rules may limit jokers even where they stand as themselves; then jokers can spoil a combination.
 * So one nearest hand without jokers is tried with every card under the stock. Where a card spoils it, the distance is
 * searched. */
static int most_of(const question *q, const rummy_marriage_rules *rules, const rummy_marriage_goal *goal,
                   const uint8_t *faces, const uint8_t *left)
{
    uint8_t combo[7][3], missing[RUMMY_KINDS], roles[RUMMY_KINDS], rest[RUMMY_KINDS];
    int most = by_combos(q, NULL), natural = q->target.combos->natural || q->target.combos->most == 3;
    target scarce = q->target;
    scarce.left.one = q->target.left.two;
    scarce.left.two = q->target.left.three;
    scarce.left.three = 0;
    if (most < 0 || (natural && target_within(&scarce, most))) /* plant: most-draws */
        return most;
    combos_nearest(&q->target, most, combo, missing);
    for (int under = 0; under < RUMMY_KINDS; under++) {
        int spoilt = 0;
        if (tiplu_of(rules, under) < 0 || faces[under] > there_are(rules, under, under))
            continue;
        for (int kind = 0; kind < RUMMY_KINDS; kind++)
            rest[kind] = left ? left[kind] : (uint8_t)left_of(rules, kind, RUMMY_NONE, faces[kind]);
        rest[under] = (uint8_t)(rest[under] - (rest[under] > 0));
        (void)rummy_marriage_roles(rules, under, roles);
        for (int i = goal->primary; i < goal->primary + goal->others; i++) {
            int jokers = 0;
            for (int j = 0; j < 3; j++)
                jokers += roles[combo[i][j]] != RUMMY_MARRIAGE_ORDINARY;
            spoilt |= !natural && jokers > q->target.combos->most;
        }
        if (!spoilt && missing[under] <= rest[under])
            continue;
        question then;
        ask(&then, q->target.combos, rules, goal, faces, rest, under);
        int distance = by_combos(&then, NULL);
        if (distance < 0)
            return RUMMY_NEVER;
        most = distance > most ? distance : most;
    }
    return most;
}

/* A lower bound of the distance for every tiplu. A draw can replace each joker that fills a hole. The count does not
 * ask whether the drawn card can be had. */
static int least_of(const question *q, const rummy_marriage_rules *rules, const uint8_t *faces)
{
    target primary = q->target;
    uint8_t roles[RUMMY_KINDS];
    int most = 0;
    primary.others = 0;
    int see = target_distance(&primary, NULL);
    if (see < 0)
        return RUMMY_NEVER;
    if (!q->target.others)
        return see;
    for (int tiplu = 0; tiplu < RUMMY_FACES; tiplu++) {
        int jokers = 0;
        (void)rummy_marriage_roles(rules, tiplu, roles);
        for (int kind = 0; kind < RUMMY_KINDS; kind++)
            jokers += roles[kind] != RUMMY_MARRIAGE_ORDINARY ? faces[kind] : 0;
        most = jokers > most ? jokers : most;
    }
    int least = target_least(&q->target) - most; /* plant: least-draws */
    return least > see ? least : see;
}

int rummy_marriage_bounds(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces,
                          const uint8_t *left, size_t n, int8_t (*out)[2], size_t *where)
{
    combo_rules combos;
    question q, scarce;
    uint64_t useful;
    int error = check_rows(rules, goal, faces, left, NULL, n, where);
    int combos_open = (goal_ways(goal) & RUMMY_MARRIAGE_BY_COMBOS) != 0;
    if (error)
        return error;
    read_rules(&combos, rules);
    for (size_t i = 0; i < n; i++) {
        ask(&q, &combos, rules, goal, row(faces, i), row(left, i), RUMMY_NONE);
        int least = combos_open ? least_of(&q, rules, row(faces, i)) : RUMMY_NEVER;
        int most = combos_open ? most_of(&q, rules, goal, row(faces, i), row(left, i)) : RUMMY_NEVER;
        if (q.ways & RUMMY_MARRIAGE_BY_DUBLEES) { /* at most one kind lacks the copy that lies under the stock */
            int worst = dublees(&q, &useful);
            least = nearer(least, worst);
            for (uint64_t short_of = q.target.left.one; short_of && worst >= 0; short_of &= short_of - 1) {
                scarce = q;
                scarce.target.left = without(q.target.left, short_of & (0 - short_of));
                int distance = dublees(&scarce, &useful);
                worst = distance < 0 || distance > worst ? distance : worst;
            }
            most = nearer(most, worst);
        }
        out[i][0] = (int8_t)least;
        out[i][1] = (int8_t)most;
    }
    return 0;
}
