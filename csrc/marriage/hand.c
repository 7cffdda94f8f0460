/* Marriage: what one hand is worth to its seat, and what a declaration is worth. The rules are cited by their numbers
 * in docs/marriage.md.
 *
 * An analysis reads a hand, checks all of it, and puts the questions of win.c and distance.c, each of them once. It
 * decides which goals are open: to see the tiplu, and to finish (M-14 to M-19). */
#include <string.h>

#include "hand.h"

#define CLOSED {RUMMY_NONE, RUMMY_NONE, RUMMY_NONE}

/* A hand that has been read. */
typedef struct reading {
    const rummy_marriage_rules *rules;
    const rummy_marriage_hand *hand;
    uint8_t all[RUMMY_KINDS];   /* all cards of the seat: concealed, laid, locked */
    uint8_t known[RUMMY_KINDS]; /* these, and what is gone */
    uint64_t shown;             /* kinds laid as tunnelas */
    int size;                   /* cards in `all` */
    int parts;                  /* what is laid, and the draft */
    int locked;                 /* tunnelas that were exposed and stay on the table */
} reading;

static int is_pair(const uint8_t part[3]) { return part[2] == RUMMY_NONE; }

static int is_twin(const uint8_t part[3]) { return is_pair(part) && part[0] == part[1] && part[0] < RUMMY_FACES; }

static int is_tunnela(const uint8_t part[3]) { return part[0] == part[1] && part[1] == part[2]; }

static int is_primary(const rummy_marriage_rules *rules, const uint8_t part[3])
{
    int kind = is_pair(part) ? -1 : rummy_marriage_combo(rules, RUMMY_NONE, part);
    return kind == RUMMY_MARRIAGE_TUNNELA || kind == RUMMY_MARRIAGE_PURE;
}

/* Are dublees played, as far as the number of players is said (M-15)? */
static int with_dublees(const rummy_marriage_rules *rules, int players)
{
    return dublees_played(rules, players ? players : RUMMY_MARRIAGE_SEATS);
}

/* ---------------------------------------------------------------- reading a hand */

/* Count a card. At 255 the count stays. */
static void count_card(uint8_t *faces, int kind)
{
    if (faces[kind] < UINT8_MAX)
        faces[kind]++;
}

/* Count all cards of the seat. Returns 0, or RUMMY_E_KIND for what is no card. */
static int count_all_cards(reading *r)
{
    const rummy_marriage_hand *h = r->hand;
    memcpy(r->all, h->concealed, sizeof r->all);
    for (int i = 0; i < r->parts; i++) {
        for (int j = 0; j < 3; j++) {
            if (j == 2 && is_pair(h->part[i]))
                continue;
            if (h->part[i][j] >= RUMMY_KINDS)
                return RUMMY_E_KIND;
            count_card(r->all, h->part[i][j]);
        }
        if (is_tunnela(h->part[i]) && h->part[i][0] < RUMMY_FACES)
            r->shown |= KIND_BIT(h->part[i][0]);
    }
    for (uint64_t kinds = locked_tunnelas(r->rules, h->exposed); kinds; kinds &= kinds - 1)
        for (int copy = 0; copy < PACKS; copy++)
            count_card(r->all, lowest_bit(kinds));
    return 0;
}

/* Is what lies from part `first` on what its route lays (M-14, M-15)? A draft may be the beginning of it. Returns 0, or
 * an error with *where the part, or -1. */
static int check_parts(const reading *r, int first, int n, int route, int draft, int *where)
{
    const rummy_marriage_rules *rules = r->rules;
    const uint8_t(*part)[3] = r->hand->part + first;
    uint64_t pairs = 0;
    *where = n ? first : -1;
    if (route == RUMMY_MARRIAGE_NO_ROUTE)
        return n ? RUMMY_E_ROUTE : 0;
    int dublees = route == RUMMY_MARRIAGE_DUBLEE;
    *where = -1;
    if (dublees && !with_dublees(rules, r->hand->players))
        return RUMMY_E_DUBLEE;
    for (int i = 0; i < n; i++) {
        *where = first + i;
        if (dublees ? !is_twin(part[i]) : !is_primary(rules, part[i]))
            return dublees ? RUMMY_E_DUBLEE : RUMMY_E_PRIMARY;
        if (dublees && pairs >> part[i][0] & 1)
            return RUMMY_E_DUBLEE;
        pairs |= dublees ? KIND_BIT(part[i][0]) : 0;
    }
    *where = -1;
    int want = dublees ? rules->dublees_to_see : primaries_to_see(r->locked);
    int direct = dublees && !n && rules->dublee_direct_win_unseen; /* M-19 */
    return n > want || (n < want && !direct && !draft) ? RUMMY_E_LAID : 0; /* plant: laid-parts */
}

