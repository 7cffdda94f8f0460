/* Marriage: one hand of cards, from the deck to the outcome. The rules are cited by their numbers in
 * docs/marriage.md. */
#include <string.h>

#include "../game.h"
#include "hand.h"

/* ---------------------------------------------------------------- deal */

int rummy_marriage_shuffle(const rummy_marriage_rules *rules, rummy_random *random, uint8_t deck[RUMMY_MARRIAGE_CARDS])
{
    int size = 0;
    if (rules->printed_jokers < 0 || rules->printed_jokers > RUMMY_MARRIAGE_CARDS - PACKS * RUMMY_FACES)
        return RUMMY_E_RANGE;
    for (int kind = 0; kind < RUMMY_FACES; kind++)
        for (int copy = 0; copy < PACKS; copy++)
            deck[size++] = (uint8_t)kind;
    for (int man = 0; man < rules->printed_jokers; man++)
        deck[size++] = RUMMY_JOKER;
    rummy_shuffle(random, deck, (size_t)size);
    return size;
}

/* Take the card at `at` out of the stock and make it the tiplu (M-5). */
static void make_tiplu(rummy_marriage_state *s, int at)
{
    uint8_t card = s->stock[at];
    memmove(s->stock + at, s->stock + at + 1, (size_t)(s->stock_size - at - 1));
    s->stock[--s->stock_size] = 0;
    s->under = card;
    s->tiplu = (uint8_t)tiplu_of(&s->rules, card);
}

static int may_be_tiplu(const rummy_marriage_state *s, int at)
{
    return tiplu_of(&s->rules, s->stock[at]) >= 0;
}

/* M-7: set the tiplu aside at the deal: the top of the stock or its last card; where a man may not be it, the next. */
static void set_tiplu_aside(rummy_marriage_state *s)
{
    int last = s->rules.tiplu_mode == RUMMY_MARRIAGE_TIPLU_MODE_LAST_STOCK_CARD;
    for (int i = 0; i < s->stock_size; i++) {
        int at = last ? i : s->stock_size - 1 - i;
        if (may_be_tiplu(s, at)) {
            make_tiplu(s, at);
            return;
        }
    }
}

int rummy_marriage_deal(rummy_marriage_state *state, const rummy_marriage_rules *rules, int players, int dealer,
                        const uint8_t *deck, uint64_t seed)
{
    rummy_marriage_state s;
    memset(&s, 0, sizeof s);
    int error = rummy_marriage_rules_check(rules, players, NULL);
    if (error)
        return error;
    if (players < 2)
        return RUMMY_E_SEATS;
    if (dealer < 0 || dealer >= players)
        return RUMMY_E_DEALER;
    int size = PACKS * RUMMY_FACES + rules->printed_jokers, at = 0;
    if (!deck_fits(deck, size, PACKS, rules->printed_jokers))
        return RUMMY_E_DECK;
    s.rules = *rules;
    rummy_random_seed(&s.random, seed);
    s.players = (uint8_t)players;
    s.dealer = (uint8_t)dealer;
    s.turn = (uint8_t)((dealer + 1) % players);
    s.tiplu = s.under = s.drawn = s.taken = s.winner = s.finished_with = RUMMY_NONE;
    for (int seat = 0; seat < players; seat++)
        for (int i = 0; i < RUMMY_MARRIAGE_HAND; i++)
            s.hand[seat][deck[at++]]++;
    if (rules->upcard_at_start) {
        s.discard[0] = deck[at++];
        s.discarded_by[0] = RUMMY_NONE;
        s.discards = 1;
    }
    while (size > at)
        s.stock[s.stock_size++] = deck[--size];
    if (rules->tiplu_mode != RUMMY_MARRIAGE_TIPLU_MODE_HIDDEN_FIRST_SEER_PICKS)
        set_tiplu_aside(&s);
    s.phase = rules->tunnela_window == RUMMY_MARRIAGE_TUNNELA_WINDOW_OFF ? RUMMY_MARRIAGE_TO_DRAW : RUMMY_MARRIAGE_WINDOW;
    *state = s;
    uint16_t moves[RUMMY_MARRIAGE_MOVES];
    return rummy_marriage_moves(state, moves);
}

/* ---------------------------------------------------------------- laying */

/* Add (sign 1) or take (sign -1) the cards of a lay or pair move. */
static void move_cards(uint8_t *faces, int move, int sign)
{
    uint8_t part[3];
    move_part(move, part);
    for (int i = 0; i < 3 && part[i] != RUMMY_NONE; i++)
        faces[part[i]] = (uint8_t)(faces[part[i]] + sign);
}

/* How many tunnelas of a seat lie exposed and locked. */
static int count_locked(const rummy_marriage_state *s, int seat) { return count_bits(locked_tunnelas(&s->rules, s->exposed[seat])); }

/* How many primary combinations the turn's seat must lay to see (M-14). */
static int to_lay(const rummy_marriage_state *s) { return primaries_to_see(count_locked(s, s->turn)); }

