/* Fuzz target: options, maal, payments and the end of a match, on any numbers. */
#include "fuzz.h"

static void okey_money(input *in)
{
    rummy_okey_rules rules;
    int32_t points[RUMMY_SEATS], change[RUMMY_SEATS] = {7, 7, 7, 7};
    int players = read_near(in, 6), indicator = read_kind(in), seat = read_near(in, 5), rounds = read_int(in);
    read_okey_rules(in, 0, &rules);
    for (int i = 0; i < RUMMY_SEATS; i++)
        points[i] = i > 1 && !read_rare(in, 2) ? points[i - 2] : read_int(in); /* often as a partner's */
    int color = rummy_okey_color_factor(&rules, indicator);
    MUST(color == 1 || color == 2 || (color == RUMMY_E_INDICATOR && (indicator < 0 || indicator >= RUMMY_FACES)));
    int code = rummy_okey_settle_show(&rules, players, indicator, points, seat, change);
    MUST(code <= 0 && (code == 0 || change[0] == 7));
    if (code == 0)
        MUST(rummy_okey_show_ends(&rules, players, points, change) >= 0);
    MUST(players < 2 || players > RUMMY_SEATS ? rummy_okey_room(&rules, players) == RUMMY_E_ARGUMENT : rummy_okey_room(&rules, players) > 0);
    change[0] = 7;
    int won_by = read_near(in, 5), okey_finish = read_near(in, 3);
    code = rummy_okey_settle_win(&rules, players, indicator, points, seat, won_by, okey_finish, change);
    MUST(code == 1 || code == 2 || code == 4 || (code < 0 && change[0] == 7));
    code = rummy_okey_decided(&rules, players, points, rounds);
    MUST(code == 0 || code == 1 || code == RUMMY_E_ARGUMENT || code == RUMMY_E_POINTS);
    code = rummy_okey_leaders(&rules, players, points);
    MUST(code < 0 ? code == RUMMY_E_ARGUMENT || code == RUMMY_E_POINTS : code > 0 && code >> players == 0);
    int dealer = read_near(in, 5), winner = read_rare(in, 2) ? RUMMY_NONE : read_near(in, 5);
    code = rummy_okey_next_dealer(&rules, players, dealer, winner);
    MUST(code == RUMMY_E_ARGUMENT || (code >= 0 && code < players));
    uint8_t okeys[RUMMY_SEATS];
    for (int i = 0; i < RUMMY_SEATS; i++)
        okeys[i] = (uint8_t)(read_rare(in, 4) ? read_int(in) : read_below(in, 2));
    change[0] = 7;
    code = rummy_okey_settle_end(&rules, players, points, winner, okeys, change);
    MUST(code == 0 || (code < 0 && change[0] == 7));
}

static void marriage_money(input *in)
{
    rummy_marriage_rules rules;
    rummy_marriage_settlement out;
    int32_t points[RUMMY_MARRIAGE_SEATS], sum = 0;
    uint8_t routes[RUMMY_MARRIAGE_SEATS];
    int players = read_near(in, 8);
    read_marriage_rules(in, 0, &rules);
    for (int i = 0; i < RUMMY_MARRIAGE_SEATS; i++) {
        points[i] = read_rare(in, 8) ? read_int(in) : read_below(in, 100);
        (void)read_near(in, 2);
        routes[i] = (uint8_t)read_near(in, 3);
    }
    int winner = read_near(in, 6);
    (void)read_near(in, 2);
    int code = rummy_marriage_settle(&rules, players, points, routes, read_rare(in, 4) ? RUMMY_NONE : winner, &out);
    MUST(code <= 0);
    if (code == 0) {
        for (int seat = 0; seat < RUMMY_MARRIAGE_SEATS; seat++)
            sum += out.payoffs[seat];
        MUST(sum == 0 && out.n >= 0 && out.n <= RUMMY_MARRIAGE_REASONS);
    }
    uint8_t fouls[RUMMY_MARRIAGE_SEATS];
    for (int i = 0; i < RUMMY_MARRIAGE_SEATS; i++)
        fouls[i] = (uint8_t)(read_rare(in, 4) ? read_int(in) : read_below(in, 3));
    if (code == 0) {
        int32_t after = 0;
        code = rummy_marriage_fine(&rules, players, fouls, &out);
        MUST(code <= 0);
        for (int seat = 0; seat < RUMMY_MARRIAGE_SEATS; seat++)
            after += out.payoffs[seat];
        MUST(after == 0 && out.n <= RUMMY_MARRIAGE_REASONS);
    }
    int dealer = read_near(in, 7), last = read_rare(in, 2) ? RUMMY_NONE : read_near(in, 7);
    code = rummy_marriage_next_dealer(&rules, players, dealer, last);
    MUST(code == RUMMY_E_ARGUMENT || (code >= 0 && code < players));
}

static void maal(input *in)
{
    rummy_marriage_rules rules;
    rummy_marriage_maal out;
    uint8_t faces[K];
    int32_t points = 0;
    read_marriage_rules(in, 0, &rules);
    int tiplu = read_kind(in), held = 0;
    read_row(in, 3, rules.printed_jokers, read_below(in, 26), faces);
    for (int kind = 0; kind < K; kind++) {
        if (read_rare(in, 4) && faces[kind]) /* many of a kind, where tunnelas are */
            faces[kind] = 3;
        held += faces[kind];
    }
    uint64_t exposed = read_word(in), shown = read_word(in);
    if (!read_rare(in, 4)) {
        exposed &= ((uint64_t)1 << RUMMY_FACES) - 1;
        shown &= ((uint64_t)1 << RUMMY_FACES) - 1;
    }
    int route = read_near(in, 3);
    int code = rummy_marriage_score(&rules, faces, tiplu, exposed, shown, read_near(in, 4), route, &out);
    MUST(code <= 0 && (code < 0 || held <= RUMMY_MARRIAGE_HAND + 1));
    if (code < 0)
        return;
    MUST(out.n >= 0 && out.n <= RUMMY_MARRIAGE_ITEMS);
    for (int i = 0; i < out.n; i++) {
        MUST(out.items[i].kind < K && out.items[i].count >= 1 && out.items[i].count <= 3);
        points += out.items[i].points;
    }
    MUST(points == out.points && points <= RUMMY_POINTS_MAX / 100);
}

/* Options that are any bytes at all. */
static void options(input *in)
{
    rummy_okey_rules okey, resolved;
    rummy_marriage_rules marriage;
    int players = read_int(in);
    read_bytes(in, &okey, sizeof okey);
    int code = rummy_okey_rules_resolve(&okey, players, &resolved, NULL);
    MUST(code <= 0);
    if (code == 0)
        MUST(rummy_okey_rules_resolve(&resolved, players, &resolved, NULL) == 0);
    read_bytes(in, &marriage, sizeof marriage);
    MUST(rummy_marriage_rules_check(&marriage, players, NULL) <= 0);
    rummy_event event, told;
    read_bytes(in, &event, sizeof event);
    int seat = read_near(in, 7), may = rummy_event_for(&event, seat, &told);
    MUST(may == (seat == event.seat || !event.hidden));
    MUST(!may || (!told.hidden && told.move == event.move && (seat == event.seat || told.own == told.tile)));
    code = read_int(in);
    MUST(rummy_okey_strerror(code) && rummy_marriage_strerror(code) && rummy_version() > 0);
}

void fuzz_settlements(input *in)
{
    static void (*const parts[])(input *) = {okey_money, marriage_money, maal, options};
    parts[read_below(in, 4)](in);
}