/* Check a hand and count its cards. Returns 0, or an error with *where. */
static int read_hand(reading *r, int *where)
{
    const rummy_marriage_hand *h = r->hand;
    r->parts = h->laid + h->drafted;
    *where = -1;
    if (h->laid > RUMMY_MARRIAGE_LAID || h->drafted > RUMMY_MARRIAGE_LAID)
        return RUMMY_E_LAID;
    if (h->route > RUMMY_MARRIAGE_DUBLEE || h->players == 1 || h->players > RUMMY_MARRIAGE_SEATS || h->exposed >> RUMMY_FACES)
        return RUMMY_E_ARGUMENT;
    if (h->exposed && r->rules->tunnela_window == RUMMY_MARRIAGE_TUNNELA_WINDOW_OFF) /* M-8 */
        return RUMMY_E_NO_WINDOW;
    r->locked = count_bits(locked_tunnelas(r->rules, h->exposed));
    int error = count_all_cards(r);
    if (error)
        return error;
    r->size = rummy_marriage_faces(r->rules, r->all, h->tiplu, where);
    if (r->size < 0)
        return r->size;
    *where = -1;
    if (r->size != RUMMY_MARRIAGE_HAND && r->size != RUMMY_MARRIAGE_HAND + 1)
        return RUMMY_E_COUNT;
    int drawn = r->size > RUMMY_MARRIAGE_HAND;
    if (h->drafted && (h->route != RUMMY_MARRIAGE_NO_ROUTE || !drawn)) {
        *where = h->laid;
        return RUMMY_E_LAID;
    }
    int begun = !h->drafted ? RUMMY_MARRIAGE_NO_ROUTE : is_pair(h->part[h->laid]) ? RUMMY_MARRIAGE_DUBLEE : RUMMY_MARRIAGE_THREE;
    error = check_parts(r, 0, h->laid, h->route, 0, where);
    if (!error)
        error = check_parts(r, h->laid, h->drafted, begun, 1, where);
    if (error)
        return error;
    *where = -1;
    if (h->taken != RUMMY_NONE) { /* M-11 */
        uint8_t own = h->taken < RUMMY_KINDS ? r->all[h->taken] : 0;
        if (own && locked_tunnelas(r->rules, h->exposed) >> h->taken & 1)
            own = (uint8_t)(own - PACKS);
        if (!drawn || !own)
            return h->taken < RUMMY_KINDS ? RUMMY_E_TAKEN : RUMMY_E_KIND;
    }
    for (int kind = 0; kind < RUMMY_KINDS; kind++)
        r->known[kind] = (uint8_t)(r->all[kind] + h->gone[kind] < UINT8_MAX ? r->all[kind] + h->gone[kind] : UINT8_MAX);
    int there = rummy_marriage_faces(r->rules, r->known, h->tiplu, where);
    return there < 0 ? there : 0;
}

/* ---------------------------------------------------------------- goals and finishes */

/* What the seat lacks to see the tiplu, and to finish, by every way that is open to it (M-14 to M-19). What it has
 * laid, or begun to lay, keeps it to that way. */
static void find_goals(const reading *r, rummy_marriage_analysis *out)
{
    const rummy_marriage_hand *h = r->hand;
    const rummy_marriage_rules *rules = r->rules;
    rummy_marriage_goal closed = CLOSED, see = CLOSED, finish = CLOSED;
    int pairs = r->parts && is_pair(h->part[0]), combos = r->parts && !pairs;
    if (h->route != RUMMY_MARRIAGE_DUBLEE && !pairs) {
        see.primary = (uint8_t)(h->route == RUMMY_MARRIAGE_THREE ? 0 : primaries_to_see(r->locked) - r->parts); /* plant: primaries-left */
        see.others = 0;
        finish.primary = see.primary;
        finish.others = (uint8_t)others_to_finish(r->locked);
    }
    if (with_dublees(rules, h->players) && h->route != RUMMY_MARRIAGE_THREE && !combos) {
        see.dublees = (uint8_t)(rules->dublees_to_see - r->parts);
        finish.dublees = (uint8_t)(rules->dublees_to_win - r->parts);
    }
    out->to_see = h->route == RUMMY_MARRIAGE_NO_ROUTE ? see : closed;
    out->to_finish = finish;
    out->goal = h->tiplu != RUMMY_NONE || !goal_ways(&out->to_see) ? out->to_finish : out->to_see;
}