/* The concealed cards of the turn's seat without its draft. */
static cards undrafted(const rummy_marriage_state *s)
{
    cards left = read_cards(s->hand[s->turn]);
    for (int i = 0; i < s->drafted; i++) {
        int run = s->draft[i] >= RUMMY_MARRIAGE_LAY + RUMMY_FACES && s->draft[i] < RUMMY_MARRIAGE_LAY_PAIR, pair = s->draft[i] >= RUMMY_MARRIAGE_LAY_PAIR;
        int kind = (s->draft[i] - RUMMY_MARRIAGE_LAY) % RUMMY_FACES, rank = kind % RUMMY_RANKS;
        uint64_t set = run ? (uint64_t)run_bits(rank) << kind / RUMMY_RANKS * LANE : lane_bit(kind);
        for (int copies = run ? 1 : pair ? 2 : PACKS; copies > 0; copies--)
            left = without(left, set);
    }
    return left;
}

/* Primary combinations have places: a tunnela that of its card in lanes, a run 64 more than that of its first card.
 * They ascend as the ids do. */
#define RUN_PLACE 64

typedef struct primaries {
    uint64_t tunnelas, runs;
} primaries;

static uint64_t set_from(uint64_t set, int place) { return place <= 0 ? set : place < 64 ? set >> place << place : 0; }

static primaries primaries_from(cards c, unsigned starts, int place)
{
    primaries found = {set_from(c.three, place), set_from(runs_in(c.one, starts), place - RUN_PLACE)};
    return found;
}

/* Take out the first one. Returns its place, or -1 if there is none; *rest becomes the cards without it. */
static int next_primary(primaries *left, cards c, cards *rest)
{
    if (left->tunnelas) {
        uint64_t set = left->tunnelas & (0 - left->tunnelas);
        left->tunnelas &= ~set;
        rest->one = c.one & ~set;
        rest->two = c.two & ~set;
        rest->three = c.three & ~set;
        return lowest_bit(set);
    }
    if (left->runs) {
        int at = lowest_bit(left->runs), lane = at / LANE * LANE;
        left->runs &= left->runs - 1;
        *rest = without(c, (uint64_t)run_bits(at - lane) << lane);
        return RUN_PLACE + at;
    }
    return -1;
}

/* Can `want` primary combinations, none before `place`, be laid side by side? */
static int can_lay(cards c, unsigned starts, int want, int place)
{
    cards rest;
    if (want == 0)
        return 1;
    primaries left = primaries_from(c, starts, place);
    if (want == 1)
        return (left.tunnelas | left.runs) != 0;
    while ((place = next_primary(&left, c, &rest)) >= 0)
        if (can_lay(rest, starts, want - 1, place))
            return 1;
    return 0;
}

/* The lay and pair moves with which the draft can still be completed, ascending. Returns their number. */
static int lays(const rummy_marriage_state *s, uint16_t *out)
{
    int n = 0, combos = !s->drafted || s->draft[0] < RUMMY_MARRIAGE_LAY_PAIR, last = s->drafted ? s->draft[s->drafted - 1] : 0;
    cards held = undrafted(s), rest;
    if (combos && to_lay(s) > s->drafted) {
        int more = to_lay(s) - s->drafted - 1, place = 0;
        unsigned starts = run_starts(&s->rules);
        if (s->drafted) {
            int run = last >= RUMMY_MARRIAGE_LAY + RUMMY_FACES, kind = (last - RUMMY_MARRIAGE_LAY) % RUMMY_FACES;
            place = (run ? RUN_PLACE : 0) + kind / RUMMY_RANKS * LANE + kind % RUMMY_RANKS;
        }
        primaries left = primaries_from(held, starts, place);
        while ((place = next_primary(&left, held, &rest)) >= 0)
            if (can_lay(rest, starts, more, place)) /* plant: draft-completes */
                out[n++] = (uint16_t)(RUMMY_MARRIAGE_LAY + (place < RUN_PLACE ? 0 : RUMMY_FACES) + lane_kind(place % RUN_PLACE));
    }
    if ((!s->drafted || !combos) && dublees_played(&s->rules, s->players) && s->drafted < s->rules.dublees_to_see) {
        uint64_t pairs = kinds_in(held.two); /* each is one dublee, and goes before those with higher ids */
        if (s->drafted)
            pairs &= ~(2 * KIND_BIT(last - RUMMY_MARRIAGE_LAY_PAIR) - 1);
        for (int more = count_bits(pairs) - (s->rules.dublees_to_see - s->drafted); more >= 0; more--, pairs &= pairs - 1)
            out[n++] = (uint16_t)(RUMMY_MARRIAGE_LAY_PAIR + lowest_bit(pairs));
    }
    return n;
}

static int draft_complete(const rummy_marriage_state *s)
{
    if (!s->drafted)
        return to_lay(s) == 0;
    return s->drafted == (s->draft[0] < RUMMY_MARRIAGE_LAY_PAIR ? to_lay(s) : s->rules.dublees_to_see);
}

/* ---------------------------------------------------------------- what may be played */

