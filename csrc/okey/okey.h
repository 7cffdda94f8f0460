/* Okey, the Turkish tile game (rules: docs/okey.md). Include rummycore.h, which includes this. */
#ifndef RUMMYCORE_OKEY_H
#define RUMMYCORE_OKEY_H

#include "../rummycore.h"

#ifdef __cplusplus
extern "C" {
#endif

/* cdef-begin */

/* errors-begin: written by csrc/gen_errors.py from errors.json; do not edit */
enum rummy_okey_error {
    /* hands, from -100 */
    RUMMY_E_INDICATOR = -103, /* the indicator is no numbered tile */
    RUMMY_E_MELD_SIZE = -110, /* too few or too many tiles for a meld */
    RUMMY_E_MELD_MIXED = -111, /* neither one rank nor one suit */
    RUMMY_E_MELD_SUIT = -112, /* a group with one suit twice */
    RUMMY_E_MELD_GAP = -113, /* a run with a rank missing or twice */
    RUMMY_E_MELD_WRAP = -114, /* a run that goes past its end, as 13-1-2 */
    RUMMY_E_MELD_PAIR = -115, /* two tiles that are no pair */
    RUMMY_E_PAIR_NEVER = -116, /* a pair where the rules know none */
    RUMMY_E_PAIR_WILD = -117, /* a pair with a wild where the rules let none complete it */

    /* rules, from -200 */
    RUMMY_E_PLAYERS = -201, /* not 2, 3 or 4 players */
    RUMMY_E_TEAMS = -202, /* teams without four players */
    RUMMY_E_DEDUCT_FROM = -203, /* deduct_from=winner without payout=deduct */
    RUMMY_E_LAST_TAKE = -204, /* next_may_take_to_win while a taken discard may not finish */
    RUMMY_E_ROUNDS = -205, /* game_end=rounds and rounds must come together */

    /* states, from -300 */
    RUMMY_E_POINTS = -302, /* points out of range or without room for a round, or partners with different points */

    /* moves, from -400 */
    RUMMY_E_LAST_CHANCE = -405, /* the stock is used up: only take or pass */
    RUMMY_E_OKEY_DISCARD = -409, /* an okey may not be discarded */
    RUMMY_E_FINISH_TAKEN = -410, /* no finish in a turn that took the discard */
    RUMMY_E_FINISH_DEALT = -411, /* no finish on the dealt hand */
    RUMMY_E_NO_SHOW = -412, /* these rules know no showing of the indicator's twin */
    RUMMY_E_SHOW_LATE = -413, /* the time to show is over */
    RUMMY_E_SHOWN = -414, /* it has been shown already */
    RUMMY_E_SHOW_DRAWN = -415, /* the twin was not dealt */
    RUMMY_E_NO_PASS = -416, /* nothing to pass */
};
/* errors-end */

/* A constant sentence for a RUMMY_E_* code in the words of the game, without full stop; never NULL.
 * A code that the game does not give is "an unknown error" to it. */
RUMMY_API const char *rummy_okey_strerror(int code);

/* ---------------------------------------------------------------- rules */

/* options-begin: written by csrc/gen_options.py from options.json */
enum { RUMMY_OKEY_STARTER_RIGHT_OF_DEALER = 0, RUMMY_OKEY_STARTER_DEALER = 1 };
enum {
    RUMMY_OKEY_DEALER_ROTATION_ALWAYS = 0,
    RUMMY_OKEY_DEALER_ROTATION_ONLY_AFTER_WIN = 1,
    RUMMY_OKEY_DEALER_ROTATION_WINNER_DEALS = 2
};
enum { RUMMY_OKEY_CEREMONY_EXACT = 0, RUMMY_OKEY_CEREMONY_UNIFORM = 1 };
enum { RUMMY_OKEY_DISCARD_VIEW_TOP_ONLY = 0, RUMMY_OKEY_DISCARD_VIEW_ALL = 1 };
enum { RUMMY_OKEY_FALSE_JOKER_ROLE_OKEY_VALUE = 0, RUMMY_OKEY_FALSE_JOKER_ROLE_WILD = 1 };
enum { RUMMY_OKEY_RUN_WRAP_NONE = 0, RUMMY_OKEY_RUN_WRAP_HIGH_ONE = 1 };
enum { RUMMY_OKEY_PAIRS_WITH_JOKERS_ANY = 0, RUMMY_OKEY_PAIRS_WITH_JOKERS_NONE = 1 };
enum { RUMMY_OKEY_DISCARD_TAKEN_ALLOWED = 0, RUMMY_OKEY_DISCARD_TAKEN_FORBIDDEN = 1 };
enum { RUMMY_OKEY_DISCARD_OKEY_ALLOWED = 0, RUMMY_OKEY_DISCARD_OKEY_FORBIDDEN = 1 };
enum {
    RUMMY_OKEY_STOCK_END_AFTER_LAST_DISCARD = 0,
    RUMMY_OKEY_STOCK_END_NEXT_MAY_TAKE_TO_WIN = 1,
    RUMMY_OKEY_STOCK_END_WHEN_DRAW_IMPOSSIBLE = 2
};
enum { RUMMY_OKEY_DOUBLE_COMBINATION_MULTIPLY = 0, RUMMY_OKEY_DOUBLE_COMBINATION_SINGLE = 1 };
enum { RUMMY_OKEY_PAYOUT_TRANSFER = 0, RUMMY_OKEY_PAYOUT_DEDUCT = 1 };
enum { RUMMY_OKEY_DEDUCT_FROM_LOSERS = 0, RUMMY_OKEY_DEDUCT_FROM_WINNER = 1 };
enum { RUMMY_OKEY_COLOR_RULE_OFF = 0, RUMMY_OKEY_COLOR_RULE_RED_BLACK_DOUBLE = 1 };
enum { RUMMY_OKEY_INDICATOR_WINDOW_BEFORE_FIRST_DISCARD = 0, RUMMY_OKEY_INDICATOR_WINDOW_BEFORE_FIRST_DRAW = 1 };
enum { RUMMY_OKEY_INSUFFICIENT_POINTS_GO_NEGATIVE = 0, RUMMY_OKEY_INSUFFICIENT_POINTS_PAY_WHAT_LEFT = 1 };
enum { RUMMY_OKEY_TEAMS_OFF = 0, RUMMY_OKEY_TEAMS_OPPOSITE = 1 };
enum { RUMMY_OKEY_GAME_END_POINTS_OUT = 0, RUMMY_OKEY_GAME_END_ROUNDS = 1, RUMMY_OKEY_GAME_END_NEVER = 2 };
enum { RUMMY_OKEY_GAME_END_CHECK_ROUND_END = 0, RUMMY_OKEY_GAME_END_CHECK_IMMEDIATE = 1 };
enum { RUMMY_OKEY_SINGLE_COLOR_WIN_OFF = 0, RUMMY_OKEY_SINGLE_COLOR_WIN_WIN_GAME = 1 };

/* The options of the game, in the order of docs/okey.md. Start from rummy_okey_rules_init.
 * A choice holds one of the enumerators above that bear its name.
 * A switch holds 0 or 1.
 * A field marked * may hold RUMMY_AUTO: its value then depends on another field. */
typedef struct rummy_okey_rules {
    int32_t starter;                 /* O-3 */
    int32_t dealer_rotation;         /* O-4 */
    int32_t ceremony;                /* O-5 */
    int32_t discard_view;            /* O-7 */
    int32_t false_joker_role;        /* O-10 */
    int32_t run_wrap;                /* O-19 */
    int32_t seven_pairs;             /* O-21, switch */
    int32_t pairs_with_jokers;       /* O-21 */
    int32_t finish_on_taken_discard; /* O-16, switch */
    int32_t finish_on_dealt_hand;    /* O-16, switch */
    int32_t discard_taken;           /* O-15 */
    int32_t discard_okey;            /* O-15 */
    int32_t stock_end;               /* O-24 */
    int32_t turn_cap;                /* O-25, 1 to 10000 */
    int32_t double_combination;      /* O-26 */
    int32_t payout;                  /* O-27, O-28 */
    int32_t start_points;            /* * O-27, O-28, 1 to 1000000: 10 with transfer, 20 with deduct */
    int32_t base_win;                /* * O-27, O-28, 1 to 1000000: 1 with transfer, 2 with deduct */
    int32_t deduct_from;             /* O-28 */
    int32_t color_rule;              /* * O-29: off with transfer, red_black_double with deduct */
    int32_t indicator_bonus;         /* * O-17, switch: off with transfer, on with deduct */
    int32_t indicator_window;        /* O-17 */
    int32_t indicator_drawn_counts;  /* O-17, switch */
    int32_t base_indicator;          /* * O-30, 0 to 1000000: 0 with transfer, 1 with deduct */
    int32_t indicator_min_points;    /* O-30, 0 to 1000000 */
    int32_t insufficient_points;     /* O-31 */
    int32_t okey_left_penalty;       /* O-36, 0 to 1000000 */
    int32_t stock_end_penalty;       /* O-36, 0 to 1000000 */
    int32_t teams;                   /* O-32 */
    int32_t game_end;                /* O-33 */
    int32_t rounds;                  /* O-33, 1 to 1000000 with game_end=rounds, else 0 */
    int32_t game_end_check;          /* O-33 */
    int32_t single_color_win;        /* O-34 */
} rummy_okey_rules;
/* options-end */

/* The default game. */
RUMMY_API void rummy_okey_rules_init(rummy_okey_rules *rules);

/* Replace every RUMMY_AUTO by what it means and check the whole; players 0 leaves out the checks that need their
 * number. Returns 0, RUMMY_E_RANGE (with *where, if not NULL, the index of the field among the int32_t), or another
 * code from RUMMY_E_PLAYERS to RUMMY_E_ROUNDS. */
RUMMY_API int rummy_okey_rules_resolve(const rummy_okey_rules *rules, int players, rummy_okey_rules *out, int *where);

/* ---------------------------------------------------------------- hands (stateless) */

#define RUMMY_OKEY_TILES 106
#define RUMMY_OKEY_HAND 14

enum rummy_okey_win { RUMMY_OKEY_NO_WIN = 0, RUMMY_OKEY_MELDS = 1, RUMMY_OKEY_PAIRS = 2 }; /* both: 3 */

/* The okey of an indicator (O-8), or RUMMY_E_INDICATOR. */
RUMMY_API int rummy_okey_of(int indicator);

/* The grammar of Okey's melds (O-18, O-19) and pairs (O-21). */
RUMMY_API void rummy_okey_grammar(const rummy_okey_rules *rules, rummy_grammar *out);

/* Check that the faces can be held beside the indicator: two copies of each, one of the indicator's (O-1, O-11).
 * Returns the number of tiles, RUMMY_E_INDICATOR, or RUMMY_E_COPIES with *where, if not NULL, the kind. */
RUMMY_API int rummy_okey_faces(const uint8_t *faces, int indicator, int *where);

/* Make n rows of values out of n rows of faces, which must be possible beside the row's indicator: indicator[i] belongs
 * to row i. `out` may be `faces`. Returns 0, or with *where the index of the first bad row RUMMY_E_INDICATOR or
 * RUMMY_E_COPIES. */
RUMMY_API int rummy_okey_values(const rummy_okey_rules *rules, const uint8_t *faces, const uint8_t *indicator, size_t n,
                                uint8_t *out, size_t *where);

/* Write the faces that have a value out of a set of values: bit 52 stands for what is wild, and the value of the okey's
 * face for the false joker (O-9, O-10). Returns 0, RUMMY_E_INDICATOR, or RUMMY_E_KIND for a set with others than 53 bits. */
RUMMY_API int rummy_okey_decode(const rummy_okey_rules *rules, uint64_t values, int indicator, uint64_t *faces);

/* Decide for n rows of 14 values whether they win (O-20 to O-22): out[i] is a sum of rummy_okey_win. `out` may be
 * `values`. Returns 0, or with *where the index of the first bad row RUMMY_E_COUNT or RUMMY_E_COPIES; then out is
 * unchanged. */
RUMMY_API int rummy_okey_win(const rummy_okey_rules *rules, const uint8_t *values, size_t n, uint8_t *out,
                             size_t *where);

/* Find for n rows of 15 values the discards that leave a winning hand: bit v of by[i][0] for melds, of by[i][1] for
 * pairs, v the value discarded (O-16). Returns 0, or with *where the index of the first bad row RUMMY_E_COUNT or
 * RUMMY_E_COPIES; then by is unchanged. */
RUMMY_API int rummy_okey_finishes(const rummy_okey_rules *rules, const uint8_t *values, size_t n, uint64_t (*by)[2],
                                  size_t *where);

/* ---------------------------------------------------------------- distance (stateless, O-35)
 *
 * The distance of a hand is the fewest tiles still needed if the player could choose every draw out of the tiles that can still be
 * had. Then 14 of the tiles held are a winning hand.
 * `ways` is a sum of rummy_okey_win: by which of them. `left` are rows of values: how many of each can still be had.
 * NULL: all tiles there are, but the row's own and its indicator. indicator[i] belongs to row i, RUMMY_NONE if it is
 * unknown. */

/* What can still be had beside n rows of values, held or known to lie elsewhere, and their indicators. `out` may be
 * `values`. Returns 0, or with *where the index of the first bad row RUMMY_E_INDICATOR or RUMMY_E_COPIES; then out is
 * unchanged. */
RUMMY_API int rummy_okey_left(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *indicator, size_t n,
                              uint8_t *out, size_t *where);

/* The distances of n rows of 14 or 15 values; 0 on 15 if a discard leaves a winning hand. useful (or NULL): for each
 * row the set of values that can be had and of which a draw lowers the distance (then by one). Returns 0,
 * RUMMY_E_ARGUMENT for other ways, or with *where the index of the first bad row RUMMY_E_INDICATOR, RUMMY_E_COUNT or
 * RUMMY_E_COPIES (without `left` a row must fit beside its indicator; with it, beside what is left); then nothing is
 * written. */
RUMMY_API int rummy_okey_distance(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left,
                                  const uint8_t *indicator, int ways, size_t n, int8_t *out, uint64_t *useful,
                                  size_t *where);

/* The discards of n rows of 15 values: out[53 * i + v] is the distance that discarding v leaves (the tile does not come
 * back), RUMMY_NEVER or RUMMY_NOT_HELD; useful[53 * i + v] (or NULL) the useful values then. Returns as
 * rummy_okey_distance. */
RUMMY_API int rummy_okey_discards(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left,
                                  const uint8_t *indicator, int ways, size_t n, int8_t *out, uint64_t *useful,
                                  size_t *where);

/* A nearest winning hand of 14 or 15 values: *out lays its 14 tiles as melds, or as pairs where these alone are nearer
 * (or asked for), and missing counts those of them that must be drawn. Returns the distance, RUMMY_NEVER (then nothing
 * is written), or an error of rummy_okey_distance with the meaning there. */
RUMMY_API int rummy_okey_nearest(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left,
                                 int indicator, int ways, rummy_arrangement *out, uint8_t missing[RUMMY_KINDS]);

/* ---------------------------------------------------------------- hands in faces (stateless)
 *
 * These calls take and give printed tiles: what people hold. Each call checks the faces as rummy_okey_faces does, and returns
 * its errors: RUMMY_E_INDICATOR and RUMMY_E_COPIES. A set of faces has bit k for the kind k.
 */

/* One meld of printed tiles. piece[i] is the tile that lies at place i, value[i] the face that it counts as. Bit i of
 * `wild` says that this tile is wild. kind, size and points are those of rummy_meld. */
typedef struct rummy_okey_meld {
    uint8_t kind, size;
    uint8_t piece[RUMMY_MELD_SIZE];
    uint8_t value[RUMMY_MELD_SIZE];
    uint16_t wild;
    uint16_t points;
} rummy_okey_meld;

/* Melds of printed tiles laid side by side, each tile in at most one, and the faces left over. */
typedef struct rummy_okey_arrangement {
    uint8_t melds, tiles;
    uint16_t points;
    uint8_t rest[RUMMY_KINDS];
    rummy_okey_meld meld[RUMMY_ARRANGED];
} rummy_okey_arrangement;

/* Read tiles, all of them, as one meld (O-18, O-19, O-21): where several readings exist, the one with most points.
 * Returns its size, or why not: a code from RUMMY_E_MELD_SIZE to RUMMY_E_PAIR_WILD. */
RUMMY_API int rummy_okey_meld_read(const rummy_okey_rules *rules, const uint8_t *faces, int indicator,
                                   rummy_okey_meld *out);

/* List every group and run that tiles of a hand can form, each shape once. A wild stands only where the tile is
 * missing. Returns their number, which RUMMY_MELDS bounds, or RUMMY_E_SPACE for a smaller cap than that number. */
RUMMY_API int rummy_okey_melds(const rummy_okey_rules *rules, const uint8_t *faces, int indicator,
                               rummy_okey_meld *out, size_t cap);

/* Find the best arrangements of up to RUMMY_HAND_MAX tiles. `by`, `cap` and the result are those of rummy_arrange. */
RUMMY_API int rummy_okey_arrange(const rummy_okey_rules *rules, const uint8_t *faces, int indicator, int by,
                                 rummy_okey_arrangement *out, size_t cap);

/* Lay all tiles as pairs (O-21). Returns the number of pairs, RUMMY_E_MELD_PAIR if tiles stay over, RUMMY_E_PAIR_NEVER
 * or RUMMY_E_PAIR_WILD where the rules forbid them, RUMMY_E_COUNT for more than 2 * RUMMY_ARRANGED tiles. */
RUMMY_API int rummy_okey_pairs(const rummy_okey_rules *rules, const uint8_t *faces, int indicator,
                               rummy_okey_arrangement *out);

/* What a hand of 14 or 15 tiles is worth. Distances are those of O-35, or RUMMY_NEVER. */
typedef struct rummy_okey_analysis {
    uint8_t okey;
    uint8_t win;                            /* how 14 tiles win: a sum of rummy_okey_win; 0 for 15 tiles */
    uint8_t by;                             /* the ways that are as near as `distance`: a sum of rummy_okey_win */
    int8_t distance;                        /* by either way */
    int8_t melds_distance, pairs_distance;  /* by each way alone */
    /* faces of 15 tiles whose discard leaves a win by melds, and by pairs (O-16) */
    uint64_t finishes[2];
    uint64_t useful;                        /* faces that can be had and of which a draw lowers `distance` */
    int8_t after[RUMMY_KINDS];              /* the distance that a discard out of 15 leaves, or RUMMY_NOT_HELD */
    uint64_t useful_after[RUMMY_KINDS];     /* the useful faces then */
    uint8_t available[RUMMY_KINDS];         /* the faces that can still be had */
    uint8_t missing[RUMMY_KINDS];           /* the faces of `nearest` that must still be drawn */
    rummy_okey_arrangement best;            /* the best arrangement by tiles */
    rummy_okey_arrangement pairs;           /* the seven pairs of 14 tiles that win so, else no melds */
    rummy_okey_arrangement nearest;         /* a nearest winning hand, no melds without a distance */
} rummy_okey_analysis;

/* Analyze a hand (O-16, O-18 to O-22, O-35). gone: NULL, or faces known to lie elsewhere, which cannot be had. Returns
 * 0, RUMMY_E_COUNT for another number of tiles, or RUMMY_E_COPIES with *where, if not NULL, the kind that occurs too
 * often: in the hand, or in the hand and what is gone. */
RUMMY_API int rummy_okey_analyze(const rummy_okey_rules *rules, const uint8_t *faces, const uint8_t *gone,
                                 int indicator, rummy_okey_analysis *out, int *where);

/* What a declaration is worth. */
typedef struct rummy_okey_verdict {
    int32_t code;                /* 0: it wins. Else the first of the faults that rummy_okey_check_declaration lists */
    uint8_t win;                 /* how it wins: a rummy_okey_win */
    uint16_t parts;              /* the parts at fault, as a bit set, where whole parts are */
    uint8_t faces[RUMMY_KINDS];  /* the tiles at fault; counts above 255 are 255 */
} rummy_okey_verdict;

/* Check what is laid down with a finishing discard (O-16, O-20, O-21). `pieces` has the tiles of n parts, one part
 * after the other; sizes[i] is the number of tiles of part i. hand: NULL, or the faces held. Those are to be the tiles
 * laid and the discard. The faults are, in this order:
 *     RUMMY_E_COPIES     a face that cannot be held so often beside the indicator
 *     RUMMY_E_NOT_HELD   tiles that are not in the hand
 *     RUMMY_E_LEFT_OVER  tiles of the hand that are neither laid nor discarded
 *     RUMMY_E_COUNT      not 14 tiles laid; then all that are laid are at fault
 *     RUMMY_E_MELD_SIZE  an empty part; then no tile and no part is named
 *     RUMMY_E_MIXED      pairs beside other melds; the pairs are at fault
 *     another            the first part that is no meld, by rummy_okey_meld_read
 * Returns 0 with the verdict, RUMMY_E_INDICATOR, or RUMMY_E_KIND for what is no tile. */
RUMMY_API int rummy_okey_check_declaration(const rummy_okey_rules *rules, int indicator, const uint8_t *pieces,
                                           const size_t *sizes, size_t n,
                                           int discard, const uint8_t *hand, rummy_okey_verdict *out);

/* ---------------------------------------------------------------- moves */

enum rummy_okey_move {
    RUMMY_OKEY_DRAW = 0,
    RUMMY_OKEY_TAKE = 1,
    RUMMY_OKEY_SHOW = 2,
    RUMMY_OKEY_PASS = 3,
    RUMMY_OKEY_DISCARD = 4,  /* + kind */
    RUMMY_OKEY_FINISH = 57,  /* + kind */
    RUMMY_OKEY_MOVES = 110   /* ids 0..109 */
};

/* ---------------------------------------------------------------- the round */

enum rummy_okey_phase { RUMMY_OKEY_TO_DRAW = 0, RUMMY_OKEY_TO_DISCARD = 1, RUMMY_OKEY_LAST_CHANCE = 2, RUMMY_OKEY_OVER = 3 };
enum rummy_okey_source { RUMMY_OKEY_DEALT = 0, RUMMY_OKEY_DRAWN = 1, RUMMY_OKEY_TAKEN = 2 };
enum rummy_okey_ending {
    RUMMY_OKEY_RUNNING = 0,
    RUMMY_OKEY_WON = 1,
    RUMMY_OKEY_STOCK_OUT = 2,  /* O-24 */
    RUMMY_OKEY_TRUNCATED = 3,  /* O-25 */
    RUMMY_OKEY_POINTS_OUT = 4  /* O-33: a show ended the match at once */
};

/* One round. A plain value: assignment copies it, memcmp compares it. Only the library writes to the fields; to read
 * what a seat may know and how the round ended, take rummy_okey_view_of and rummy_okey_outcome_of. */
typedef struct rummy_okey_state {
    rummy_okey_rules rules; /* resolved */
    int32_t start[RUMMY_SEATS];  /* points before the round */
    int32_t points[RUMMY_SEATS]; /* points now */
    uint16_t turns;              /* turns ended by a discard */
    uint8_t players, dealer, turn, phase;
    uint8_t indicator, okey;
    uint8_t drawn, source;       /* the tile that came into the hand this turn, and whence */
    uint8_t shower;              /* the seat that showed, or RUMMY_NONE */
    uint8_t stock_at, stock_end; /* stock[stock_at .. stock_end-1] is still to be drawn */
    uint8_t discards;            /* discards that lie */
    uint8_t ending, winner, won_by, finished_with, single_color;
    uint8_t hand[RUMMY_SEATS][RUMMY_KINDS];  /* faces */
    uint8_t known[RUMMY_SEATS][RUMMY_KINDS]; /* of these, how many everybody knows: taken, or shown */
    uint8_t stock[RUMMY_OKEY_TILES];
    uint8_t discard[RUMMY_OKEY_TILES];      /* all discards that lie, oldest first */
    uint8_t discarded_by[RUMMY_OKEY_TILES]; /* and by whom */
} rummy_okey_state;

/* Shuffle the tiles and perform the ceremony (O-5). The deck comes in the order that rummy_okey_deal takes. */
RUMMY_API void rummy_okey_shuffle(const rummy_okey_rules *rules, rummy_random *random, uint8_t deck[RUMMY_OKEY_TILES]);

/* Deal a round from a deck: the hands of seats 0, 1, ... in blocks (15 tiles for the starter, 14 for the others), the
 * stock in the order in which it will be drawn, and the indicator last: the table as the ceremony leaves it with the
 * die at 6. points: NULL, or one for each seat, so far within RUMMY_POINTS_MAX that rummy_okey_room is left: then no
 * round takes them out. Returns the number of legal moves, or an error of rummy_okey_rules_resolve, RUMMY_E_DEALER,
 * RUMMY_E_DECK, RUMMY_E_POINTS. */
RUMMY_API int rummy_okey_deal(rummy_okey_state *state, const rummy_okey_rules *rules, int players, int dealer,
                              const int32_t *points, const uint8_t deck[RUMMY_OKEY_TILES]);

/* Write the legal moves of the seat to act, in ascending order. Returns their number, 0 when the round is over;
 * RUMMY_OKEY_MOVES bounds it. */
RUMMY_API int rummy_okey_moves(const rummy_okey_state *state, uint16_t out[RUMMY_OKEY_MOVES]);

/* Whether a move may be played. seat: who plays, or -1 for the seat to act. Returns 0, RUMMY_E_ARGUMENT, or a code from
 * RUMMY_E_MOVE to RUMMY_E_NO_PASS. */
RUMMY_API int rummy_okey_check(const rummy_okey_state *state, int seat, int move);

/* Check and play a move; *event (if not NULL) is what everybody learns, out (if not NULL) takes the legal moves that
 * follow. Returns their number (0 without out), or an error of rummy_okey_check. */
RUMMY_API int rummy_okey_play(rummy_okey_state *state, int seat, int move, rummy_event *event,
                              uint16_t out[RUMMY_OKEY_MOVES]);

/* What a seat may see (O-7); seat -1 is a spectator. Tiles of other hands and of the stock are not in it, but for the
 * winner's hand at the end. */
typedef struct rummy_okey_view {
    int32_t points[RUMMY_SEATS];
    uint16_t turns;
    uint8_t players, dealer, turn, phase, indicator, okey, shower, stock;
    uint8_t drawn;              /* the tile the seat drew or took this turn, else RUMMY_NONE */
    uint8_t size[RUMMY_SEATS];  /* tiles in each hand */
    uint8_t hand[RUMMY_KINDS];  /* the seat's own faces */
    uint8_t known[RUMMY_SEATS][RUMMY_KINDS]; /* of each hand, what everybody knows to be in it: taken, or shown */
    uint8_t gone[RUMMY_KINDS];  /* tiles that the seat knows to lie where it cannot get them (O-35) */
    /* entries of the next two: all discards that lie, or the latest of each seat, oldest first */
    uint8_t discards;
    uint8_t discard[RUMMY_OKEY_TILES];
    uint8_t discarded_by[RUMMY_OKEY_TILES];
} rummy_okey_view;

/* Returns 0, or RUMMY_E_ARGUMENT for a seat that is not there. */
RUMMY_API int rummy_okey_view_of(const rummy_okey_state *state, int seat, rummy_okey_view *out);

/* How a round ended. All of it is public. */
typedef struct rummy_okey_outcome {
    uint8_t ending, winner;       /* winner: RUMMY_NONE without one */
    /* the sum of rummy_okey_win that the hand is; counted as pairs if it is both (O-22) */
    uint8_t won_by;
    uint8_t finished_with, source; /* the finishing tile, and whence the last tile of the hand came */
    uint8_t okey_finish, single_color, shower, indicator;
    int32_t factor, color;        /* O-26: 1, 2 or 4; O-29: 1 or 2 */
    uint8_t hand[RUMMY_KINDS];    /* the winner's 14 faces */
    int32_t start[RUMMY_SEATS];   /* points before the round */
    int32_t shown[RUMMY_SEATS];   /* change by the show */
    int32_t won[RUMMY_SEATS];     /* change by the win */
    int32_t ended[RUMMY_SEATS];   /* change by the okeys left, or by the end of the stock (O-36) */
    uint8_t okeys_left[RUMMY_SEATS]; /* okeys in the hands of losers, where each costs something; else 0 */
    int32_t points[RUMMY_SEATS];  /* after the round */
} rummy_okey_outcome;

/* Returns 0, or RUMMY_E_ARGUMENT while the round is running. */
RUMMY_API int rummy_okey_outcome_of(const rummy_okey_state *state, rummy_okey_outcome *out);

/* ---------------------------------------------------------------- settlement (stateless; `rules` must be resolved) */

/* 2 where the colour of the indicator doubles all points (O-29), else 1, or RUMMY_E_INDICATOR. */
RUMMY_API int rummy_okey_color_factor(const rummy_okey_rules *rules, int indicator);

/* What a show (O-30) by `seat` changes at these points. change[i] is added to nobody's points by this call.
 * Returns 0, RUMMY_E_ARGUMENT, RUMMY_E_POINTS, or RUMMY_E_NO_SHOW where the rules know no show. */
RUMMY_API int rummy_okey_settle_show(const rummy_okey_rules *rules, int players, int indicator, const int32_t *points,
                                     int seat, int32_t change[RUMMY_SEATS]);

/* Whether a show that changes these points, those before it, ends the round and the match at once (O-33). Returns 0 or
 * 1, RUMMY_E_ARGUMENT or RUMMY_E_POINTS. */
RUMMY_API int rummy_okey_show_ends(const rummy_okey_rules *rules, int players, const int32_t *points,
                                   const int32_t change[RUMMY_SEATS]);

/* What a win (O-26 to O-32) by `seat` changes at these points. won_by: rummy_okey_win; okey_finish: 0 or 1. Returns the
 * factor of O-26, RUMMY_E_ARGUMENT, RUMMY_E_POINTS, or RUMMY_E_PAIR_NEVER for pairs where the rules know none. */
RUMMY_API int rummy_okey_settle_win(const rummy_okey_rules *rules, int players, int indicator, const int32_t *points,
                                    int seat, int won_by, int okey_finish, int32_t change[RUMMY_SEATS]);

/* What the end of a round changes at these points (O-36): for the losers by the okeys left in their hands, or for all by
 * the end of the stock, winner RUMMY_NONE. Returns 0, RUMMY_E_ARGUMENT, RUMMY_E_POINTS, or RUMMY_E_COPIES for more okeys
 * than the two that there are. */
RUMMY_API int rummy_okey_settle_end(const rummy_okey_rules *rules, int players, const int32_t *points, int winner,
                                    const uint8_t okeys[RUMMY_SEATS], int32_t change[RUMMY_SEATS]);

/* The most that a round can change the points of a seat, whatever its indicator (O-33). Returns it, or
 * RUMMY_E_ARGUMENT. */
RUMMY_API int32_t rummy_okey_room(const rummy_okey_rules *rules, int players);

/* Whether the match ends after `rounds` rounds at these points (O-33). Returns 0 or 1, RUMMY_E_ARGUMENT or
 * RUMMY_E_POINTS. */
RUMMY_API int rummy_okey_decided(const rummy_okey_rules *rules, int players, const int32_t *points, int rounds);

/* The seats that lead, as a bit set: those with the most points, or with deduct_from=winner the fewest (O-33). Returns
 * it, RUMMY_E_ARGUMENT or RUMMY_E_POINTS. */
RUMMY_API int rummy_okey_leaders(const rummy_okey_rules *rules, int players, const int32_t *points);

/* Whether the match ends with this round, its round number `rounds` from 1 on (O-33, O-34). Returns 0 or 1, or
 * RUMMY_E_ARGUMENT for a round that is running and for rounds below 0. */
RUMMY_API int rummy_okey_match_end(const rummy_okey_state *state, int rounds);

/* The seats that win a match which ends with this round, as a bit set: the leaders, or who has won by one colour and
 * the partner (O-34). Returns it, or RUMMY_E_ARGUMENT for a round that is running. */
RUMMY_API int rummy_okey_match_winners(const rummy_okey_state *state);

/* The dealer of the next round (O-4); winner: RUMMY_NONE without one. Returns the seat or RUMMY_E_ARGUMENT. */
RUMMY_API int rummy_okey_next_dealer(const rummy_okey_rules *rules, int players, int dealer, int winner);

/* cdef-end */

#ifdef __cplusplus
}
#endif

#endif