void finishes_of(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, int tiplu,
                 uint64_t exposed, int taken, uint64_t by[2])
{
    uint64_t found[1][2] = {{0, 0}};
    uint8_t under = (uint8_t)tiplu;
    int size = 0;
    (void)rummy_marriage_finishes(rules, goal, faces, &under, 1, found, NULL);
    if (goal->dublees != RUMMY_NONE && rummy_marriage_dublees(faces) == goal->dublees) {
        for (int kind = 0; kind < RUMMY_KINDS; kind++)
            size += faces[kind];
        if (size == 2 * goal->dublees) /* no other concealed card is there: a locked tunnela gives the discard (M-19) */
            found[0][1] |= locked_tunnelas(rules, exposed); /* plant: locked-gives */
    }
    for (int way = 0; way < 2; way++)
        by[way] = found[0][way] & ~barred_kinds(rules, taken);
}

/* ---------------------------------------------------------------- distances */

/* The distances to a goal by each way alone; and, if not NULL, what lowers the nearer of them. */
static void ask(const reading *r, const rummy_marriage_goal *goal, const uint8_t *left, int8_t out[2], uint64_t *useful)
{
    rummy_marriage_goal each[2] = {{goal->primary, goal->others, RUMMY_NONE}, {RUMMY_NONE, RUMMY_NONE, goal->dublees}};
    uint64_t helps[2] = {0, 0};
    int8_t near = RUMMY_NEVER;
    for (int way = 0; way < 2; way++) {
        out[way] = RUMMY_NEVER;
        if (goal_ways(&each[way]))
            (void)rummy_marriage_distance(r->rules, &each[way], r->hand->concealed, left, &r->hand->tiplu, 1, &out[way], useful ? &helps[way] : NULL, NULL);
        near = out[way] >= 0 && (near < 0 || out[way] < near) ? out[way] : near;
    }
    for (int way = 0; useful && way < 2; way++)
        *useful |= near >= 0 && out[way] == near ? helps[way] : 0;
}

static int nearest_of(const int8_t each[2]) { return each[0] < 0 || (each[1] >= 0 && each[1] < each[0]) ? each[1] : each[0]; }

/* Lay a nearest way to the goal: parts, and the cards that must be drawn. */
static void find_nearest(const reading *r, const uint8_t *left, rummy_marriage_analysis *out)
{
    uint8_t combo[7][3], pair[RUMMY_MARRIAGE_LAID];
    int by = 0;
    if (rummy_marriage_nearest(r->rules, &out->goal, r->hand->concealed, left, r->hand->tiplu, combo, pair, out->missing, &by) < 0)
        return;
    if (by == RUMMY_MARRIAGE_BY_COMBOS) {
        out->parts = (uint8_t)(out->goal.primary + out->goal.others);
        memcpy(out->part, combo, (size_t)out->parts * sizeof *combo);
        return;
    }
    out->parts = out->goal.dublees;
    for (int i = 0; i < out->parts; i++) {
        out->part[i][0] = out->part[i][1] = pair[i];
        out->part[i][2] = RUMMY_NONE;
    }
}

/* What each discard that is allowed leaves (M-11). */
static void find_discards(const reading *r, const uint8_t *left, rummy_marriage_analysis *out)
{
    const rummy_marriage_hand *h = r->hand;
    int8_t after[RUMMY_KINDS];
    uint64_t useful[RUMMY_KINDS];
    (void)rummy_marriage_discards(r->rules, &out->goal, h->concealed, left, &h->tiplu, 1, after, useful, NULL);
    for (uint64_t kinds = may_discard(r->rules, h->concealed, h->taken); kinds; kinds &= kinds - 1) {
        out->after[lowest_bit(kinds)] = after[lowest_bit(kinds)];
        out->useful_after[lowest_bit(kinds)] = useful[lowest_bit(kinds)];
    }
}