static int is_joker(const rummy_marriage_state *s, int kind)
{
    if (s->tiplu == RUMMY_NONE)
        return 0;
    uint8_t roles[RUMMY_KINDS];
    (void)rummy_marriage_roles(&s->rules, s->tiplu, roles);
    return roles[kind] != RUMMY_MARRIAGE_ORDINARY;
}

/* Discards that finish with dublees (M-19). */
static uint64_t dublee_finishes(const rummy_marriage_state *s, const uint8_t *faces, int taken)
{
    int seat = s->turn;
    uint64_t by[2];
    if (!dublees_played(&s->rules, s->players) || s->route[seat] == RUMMY_MARRIAGE_THREE || (s->route[seat] == RUMMY_MARRIAGE_NO_ROUTE && !s->rules.dublee_direct_win_unseen)) /* plant: dublee-routes */
        return 0;
    int need = s->rules.dublees_to_win - (s->route[seat] == RUMMY_MARRIAGE_DUBLEE ? s->laid_count[seat] : 0);
    rummy_marriage_goal goal = {RUMMY_NONE, RUMMY_NONE, (uint8_t)need};
    if (rummy_marriage_dublees(faces) < need)
        return 0;
    finishes_of(&s->rules, &goal, faces, RUMMY_NONE, s->exposed[seat], taken, by);
    return by[1];
}

/* Discards that finish with combinations (M-17). */
static uint64_t combo_finishes(const rummy_marriage_state *s)
{
    int seat = s->turn;
    uint64_t by[2];
    if (s->route[seat] != RUMMY_MARRIAGE_THREE)
        return 0;
    rummy_marriage_goal goal = {0, (uint8_t)others_to_finish(count_locked(s, seat)), RUMMY_NONE};
    finishes_of(&s->rules, &goal, s->hand[seat], s->tiplu, s->exposed[seat], s->taken, by);
    return by[0];
}

/* M-11. */
static uint64_t discards(const rummy_marriage_state *s) { return may_discard(&s->rules, s->hand[s->turn], s->taken); }

/* M-10. What it says of jokers depends on the tiplu only for a seat that knows it. */
static int check_take(const rummy_marriage_state *s)
{
    int seat = s->turn, pickup = s->rules.joker_discard_pickup;
    if (!s->discards)
        return RUMMY_E_NO_DISCARD;
    int top = s->discard[s->discards - 1], joker = is_joker(s, top);
    if (s->turns == 0 && !s->rules.first_turn_may_take_upcard)
        return RUMMY_E_UPCARD;
    if (pickup == RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_BLOCKED_FOR_ALL && joker)
        return RUMMY_E_JOKER_DISCARD;
    if (!s->seen[seat]) {
        if (s->rules.unseen_discard_pickup == RUMMY_MARRIAGE_UNSEEN_DISCARD_PICKUP_NEVER)
            return RUMMY_E_UNSEEN_TAKE;
    } else if (s->route[seat] == RUMMY_MARRIAGE_THREE) {
        if (joker && pickup != RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_FREE) /* plant: joker-pickup */
            return RUMMY_E_JOKER_DISCARD;
    } else {
        uint8_t faces[RUMMY_KINDS];
        if (joker && (pickup == RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_BLOCKED_IF_SEEN_ANY || !s->rules.dublee_may_finish_with_joker_discard))
            return RUMMY_E_JOKER_DISCARD;
        if (s->rules.dublee_discard_pickup == RUMMY_MARRIAGE_DUBLEE_DISCARD_PICKUP_NEVER)
            return RUMMY_E_DUBLEE_TAKE;
        memcpy(faces, s->hand[seat], RUMMY_KINDS);
        int before = rummy_marriage_dublees(faces);
        faces[top]++;
        int finishes = dublee_finishes(s, faces, top) != 0;
        int completes = rummy_marriage_dublees(faces) > before && before == s->rules.dublees_to_win - s->laid_count[seat] - 1;
        if (s->rules.dublee_discard_pickup == RUMMY_MARRIAGE_DUBLEE_DISCARD_PICKUP_ONLY_TO_FINISH && !(completes && finishes)) /* plant: dublee-pickup */
            return RUMMY_E_DUBLEE_TAKE;
        if (finishes)
            return 0;
    }
    if (s->rules.same_card_discard == RUMMY_MARRIAGE_SAME_CARD_DISCARD_ALLOWED)
        return 0;
    return held_at_least(s->hand[seat], 1) & ~KIND_BIT(top) ? 0 : RUMMY_E_NO_OTHER;
}

static int check_expose(const rummy_marriage_state *s, int kind)
{
    if (s->hand[s->turn][kind] != PACKS)
        return RUMMY_E_NO_TUNNELA;
    return s->exposed[s->turn] >> kind ? RUMMY_E_ORDER : 0; /* ascending, so that no choice has two orders */ /* plant: expose-order */
}

int rummy_marriage_moves(const rummy_marriage_state *s, uint16_t out[RUMMY_MARRIAGE_MOVES])
{
    int n = 0;
    uint16_t laying[RUMMY_MARRIAGE_LAY_PAIR];
    switch (s->phase) {
    case RUMMY_MARRIAGE_WINDOW: /* M-8: every seat is asked, else being asked would betray it */
        out[n++] = RUMMY_MARRIAGE_DONE;
        for (uint64_t left = held_at_least(s->hand[s->turn], PACKS) & ~KIND_BIT(RUMMY_JOKER); left; left &= left - 1)
            if (!check_expose(s, lowest_bit(left)))
                out[n++] = (uint16_t)(RUMMY_MARRIAGE_EXPOSE + lowest_bit(left));
        break;
    case RUMMY_MARRIAGE_TO_DRAW:
        out[n++] = RUMMY_MARRIAGE_DRAW;
        if (!check_take(s))
            out[n++] = RUMMY_MARRIAGE_TAKE;
        break;
    case RUMMY_MARRIAGE_TO_DISCARD: {
        uint64_t combos = 0, dublees = 0, plain = 0;
        int lay = 0, see = 0;
        if (s->forced) {
            dublees = dublee_finishes(s, s->hand[s->turn], s->taken);
        } else {
            if (!s->seen[s->turn]) {
                lay = lays(s, laying);
                see = draft_complete(s);
            }
            if (!s->drafted) {
                plain = discards(s);
                combos = combo_finishes(s);
                dublees = dublee_finishes(s, s->hand[s->turn], s->taken);
            }
        }
        if (see)
            out[n++] = RUMMY_MARRIAGE_SEE;
        for (int i = 0; i < lay; i++)
            out[n++] = laying[i];
        n += list_moves(out + n, RUMMY_MARRIAGE_DISCARD, plain);
        n += list_moves(out + n, RUMMY_MARRIAGE_FINISH, combos);
        n += list_moves(out + n, RUMMY_MARRIAGE_FINISH_PAIRS, dublees);
        break;
    }
    default: break;
    }
    return n;
}

static int listed(const uint16_t *ids, int n, int move)
{
    for (int i = 0; i < n; i++)
        if (ids[i] == move)
            return 1;
    return 0;
}

/* Why a seat may not lay what `lays` does not list. */
static int why_not_laid(const rummy_marriage_state *s, int move)
{
    int pair = move >= RUMMY_MARRIAGE_LAY_PAIR, kind = (move - RUMMY_MARRIAGE_LAY) % RUMMY_FACES;
    if (pair && !dublees_played(&s->rules, s->players))
        return RUMMY_E_NO_PAIR;
    if (!pair && move >= RUMMY_MARRIAGE_LAY + RUMMY_FACES && !(run_starts(&s->rules) >> kind % RUMMY_RANKS & 1))
        return RUMMY_E_NO_RUN;
    if (s->drafted && pair != (s->draft[0] >= RUMMY_MARRIAGE_LAY_PAIR))
        return RUMMY_E_LAY_MIXED;
    if (draft_complete(s) && (s->drafted || !pair))
        return RUMMY_E_LAID_ALL;
    uint8_t faces[RUMMY_KINDS];
    memcpy(faces, s->hand[s->turn], sizeof faces);
    for (int i = 0; i < s->drafted; i++)
        move_cards(faces, s->draft[i], -1);
    uint8_t part[3];
    move_part(move, part);
    for (int i = 0; i < 3 && part[i] != RUMMY_NONE; i++)
        if (!faces[part[i]]--)
            return RUMMY_E_NOT_HELD;
    return s->drafted && move <= s->draft[s->drafted - 1] ? RUMMY_E_LAY_ORDER : RUMMY_E_NO_LAY;
}

/* A discard or finish after the draw. */
static int check_leave(const rummy_marriage_state *s, int move)
{
    int kind = (move - RUMMY_MARRIAGE_DISCARD) % RUMMY_KINDS, pairs = move >= RUMMY_MARRIAGE_FINISH_PAIRS, finish = move >= RUMMY_MARRIAGE_FINISH;
    if (s->drafted)
        return RUMMY_E_DRAFT;
    if (s->forced && !pairs)
        return RUMMY_E_FORCED;
    if (pairs && dublee_finishes(s, s->hand[s->turn], s->taken) >> kind & 1)
        return 0;
    if (!s->hand[s->turn][kind])
        return RUMMY_E_NOT_HELD;
    if (!(discards(s) >> kind & 1) || (finish && barred_kinds(&s->rules, s->taken) >> kind & 1))
        return RUMMY_E_TAKEN_BACK;
    if (pairs)
        return RUMMY_E_NOT_WON;
    if (!finish)
        return 0;
    if (s->route[s->turn] != RUMMY_MARRIAGE_THREE)
        return RUMMY_E_NOT_SEEN;
    return combo_finishes(s) >> kind & 1 ? 0 : RUMMY_E_NOT_WON;
}