static void find_distances(const reading *r, rummy_marriage_analysis *out)
{
    const rummy_marriage_hand *h = r->hand;
    int known = h->tiplu != RUMMY_NONE, finish_asked = !memcmp(&out->goal, &out->to_finish, sizeof out->goal);
    rummy_marriage_goal by_pairs = {RUMMY_NONE, RUMMY_NONE, out->to_finish.dublees};
    /* combinations finish with a tiplu alone */
    const rummy_marriage_goal *finishing = known ? &out->to_finish : &by_pairs;
    const uint8_t *left = out->available;
    int8_t see[2], finish[2], goal[2], bounds[1][2];
    ask(r, &out->to_see, left, see, finish_asked ? NULL : &out->useful);
    ask(r, finishing, left, finish, known ? &out->useful : NULL);
    memcpy(goal, finish_asked ? finish : see, sizeof goal);
    if (finish_asked && !known)
        ask(r, &out->goal, left, goal, &out->useful);
    int near = nearest_of(goal);
    if (near >= 0)
        out->by = (uint8_t)((goal[0] == near ? RUMMY_MARRIAGE_BY_COMBOS : 0) | (goal[1] == near ? RUMMY_MARRIAGE_BY_DUBLEES : 0));
    out->primary = see[0];
    out->dublees_to_see = see[1];
    out->combos = finish[0];
    out->dublees_to_win = finish[1];
    out->distance = (int8_t)(known ? nearest_of(finish) : RUMMY_NEVER);
    bounds[0][0] = bounds[0][1] = out->distance;
    if (!known)
        (void)rummy_marriage_bounds(r->rules, &out->to_finish, h->concealed, left, 1, bounds, NULL);
    out->least = bounds[0][0];
    out->most = bounds[0][1];
}

/* The id of the lay move behind which the draft goes on: moves before it are out of order (M-14). */
static int first_lay(const reading *r)
{
    int first = RUMMY_MARRIAGE_LAY;
    for (int move = RUMMY_MARRIAGE_LAY; move < RUMMY_MARRIAGE_LAY_PAIR; move++)
        for (int i = 0; i < r->parts; i++) {
            uint8_t part[3], faces[RUMMY_KINDS] = {0};
            int same = !is_pair(r->hand->part[i]);
            move_part(move, part);
            for (int j = 0; j < 3 && same; j++)
                faces[part[j]]++;
            for (int j = 0; j < 3 && same; j++)
                same = faces[r->hand->part[i][j]]-- > 0;
            first = same ? move : first;
        }
    return first;
}

int rummy_marriage_analyze(const rummy_marriage_rules *rules, const rummy_marriage_hand *hand,
                           rummy_marriage_analysis *out, int *where)
{
    reading r = {.rules = rules, .hand = hand};
    rummy_marriage_analysis a;
    int at = -1, error = read_hand(&r, &at);
    memset(&a, 0, sizeof a);
    if (!error)
        error = rummy_marriage_left(rules, r.known, &hand->tiplu, 1, a.available, NULL);
    if (error) {
        if (where)
            *where = at;
        return error;
    }
    int drawn = r.size > RUMMY_MARRIAGE_HAND;
    a.tiplu = (uint8_t)tiplu_of(rules, hand->tiplu);
    a.paired = (uint8_t)rummy_marriage_dublees(hand->concealed);
    a.first = (uint16_t)first_lay(&r);
    memset(a.after, RUMMY_NOT_HELD, sizeof a.after);
    find_goals(&r, &a);
    find_distances(&r, &a);
    find_nearest(&r, a.available, &a);
    if (drawn) {
        rummy_marriage_goal finish = a.to_finish;
        if (hand->tiplu == RUMMY_NONE)
            finish.primary = finish.others = RUMMY_NONE;
        finishes_of(rules, &finish, hand->concealed, hand->tiplu, hand->exposed, hand->taken, a.finishes);
        find_discards(&r, a.available, &a);
    }
    int marriages = rummy_marriage_marriages(rules, hand->tiplu, hand->part, r.parts);
    (void)rummy_marriage_score(rules, r.all, hand->tiplu, hand->exposed, r.shown, marriages, hand->route, &a.maal);
    *out = a;
    return 0;
}

/* ---------------------------------------------------------------- declarations */

typedef struct declaration {
    const rummy_marriage_rules *rules;
    const uint8_t *pieces, *hand;
    const size_t *sizes;
    size_t n, cards, pairs; /* parts, cards in them, parts of two cards */
    int tiplu, discard, taken, route;
    uint64_t exposed;
    size_t used[RUMMY_KINDS]; /* cards laid, and the discard */
} declaration;

/* Compare what is used with the hand. Behind dublees other cards may be left over (M-19). Returns 0, or the fault. */
static int compare(const declaration *d, uint8_t faces[RUMMY_KINDS])
{
    uint8_t over[RUMMY_KINDS] = {0};
    int missing = 0, rest = 0, size = 0;
    for (int kind = 0; kind < RUMMY_KINDS; kind++) {
        int more = (int)d->used[kind] - d->hand[kind];
        faces[kind] = (uint8_t)(more > 0 ? more : 0);
        over[kind] = (uint8_t)(more < 0 ? -more : 0);
        missing |= faces[kind];
        rest |= over[kind];
        size += d->hand[kind];
    }
    if (missing)
        return RUMMY_E_NOT_HELD;
    if (d->pairs)
        return size == RUMMY_MARRIAGE_HAND + 1 ? 0 : RUMMY_E_COUNT;
    if (!rest)
        return 0;
    memcpy(faces, over, sizeof over);
    return RUMMY_E_LEFT_OVER;
}

/* Does the card that was taken complete the last dublee that wins (M-10)? Without a hand it is enough that a dublee has
 * it. */
static int completes(const declaration *d)
{
    uint8_t before[RUMMY_KINDS];
    if (d->used[d->taken] <= (size_t)(d->taken == d->discard))
        return 0;
    if (!d->hand)
        return 1;
    memcpy(before, d->hand, sizeof before);
    before[d->taken]--;
    return rummy_marriage_dublees(d->hand) > rummy_marriage_dublees(before) && rummy_marriage_dublees(before) == d->rules->dublees_to_win - 1;
}

/* May this card be the discard, and does the taken card stand where it must (M-11, M-20)? Returns 0, or the fault. */
static int check_taken(const declaration *d, uint8_t faces[RUMMY_KINDS])
{
    if (d->taken == RUMMY_NONE)
        return 0;
    int forced = d->route == RUMMY_MARRIAGE_DUBLEE && d->rules->dublee_discard_pickup == RUMMY_MARRIAGE_DUBLEE_DISCARD_PICKUP_ONLY_TO_FINISH;
    int barred = barred_kinds(d->rules, d->taken) >> d->discard & 1;
    if (!barred && (!forced || completes(d))) /* plant: declared-taken */
        return 0;
    faces[d->taken] = 1;
    return barred ? RUMMY_E_TAKEN_BACK : RUMMY_E_FORCED;
}

/* M-19. Returns 0, or the fault with *part, -1 where no part is at fault. */
static int check_dublees(const declaration *d, int32_t *part)
{
    uint64_t kinds = 0;
    for (size_t i = 0; i < d->n; i++) {
        uint8_t two[3] = {d->pieces[2 * i], d->pieces[2 * i + 1], RUMMY_NONE};
        *part = (int32_t)i;
        if (!is_twin(two) || kinds >> two[0] & 1)
            return RUMMY_E_DUBLEE;
        kinds |= KIND_BIT(two[0]);
    }
    *part = -1;
    return d->n < (size_t)d->rules->dublees_to_win || 2 * d->n > RUMMY_MARRIAGE_HAND ? RUMMY_E_COUNT : 0;
}

/* Is any of three cards a joker? */
static int holds_joker(const declaration *d, const uint8_t three[3])
{
    uint8_t roles[RUMMY_KINDS] = {0};
    if (d->tiplu == RUMMY_NONE || rummy_marriage_roles(d->rules, d->tiplu, roles) < 0)
        return 0;
    return roles[three[0]] || roles[three[1]] || roles[three[2]];
}