int rummy_marriage_check(const rummy_marriage_state *s, int seat, int move)
{
    uint16_t laying[RUMMY_MARRIAGE_LAY_PAIR];
    int error = check_turn(s->players, s->turn, s->phase == RUMMY_MARRIAGE_OVER, RUMMY_MARRIAGE_MOVES, seat, move);
    if (error)
        return error;
    int expose = move >= RUMMY_MARRIAGE_EXPOSE && move < RUMMY_MARRIAGE_LAY;
    if (s->phase == RUMMY_MARRIAGE_WINDOW) {
        if (expose)
            return check_expose(s, move - RUMMY_MARRIAGE_EXPOSE);
        return move == RUMMY_MARRIAGE_DONE ? 0 : RUMMY_E_WINDOW;
    }
    if (expose || move == RUMMY_MARRIAGE_DONE)
        return RUMMY_E_WINDOW_OVER;
    if (s->phase == RUMMY_MARRIAGE_TO_DRAW)
        return move == RUMMY_MARRIAGE_DRAW ? 0 : move == RUMMY_MARRIAGE_TAKE ? check_take(s) : RUMMY_E_NOT_DRAWN;
    if (move == RUMMY_MARRIAGE_DRAW || move == RUMMY_MARRIAGE_TAKE)
        return RUMMY_E_DRAWN;
    if (move >= RUMMY_MARRIAGE_DISCARD)
        return check_leave(s, move);
    if (s->seen[s->turn])
        return RUMMY_E_SEEN;
    if (s->forced)
        return RUMMY_E_FORCED;
    if (move == RUMMY_MARRIAGE_SEE)
        return draft_complete(s) ? 0 : RUMMY_E_NOT_LAID;
    return listed(laying, lays(s, laying), move) ? 0 : why_not_laid(s, move);
}

/* ---------------------------------------------------------------- playing */

static void end_hand(rummy_marriage_state *s, int ending)
{
    s->phase = RUMMY_MARRIAGE_OVER;
    s->ending = (uint8_t)ending;
}

/* M-21: all discards but the newest are shuffled into the stock. Returns 0 if there are none. */
static int reshuffle(rummy_marriage_state *s)
{
    if (s->discards < 2)
        return 0;
    memcpy(s->stock + s->stock_size, s->discard, (size_t)(s->discards - 1));
    s->stock_size = (uint8_t)(s->stock_size + s->discards - 1);
    s->discard[0] = s->discard[s->discards - 1];
    s->discarded_by[0] = s->discarded_by[s->discards - 1];
    memset(s->discard + 1, 0, sizeof s->discard - 1);
    memset(s->discarded_by + 1, 0, sizeof s->discarded_by - 1);
    s->discards = 1;
    rummy_shuffle(&s->random, s->stock, s->stock_size);
    s->reshuffles++;
    return 1;
}

/* Make one of stock[low .. high-1] the tiplu, each that may be it equally likely. Returns 0 if none may. */
static int pick_tiplu(rummy_marriage_state *s, int low, int high)
{
    int fit = 0;
    for (int at = low; at < high; at++)
        fit += may_be_tiplu(s, at);
    if (!fit)
        return 0;
    int pick = (int)rummy_random_below(&s->random, (uint32_t)fit), at = low;
    while (!may_be_tiplu(s, at) || pick-- > 0)
        at++;
    make_tiplu(s, at);
    return 1;
}

/* M-16: the first who qualifies takes a card from the middle of the stock; where there is none, or men alone, the
 * discards come in. */
static void choose_tiplu(rummy_marriage_state *s)
{
    do {
        if (s->stock_size >= 3 && pick_tiplu(s, 1, s->stock_size - 1))
            return;
        if (pick_tiplu(s, 0, s->stock_size))
            return;
    } while (reshuffle(s));
}

static void play_see(rummy_marriage_state *s)
{
    int seat = s->turn;
    s->route[seat] = s->drafted && s->draft[0] >= RUMMY_MARRIAGE_LAY_PAIR ? RUMMY_MARRIAGE_DUBLEE : RUMMY_MARRIAGE_THREE;
    for (int i = 0; i < s->drafted; i++) {
        uint8_t before[RUMMY_KINDS];
        memcpy(before, s->hand[seat], RUMMY_KINDS);
        move_cards(s->hand[seat], s->draft[i], -1);
        /* what was known to be held is what lies now, as far as it goes */
        for (int kind = 0; kind < RUMMY_KINDS; kind++)
            for (int left = before[kind] - s->hand[seat][kind]; left && s->known[seat][kind]; left--)
                s->known[seat][kind]--;
        s->laid[seat][s->laid_count[seat]++] = s->draft[i];
        s->draft[i] = 0;
    }
    s->drafted = 0;
    s->seen[seat] = s->seen_at = 1;
    if (s->tiplu == RUMMY_NONE)
        choose_tiplu(s);
}

static void play_draw(rummy_marriage_state *s)
{
    s->drawn = s->stock[--s->stock_size];
    s->stock[s->stock_size] = 0;
    s->hand[s->turn][s->drawn]++;
    s->phase = RUMMY_MARRIAGE_TO_DISCARD;
}

static void play_take(rummy_marriage_state *s)
{
    int seat = s->turn;
    s->drawn = s->taken = (uint8_t)take_newest(s->discard, s->discarded_by, &s->discards, s->hand[seat], s->known[seat]);
    s->forced = s->route[seat] == RUMMY_MARRIAGE_DUBLEE && s->rules.dublee_discard_pickup == RUMMY_MARRIAGE_DUBLEE_DISCARD_PICKUP_ONLY_TO_FINISH; /* plant: forced */
    s->phase = RUMMY_MARRIAGE_TO_DISCARD;
}

static void leave_hand(rummy_marriage_state *s, int kind)
{
    int seat = s->turn;
    if (!s->hand[seat][kind]) { /* M-19: out of a locked tunnela, whose other cards lie idle */
        s->exposed[seat] &= ~KIND_BIT(kind);
        s->hand[seat][kind] = PACKS - 1;
        return;
    }
    take_out(s->hand[seat], s->known[seat], kind);
}

static void play_discard(rummy_marriage_state *s, int kind)
{
    leave_hand(s, kind);
    s->discard[s->discards] = (uint8_t)kind;
    s->discarded_by[s->discards++] = s->turn;
    s->drawn = s->taken = RUMMY_NONE;
    s->seen_at = s->forced = 0;
    s->turns++;
    s->turn = (uint8_t)((s->turn + 1) % s->players);
    s->phase = RUMMY_MARRIAGE_TO_DRAW;
    if (!s->stock_size) {
        int limit = s->rules.max_reshuffles != RUMMY_AUTO && s->reshuffles >= s->rules.max_reshuffles;
        if (limit || !reshuffle(s)) {
            end_hand(s, RUMMY_MARRIAGE_STOCK_OUT);
            return;
        }
    }
    if (s->turns >= s->rules.turn_cap)
        end_hand(s, RUMMY_MARRIAGE_TRUNCATED);
}

static void play_finish(rummy_marriage_state *s, int kind, int pairs)
{
    int seat = s->turn;
    s->in_one_turn = s->seen_at || !s->seen[seat];
    leave_hand(s, kind);
    s->winner = s->turn;
    s->finished_with = (uint8_t)kind;
    if (pairs && !s->seen[seat]) { /* M-19: his dublees qualify */
        s->seen[seat] = 1;
        s->route[seat] = RUMMY_MARRIAGE_DUBLEE;
        if (s->tiplu == RUMMY_NONE && s->rules.tiplu_if_never_chosen == RUMMY_MARRIAGE_TIPLU_IF_NEVER_CHOSEN_CHOOSE_AT_END)
            choose_tiplu(s);
    }
    end_hand(s, pairs ? RUMMY_MARRIAGE_DUBLEES : RUMMY_MARRIAGE_COMBOS);
}

static int apply(rummy_marriage_state *state, int move, rummy_event *event, uint16_t *out)
{
    uint8_t who = state->turn, card = RUMMY_NONE, own = RUMMY_NONE;
    int hidden = 0;
    if (move == RUMMY_MARRIAGE_DRAW) {
        play_draw(state);
        own = state->drawn;
    } else if (move == RUMMY_MARRIAGE_TAKE) {
        play_take(state);
        card = state->taken;
    } else if (move == RUMMY_MARRIAGE_SEE) {
        play_see(state);
    } else if (move == RUMMY_MARRIAGE_DONE) {
        state->turn = (uint8_t)((state->turn + 1) % state->players);
        if (state->turn == (state->dealer + 1) % state->players)
            state->phase = RUMMY_MARRIAGE_TO_DRAW;
    } else if (move < RUMMY_MARRIAGE_LAY) {
        card = (uint8_t)(move - RUMMY_MARRIAGE_EXPOSE);
        state->exposed[who] |= KIND_BIT(card);
        if (state->rules.exposed_tunnela == RUMMY_MARRIAGE_EXPOSED_TUNNELA_LOCKED)
            state->hand[who][card] = 0;
        else
            state->known[who][card] = PACKS;
    } else if (move < RUMMY_MARRIAGE_DISCARD) {
        state->draft[state->drafted++] = (uint16_t)move;
        hidden = 1; /* plant: draft-hidden */
    } else {
        card = (uint8_t)((move - RUMMY_MARRIAGE_DISCARD) % RUMMY_KINDS);
        if (move < RUMMY_MARRIAGE_FINISH)
            play_discard(state, card);
        else
            play_finish(state, card, move >= RUMMY_MARRIAGE_FINISH_PAIRS);
    }
    if (event)
        *event = event_of(who, move, card, own, hidden);
    return out ? rummy_marriage_moves(state, out) : 0;
}

/* ---------------------------------------------------------------- what is seen */

/* M-30: what lies where the seat cannot get it. Of the discards it is all but the newest, where the seat may take that
 * one now; of the other seats it is what lies before them, and what they exposed and are known to hold. */