/* M-17: seven combinations, of which the first three are primary: no joker stands for another card there. */
static int check_combos(const declaration *d, int32_t *part)
{
    const uint8_t *three = d->pieces;
    for (size_t i = 0; i < d->n; three += d->sizes[i++]) {
        *part = (int32_t)i;
        if (d->sizes[i] != 3)
            return RUMMY_E_COUNT;
        /* M-13: as natural as it was exposed */
        int first = i < 3, shown = is_tunnela(three) && d->exposed >> three[0] & 1;
        int kind = rummy_marriage_combo(d->rules, first || shown ? RUMMY_NONE : d->tiplu, three);
        if (first && (kind > RUMMY_MARRIAGE_PURE || (kind == RUMMY_E_COMBO_MIXED && holds_joker(d, three)))) /* plant: declared-primary */
            return RUMMY_E_PRIMARY;
        if (kind < 0)
            return kind;
    }
    *part = -1;
    return d->n == 7 ? 0 : RUMMY_E_COUNT;
}

/* Find the first fault of a declaration. Returns 0, or the fault. */
static int find_fault(const declaration *d, rummy_marriage_verdict *out)
{
    uint8_t used[RUMMY_KINDS];
    int kind = -1;
    for (int i = 0; i < RUMMY_KINDS; i++)
        used[i] = (uint8_t)(d->used[i] < UINT8_MAX ? d->used[i] : UINT8_MAX);
    if (rummy_marriage_faces(d->rules, used, d->tiplu, &kind) < 0) {
        out->faces[kind] = used[kind];
        return RUMMY_E_COPIES;
    }
    if (d->pairs && d->pairs < d->n)
        return RUMMY_E_MIXED;
    int fault = d->hand ? compare(d, out->faces) : 0;
    int whole = !d->hand && !d->pairs && d->cards == RUMMY_MARRIAGE_HAND; /* then what is declared is the hand */
    if (!fault && d->taken != RUMMY_NONE && (d->hand ? !d->hand[d->taken] : whole && !d->used[d->taken]))
        fault = RUMMY_E_TAKEN;
    if (!fault && d->pairs && !with_dublees(d->rules, 0))
        fault = RUMMY_E_DUBLEE;
    if (!fault && d->route == (d->pairs ? RUMMY_MARRIAGE_THREE : RUMMY_MARRIAGE_DUBLEE))
        fault = RUMMY_E_ROUTE;
    if (!fault)
        fault = check_taken(d, out->faces);
    if (fault)
        return fault;
    return d->pairs ? check_dublees(d, &out->part) : check_combos(d, &out->part);
}

int rummy_marriage_check_declaration(const rummy_marriage_rules *rules, int tiplu, const uint8_t *pieces,
                                     const size_t *sizes, size_t n,
                                     int discard, const uint8_t *hand, uint64_t exposed, int taken, int route, rummy_marriage_verdict *out)
{
    declaration d = {.rules = rules, .pieces = pieces, .hand = hand, .sizes = sizes, .n = n, .exposed = exposed};
    rummy_marriage_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    d.tiplu = tiplu;
    d.discard = discard;
    d.taken = taken;
    d.route = route;
    if (tiplu_of(rules, tiplu) < 0 || discard < 0 || discard >= RUMMY_KINDS || (taken != RUMMY_NONE && (taken < 0 || taken >= RUMMY_KINDS)))
        return RUMMY_E_KIND;
    if ((route != RUMMY_NONE && (route < RUMMY_MARRIAGE_NO_ROUTE || route > RUMMY_MARRIAGE_DUBLEE)) || exposed >> RUMMY_FACES)
        return RUMMY_E_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        d.cards += sizes[i];
        d.pairs += sizes[i] == 2;
    }
    for (size_t i = 0; i < d.cards; i++) {
        if (pieces[i] >= RUMMY_KINDS)
            return RUMMY_E_KIND;
        d.used[pieces[i]]++;
    }
    d.used[discard]++;
    verdict.part = -1;
    verdict.code = find_fault(&d, &verdict);
    if (verdict.code == RUMMY_E_TAKEN)
        return RUMMY_E_TAKEN;
    if (!verdict.code)
        verdict.by = d.pairs ? RUMMY_MARRIAGE_BY_DUBLEES : RUMMY_MARRIAGE_BY_COMBOS;
    *out = verdict;
    return 0;
}