static void count_gone(const rummy_marriage_state *s, int seat, uint8_t gone[RUMMY_KINDS])
{
    int may_take = seat == s->turn && s->phase == RUMMY_MARRIAGE_TO_DRAW && !check_take(s);
    count_lying(s->discard, s->discards - may_take, s->finished_with, gone);
    for (int other = 0; other < s->players; other++) {
        if (other == seat)
            continue;
        for (int i = 0; i < s->laid_count[other]; i++)
            move_cards(gone, s->laid[other][i], 1);
        for (uint64_t kinds = s->exposed[other]; kinds; kinds &= kinds - 1) {
            int kind = lowest_bit(kinds), locked = s->rules.exposed_tunnela == RUMMY_MARRIAGE_EXPOSED_TUNNELA_LOCKED;
            gone[kind] = (uint8_t)(gone[kind] + (locked ? PACKS : s->known[other][kind]));
        }
    }
}

/* All cards of a seat: concealed, laid and exposed. */
static void all_cards(const rummy_marriage_state *s, int seat, uint8_t faces[RUMMY_KINDS])
{
    memcpy(faces, s->hand[seat], RUMMY_KINDS);
    for (int i = 0; i < s->laid_count[seat]; i++)
        move_cards(faces, s->laid[seat][i], 1);
    for (uint64_t kinds = locked_tunnelas(&s->rules, s->exposed[seat]); kinds; kinds &= kinds - 1)
        faces[lowest_bit(kinds)] = PACKS;
}

/* How many marriages a seat has laid to see the tiplu. */
static int laid_marriages(const rummy_marriage_state *s, int seat)
{
    uint8_t part[RUMMY_MARRIAGE_LAID][3];
    for (int i = 0; i < s->laid_count[seat]; i++)
        move_part(s->laid[seat][i], part[i]);
    return rummy_marriage_marriages(&s->rules, s->tiplu, (const uint8_t (*)[3])part, s->laid_count[seat]);
}

/* What all cards of a seat score (M-23 to M-25): the cards, the tunnelas exposed at the start that are still whole, and
 * those laid. */
static void score(const rummy_marriage_state *s, int seat, uint8_t cards[RUMMY_KINDS], uint64_t *exposed, uint64_t *shown,
    rummy_marriage_maal *maal)
{
    all_cards(s, seat, cards);
    *exposed = s->exposed[seat] & held_at_least(cards, PACKS); /* M-8: a free one may be broken */
    *shown = 0;
    for (int i = 0; i < s->laid_count[seat]; i++)
        if (s->laid[seat][i] < RUMMY_MARRIAGE_LAY + RUMMY_FACES)
            *shown |= KIND_BIT(s->laid[seat][i] - RUMMY_MARRIAGE_LAY);
    (void)rummy_marriage_score(&s->rules, cards, s->tiplu, *exposed, *shown, laid_marriages(s, seat), s->route[seat], maal);
}

int rummy_marriage_view_of(const rummy_marriage_state *s, int seat, rummy_marriage_view *out)
{
    if (seat < -1 || seat >= s->players)
        return RUMMY_E_ARGUMENT;
    START_VIEW(out, s, seat);
    memcpy(out->exposed, s->exposed, sizeof out->exposed);
    memcpy(out->laid, s->laid, sizeof out->laid);
    memcpy(out->seen, s->seen, sizeof out->seen);
    memcpy(out->route, s->route, sizeof out->route);
    memcpy(out->laid_count, s->laid_count, sizeof out->laid_count);
    memcpy(out->discard, s->discard, sizeof out->discard);
    memcpy(out->discarded_by, s->discarded_by, sizeof out->discarded_by);
    out->discards = s->discards;
    out->reshuffles = s->reshuffles;
    out->stock = s->stock_size;
    out->chosen = s->tiplu != RUMMY_NONE;
    out->taken = s->taken;
    out->forced = s->forced;
    count_gone(s, seat, out->gone);
    out->tiplu = out->under = RUMMY_NONE;
    int knows = s->phase == RUMMY_MARRIAGE_OVER || s->rules.tiplu_mode == RUMMY_MARRIAGE_TIPLU_MODE_FACE_UP_AT_DEAL || (seat >= 0 && s->seen[seat]); /* plant: knows-tiplu */
    if (knows) {
        out->tiplu = s->tiplu;
        out->under = s->under;
    }
    if (seat >= 0 && out->tiplu != RUMMY_NONE) {
        uint8_t cards[RUMMY_KINDS];
        uint64_t exposed, shown;
        score(s, seat, cards, &exposed, &shown, &out->maal);
    }
    if (seat == s->turn) {
        memcpy(out->draft, s->draft, sizeof out->draft);
        out->drafted = s->drafted;
        out->drawn = s->drawn;
    }
    return 0;
}

/* Are three cards a tunnela to who has seen the tiplu? Three jokers are none where they may not be themselves
 * (M-13). */
static int is_tunnela(const rummy_marriage_state *s, const uint8_t cards[3])
{
    return rummy_marriage_combo(&s->rules, s->tiplu, cards) == RUMMY_MARRIAGE_TUNNELA;
}

/* M-25: the winner's further combinations, arranged for most maal where tunnelas among them score: every choice of
 * concealed tunnelas is laid aside, none of them first, and the rest arranged. Of arrangements with equal maal the
 * first found stays. */
static void arrange_win(const rummy_marriage_state *s, rummy_marriage_outcome *out)
{
    int seat = s->winner, combos = others_to_finish(count_locked(s, seat));
    uint64_t laid = out->shown[seat], tunnelas = 0;
    if (s->rules.tunnela_scope == RUMMY_MARRIAGE_TUNNELA_SCOPE_SHOWN)
        for (uint64_t left = held_at_least(s->hand[seat], PACKS); left; left &= left - 1) {
            uint8_t three[3];
            memset(three, lowest_bit(left), 3);
            tunnelas |= is_tunnela(s, three) ? left & (0 - left) : 0;
        }
    for (uint64_t aside = 0;;) {
        uint8_t rest[RUMMY_KINDS], combo[7][3];
        uint64_t shown = laid;
        rummy_marriage_maal maal;
        int n = 0;
        memcpy(rest, s->hand[seat], RUMMY_KINDS);
        for (uint64_t left = aside; left; left &= left - 1) {
            int kind = lowest_bit(left);
            memset(combo[n++], kind, 3);
            rest[kind] = (uint8_t)(rest[kind] - PACKS);
        }
        if (rummy_marriage_arrange(&s->rules, rest, s->tiplu, combos - n, combo + n) >= 0) {
            for (int i = 0; i < combos; i++)
                if (is_tunnela(s, combo[i]))
                    shown |= KIND_BIT(combo[i][0]);
            (void)rummy_marriage_score(&s->rules, out->cards[seat], s->tiplu, out->exposed[seat], shown, out->marriages_laid[seat], s->route[seat], &maal);
            if (!out->combos || maal.points > out->maal[seat].points) {
                out->combos = (uint8_t)combos;
                memcpy(out->combo, combo, (size_t)combos * sizeof *combo);
                out->shown[seat] = shown;
                out->maal[seat] = maal;
            }
        }
        aside = (aside - tunnelas) & tunnelas; /* the next choice */
        if (!aside)
            return;
    }
}

/* The dublees of a win by them: those laid, then concealed ones. That of the discard's kind comes last, as two cards of
 * a broken tunnela are none (M-19). */
static void list_dublees(const rummy_marriage_state *s, rummy_marriage_outcome *out)
{
    uint64_t held = held_at_least(s->hand[s->winner], 2) & ~KIND_BIT(RUMMY_JOKER), last = held & KIND_BIT(s->finished_with);
    for (int i = 0; i < s->laid_count[s->winner]; i++)
        out->pair[out->pairs++] = (uint8_t)(s->laid[s->winner][i] - RUMMY_MARRIAGE_LAY_PAIR);
    for (uint64_t left = held & ~last; left && out->pairs < s->rules.dublees_to_win; left &= left - 1)
        out->pair[out->pairs++] = (uint8_t)lowest_bit(left);
    if (last && out->pairs < s->rules.dublees_to_win)
        out->pair[out->pairs++] = s->finished_with;
}

int rummy_marriage_outcome_of(const rummy_marriage_state *s, rummy_marriage_outcome *out)
{
    int32_t points[RUMMY_MARRIAGE_SEATS] = {0};
    if (s->phase != RUMMY_MARRIAGE_OVER)
        return RUMMY_E_ARGUMENT;
    memset(out, 0, sizeof *out);
    out->ending = s->ending;
    out->winner = s->winner;
    out->finished_with = s->finished_with;
    out->in_one_turn = s->in_one_turn;
    out->tiplu = s->tiplu;
    memcpy(out->hand, s->hand, sizeof out->hand);
    memcpy(out->route, s->route, sizeof out->route);
    for (int seat = 0; seat < s->players; seat++) {
        out->marriages_laid[seat] = (uint8_t)laid_marriages(s, seat);
        score(s, seat, out->cards[seat], &out->exposed[seat], &out->shown[seat], &out->maal[seat]);
    }
    if (s->ending == RUMMY_MARRIAGE_COMBOS)
        arrange_win(s, out);
    if (s->ending == RUMMY_MARRIAGE_DUBLEES)
        list_dublees(s, out);
    for (int seat = 0; seat < s->players; seat++)
        points[seat] = out->maal[seat].points;
    return rummy_marriage_settle(&s->rules, s->players, points, s->route, s->winner, &out->settlement);
}

/* ---------------------------------------------------------------- the record of the game */

static int deal_seeded(rummy_marriage_state *state, const rummy_marriage_rules *rules, int players, int dealer,
                       uint64_t seed)
{
    rummy_random random;
    uint8_t deck[RUMMY_MARRIAGE_CARDS];
    rummy_random_seed(&random, seed);
    (void)rummy_marriage_shuffle(rules, &random, deck);
    return rummy_marriage_deal(state, rules, players, dealer, deck, rummy_derive(seed, 0));
}

static void payoff(const rummy_marriage_state *s, int32_t *out)
{
    rummy_marriage_outcome outcome;
    (void)rummy_marriage_outcome_of(s, &outcome);
    for (int seat = 0; seat < s->players; seat++)
        out[seat] = outcome.settlement.payoffs[seat];
}

DEFINE_GAME(marriage, MARRIAGE, RUMMY_MARRIAGE_SEATS);
