/* rummycore: an engine for rummy-family games.
 *
 * The library never allocates, prints, reads a clock or a file, or keeps mutable globals: the caller owns every object, and all
 * chance comes from a generator that the caller passes. Calls on different objects may run at once; calls that share an object
 * need the caller's lock.
 *
 * Every fallible function returns an int: >= 0 is success (a count, where there is one), < 0 is a RUMMY_E_* code, for which
 * rummy_okey_strerror and rummy_marriage_strerror have a sentence.
 * On failure nothing has been changed but what a description names: *where, and lists that ran out of room.
 *
 * Three things are trusted: pointers, each to as much memory as its type and its description say; `rules` that rummy_okey_rules_resolve
 * wrote or rummy_marriage_rules_check accepted; states and generators, which only the library writes. Everything else that comes from
 * outside is checked: counts, kinds, seats, numbers of players, points, goals, moves, decks.
 *
 * ONE IDEA: both games are 52 kinds and one joker kind, with multiplicity.
 *
 *     kind = suit * 13 + (rank - 1)          suits in the order r y b k (Okey), c d h s (Marriage)
 *
 *             rank    1   2   3   4   5   6   7   8   9  10  11  12  13
 *     r, c            0   1   2   3   4   5   6   7   8   9  10  11  12
 *     y, d           13  14  15  16  17  18  19  20  21  22  23  24  25
 *     b, h           26  27  28  29  30  31  32  33  34  35  36  37  38
 *     k, s           39  40  41  42  43  44  45  46  47  48  49  50  51
 *     F, M           52
 *
 * Two count vectors of 53 bytes exist and are never mixed:
 *     faces   how often each printed piece is held; column 52 counts F.
 *     values  columns 0..51 count pieces by what they are worth in a meld, column 52 the wild ones. rummy_okey_values makes values
 *             out of faces: the okeys leave their column for column 52, and the false jokers take the column they left.
 *
 * Rules are cited by their number in docs/okey.md, as O-16.
 */
#ifndef RUMMYCORE_H
#define RUMMYCORE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(RUMMY_API)
#define RUMMY_API __attribute__((visibility("default")))
#elif !defined(RUMMY_API)
#define RUMMY_API
#endif

/* cdef-begin */

/* ---------------------------------------------------------------- version */

#define RUMMY_VERSION_MAJOR 0
#define RUMMY_VERSION_MINOR 1
#define RUMMY_VERSION_PATCH 0
#define RUMMY_RULES_VERSION 2 /* rises when a legal move or a payoff changes; records carry it */

/* The version the library was compiled as: major * 10000 + minor * 100 + patch. */
RUMMY_API int rummy_version(void);

/* ---------------------------------------------------------------- shared sizes and errors */

#define RUMMY_KINDS 53
#define RUMMY_FACES 52
#define RUMMY_JOKER 52 /* the joker piece in faces, the wild column in values */
#define RUMMY_RANKS 13
#define RUMMY_SEATS 4
#define RUMMY_NONE 255 /* no kind, no seat */
#define RUMMY_POINTS_MAX 1000000000 /* points of a seat lie within plus and minus this */

enum rummy_error {
    RUMMY_E_SPACE = -1,    /* the caller's buffer is too small */
    RUMMY_E_ARGUMENT = -2, /* an argument outside its documented range */

    /* hands, from -100 */
    RUMMY_E_KIND = -100,        /* not a kind */
    RUMMY_E_COUNT = -101,       /* a wrong number of tiles or cards */
    RUMMY_E_COPIES = -102,      /* more copies of a tile or card than exist */
    RUMMY_E_INDICATOR = -103,   /* the indicator is no numbered tile */
    RUMMY_E_MELD_SIZE = -110,   /* too few or too many tiles for a meld */
    RUMMY_E_MELD_MIXED = -111,  /* neither one rank nor one suit */
    RUMMY_E_MELD_SUIT = -112,   /* a group with one suit twice */
    RUMMY_E_MELD_GAP = -113,    /* a run with a rank missing or twice */
    RUMMY_E_MELD_WRAP = -114,   /* a run that goes past its end, as 13-1-2 */
    RUMMY_E_MELD_PAIR = -115,   /* two tiles that are no pair */
    RUMMY_E_PAIR_NEVER = -116,  /* a pair where the rules know none */
    RUMMY_E_PAIR_WILD = -117,   /* a pair with a wild where the rules let none complete it */
    RUMMY_E_COMBO_MIXED = -120, /* three cards that fit in nothing */
    RUMMY_E_COMBO_SUIT = -121,  /* two of one suit in a triplet */
    RUMMY_E_COMBO_WRAP = -122,  /* a run around the ace that the rules do not know, as K-A-2 */
    RUMMY_E_COMBO_PAIR = -123,  /* an identical pair with one joker */
    RUMMY_E_COMBO_JOKERS = -124, /* more jokers than the rules let stand together */
    RUMMY_E_COMBO_UNSEEN = -125, /* a man before the tiplu is seen */

    /* rules, from -200 */
    RUMMY_E_RANGE = -200,       /* a rule's value outside its range */
    RUMMY_E_PLAYERS = -201,     /* not 2, 3 or 4 players */
    RUMMY_E_TEAMS = -202,       /* teams without four players */
    RUMMY_E_DEDUCT_FROM = -203, /* deduct_from=winner without payout=deduct */
    RUMMY_E_LAST_TAKE = -204,   /* next_may_take_to_win while a taken discard may not finish */
    RUMMY_E_ROUNDS = -205,      /* game_end=rounds and rounds must come together */
    RUMMY_E_SEATS = -210,       /* not 2 to 6 players */
    RUMMY_E_DUBLEES = -211,     /* fewer dublees to win than to see */
    RUMMY_E_BETRAYED = -212,    /* blocked_for_all while the tiplu lies hidden */
    RUMMY_E_NO_DUBLEES = -213,  /* dublees where the rules, or so few players, know none */

    /* states, from -300 */
    RUMMY_E_DEALER = -300, /* no such seat for the dealer */
    RUMMY_E_DECK = -301,   /* not each of the tiles or cards in its number, or a false joker as indicator */
    RUMMY_E_POINTS = -302, /* points out of range or without room for a round, or partners with different points */
    RUMMY_E_MAAL = -303,   /* maal points below 0 or out of range */
    RUMMY_E_WINNER_UNSEEN = -304, /* a winner who has not seen the tiplu */

    /* moves, from -400 */
    RUMMY_E_MOVE = -400,         /* no such move */
    RUMMY_E_OVER = -401,         /* the round is over */
    RUMMY_E_TURN = -402,         /* another seat is to act */
    RUMMY_E_NOT_DRAWN = -403,    /* a tile or card must be drawn or taken first */
    RUMMY_E_DRAWN = -404,        /* a tile or card has been drawn already */
    RUMMY_E_LAST_CHANCE = -405,  /* the stock is used up: only take or pass */
    RUMMY_E_NOT_HELD = -406,     /* the tile or card is not in the hand */
    RUMMY_E_NOT_WON = -407,      /* what would be left is no winning hand */
    RUMMY_E_TAKEN_BACK = -408,   /* what has just been taken may not be discarded */
    RUMMY_E_OKEY_DISCARD = -409, /* an okey may not be discarded */
    RUMMY_E_FINISH_TAKEN = -410, /* no finish in a turn that took the discard */
    RUMMY_E_FINISH_DEALT = -411, /* no finish on the dealt hand */
    RUMMY_E_NO_SHOW = -412,      /* these rules know no showing of the indicator's twin */
    RUMMY_E_SHOW_LATE = -413,    /* the time to show is over */
    RUMMY_E_SHOWN = -414,        /* it has been shown already */
    RUMMY_E_SHOW_DRAWN = -415,   /* the twin was not dealt */
    RUMMY_E_NO_PASS = -416,      /* nothing to pass */
    RUMMY_E_WINDOW = -420,       /* dealt tunnelas are being exposed: expose or done */
    RUMMY_E_WINDOW_OVER = -421,  /* the time to expose is over */
    RUMMY_E_NO_TUNNELA = -422,   /* not three of this card in the hand */
    RUMMY_E_ORDER = -423,        /* tunnelas are exposed in the order of their ids */
    RUMMY_E_NO_DISCARD = -424,   /* there is no discard to take */
    RUMMY_E_UPCARD = -425,       /* the first turn may not take the upcard */
    RUMMY_E_JOKER_DISCARD = -426, /* a joker may not be taken */
    RUMMY_E_UNSEEN_TAKE = -427,  /* no discard for a seat that has not seen the tiplu */
    RUMMY_E_DUBLEE_TAKE = -428,  /* a dublee seat takes only what finishes */
    RUMMY_E_NO_OTHER = -429,     /* nothing would be left to discard */
    RUMMY_E_DRAFT = -430,        /* a draft of combinations must be completed and seen */
    RUMMY_E_FORCED = -431,       /* the taken discard must finish the hand */
    RUMMY_E_NOT_SEEN = -432,     /* only a seat that has seen by three combinations finishes so */
    RUMMY_E_SEEN = -433,         /* the tiplu has been seen, nothing more is laid */
    RUMMY_E_NOT_LAID = -434,     /* not enough is laid to see the tiplu */
    RUMMY_E_NO_LAY = -435        /* not held, out of order, or the draft could not be completed */
};

/* A constant sentence for a RUMMY_E_* code in the words of a game, without full stop; never NULL.
 * A code that the game does not give is "an unknown error" to it. */
RUMMY_API const char *rummy_okey_strerror(int code);
RUMMY_API const char *rummy_marriage_strerror(int code);

/* ---------------------------------------------------------------- chance */

/* xoshiro256** 1.0 of D. Blackman and S. Vigna, its four words filled from a 64-bit seed by splitmix64 of S. Vigna. The same
 * seed gives the same numbers on every platform; tests pin them. */
typedef struct rummy_random {
    uint64_t word[4];
} rummy_random;

RUMMY_API void rummy_random_seed(rummy_random *random, uint64_t seed);
RUMMY_API uint64_t rummy_random_next(rummy_random *random);

/* A number in 0..bound-1, each equally likely (rejection, no bias); 0 when bound is 0 or 1. */
RUMMY_API uint32_t rummy_random_below(rummy_random *random, uint32_t bound);

/* Put n kinds (fewer than 2**32) into an order in which all n! orders are equally likely. */
RUMMY_API void rummy_shuffle(rummy_random *random, uint8_t *kinds, size_t n);

/* The seed of part `index` (say, of a round) of something seeded with `seed`: splitmix64's output number `index`. */
RUMMY_API uint64_t rummy_derive(uint64_t seed, uint64_t index);

/* ---------------------------------------------------------------- melds */

#define RUMMY_MELD_SIZE 14 /* tiles in the longest run */
#define RUMMY_MELDS 377    /* shapes: 312 runs of 3..14 of four suits, 65 groups of 3 and 4 */

/* What a meld is in a game, as data. A group has one rank in different suits, a run one suit and ranks in a row.
 * Every call that takes a grammar is exact for all that is described here. It refuses all others with RUMMY_E_ARGUMENT. */
typedef struct rummy_grammar {
    uint8_t group_min, group_max; /* sizes of groups: 3 <= min <= max <= 4, or 0 and 0 for no groups */
    uint8_t run_min, run_max;     /* lengths of runs: 3 <= min <= max <= 14, or 0 and 0 for no runs */
    uint8_t high_one;             /* 0 or 1: may rank 1 stand after rank 13 and end the run; a run of 14 needs it */
    uint8_t pair;                 /* a rummy_pair_rule; pairs are read, but neither listed nor arranged */
} rummy_grammar;

enum rummy_pair_rule { RUMMY_PAIR_NEVER = 0, RUMMY_PAIR_NATURAL = 1, RUMMY_PAIR_WILD = 2 };

enum rummy_meld_kind { RUMMY_GROUP = 0, RUMMY_RUN = 1, RUMMY_PAIR = 2 };

/* One meld: value[0..size-1] says what each tile counts as, runs in ascending order; bit i of `wild` says that a wild tile
 * stands at i. `points` is the sum of the ranks counted (a 1 counts 1 at either end), 0 for
 * a pair. */
typedef struct rummy_meld {
    uint8_t kind, size;
    uint8_t value[RUMMY_MELD_SIZE];
    uint16_t wild;
    uint16_t points;
} rummy_meld;

/* Decide whether exactly the tiles of `values` (any number) form one meld, and which: where several readings exist, the one with most points.
 * Returns its size, or why not: a code from RUMMY_E_MELD_SIZE to RUMMY_E_PAIR_WILD.
 * A group or a run of a size that the grammar has not is RUMMY_E_MELD_SIZE, of any size where it has none. */
RUMMY_API int rummy_meld_read(const rummy_grammar *grammar, const uint8_t *values, rummy_meld *out);

/* List every meld that tiles out of `values` can form, each shape once, a wild standing only where the natural tile is missing.
 * Returns their number, which RUMMY_MELDS bounds, or RUMMY_E_SPACE. */
RUMMY_API int rummy_meld_list(const rummy_grammar *grammar, const uint8_t *values, rummy_meld *out, size_t cap);

#define RUMMY_HAND_MAX 22   /* tiles that can be arranged */
#define RUMMY_ARRANGED 7    /* melds in an arrangement of so many tiles */
enum rummy_arrange_by { RUMMY_BY_TILES = 0, RUMMY_BY_POINTS = 1 };

/* Melds laid side by side, each tile in at most one, and what is left over (values). */
typedef struct rummy_arrangement {
    uint8_t melds, tiles;
    uint16_t points;
    uint8_t rest[RUMMY_KINDS];
    rummy_meld meld[RUMMY_ARRANGED];
} rummy_arrangement;

/* Find the best arrangements: most tiles in melds, then most points (or, by points, the reverse). Writes up to `cap` distinct ones of equal worth,
 * the first found first; two that differ only in what a wild stands for count once.
 * A run of 2 * run_min tiles or more comes as parts of run_min to 2 * run_min - 1: in Okey of 3 to 5.
 * Returns the number written (>= 1), RUMMY_E_COUNT for more than RUMMY_HAND_MAX tiles, RUMMY_E_COPIES for more than two of a value or four wilds,
 * RUMMY_E_SPACE when cap is 0, RUMMY_E_ARGUMENT for another `by` or grammar. */
RUMMY_API int rummy_arrange(const rummy_grammar *grammar, const uint8_t *values, int by, rummy_arrangement *out, size_t cap);

/* Lay all tiles of `values` as pairs (RUMMY_PAIR_WILD): equal ones first, single ones with wilds, the wilds left over with each other.
 * Returns the number of pairs, RUMMY_E_MELD_PAIR if tiles stay over, RUMMY_E_COUNT for more than 2 * RUMMY_ARRANGED of them,
 * RUMMY_E_COPIES as rummy_arrange. */
RUMMY_API int rummy_pairs(const uint8_t *values, rummy_arrangement *out);

/* ---------------------------------------------------------------- Okey: rules */

#define RUMMY_AUTO -1 /* an option whose default depends on another one */

enum { RUMMY_OKEY_STARTER_RIGHT_OF_DEALER = 0, RUMMY_OKEY_STARTER_DEALER = 1 };
enum { RUMMY_OKEY_DEALER_ROTATION_ALWAYS = 0, RUMMY_OKEY_DEALER_ROTATION_ONLY_AFTER_WIN = 1, RUMMY_OKEY_DEALER_ROTATION_WINNER_DEALS = 2 };
enum { RUMMY_OKEY_CEREMONY_EXACT = 0, RUMMY_OKEY_CEREMONY_UNIFORM = 1 };
enum { RUMMY_OKEY_DISCARD_VIEW_TOP_ONLY = 0, RUMMY_OKEY_DISCARD_VIEW_ALL = 1 };
enum { RUMMY_OKEY_FALSE_JOKER_ROLE_OKEY_VALUE = 0, RUMMY_OKEY_FALSE_JOKER_ROLE_WILD = 1 };
enum { RUMMY_OKEY_RUN_WRAP_NONE = 0, RUMMY_OKEY_RUN_WRAP_HIGH_ONE = 1 };
enum { RUMMY_OKEY_PAIRS_WITH_JOKERS_ANY = 0, RUMMY_OKEY_PAIRS_WITH_JOKERS_NONE = 1 };
enum { RUMMY_OKEY_DISCARD_TAKEN_ALLOWED = 0, RUMMY_OKEY_DISCARD_TAKEN_FORBIDDEN = 1 };
enum { RUMMY_OKEY_DISCARD_OKEY_ALLOWED = 0, RUMMY_OKEY_DISCARD_OKEY_FORBIDDEN = 1 };
enum { RUMMY_OKEY_STOCK_END_AFTER_LAST_DISCARD = 0, RUMMY_OKEY_STOCK_END_NEXT_MAY_TAKE_TO_WIN = 1 };
enum { RUMMY_OKEY_DOUBLE_COMBINATION_MULTIPLY = 0, RUMMY_OKEY_DOUBLE_COMBINATION_SINGLE = 1 };
enum { RUMMY_OKEY_PAYOUT_TRANSFER = 0, RUMMY_OKEY_PAYOUT_DEDUCT = 1 };
enum { RUMMY_OKEY_COLOR_RULE_OFF = 0, RUMMY_OKEY_COLOR_RULE_RED_BLACK_DOUBLE = 1 };
enum { RUMMY_OKEY_INDICATOR_WINDOW_BEFORE_FIRST_DISCARD = 0, RUMMY_OKEY_INDICATOR_WINDOW_BEFORE_FIRST_DRAW = 1 };
enum { RUMMY_OKEY_DEDUCT_FROM_LOSERS = 0, RUMMY_OKEY_DEDUCT_FROM_WINNER = 1 };
enum { RUMMY_OKEY_INSUFFICIENT_POINTS_GO_NEGATIVE = 0, RUMMY_OKEY_INSUFFICIENT_POINTS_PAY_WHAT_LEFT = 1 };
enum { RUMMY_OKEY_GAME_END_POINTS_OUT = 0, RUMMY_OKEY_GAME_END_ROUNDS = 1, RUMMY_OKEY_GAME_END_NEVER = 2 };
enum { RUMMY_OKEY_GAME_END_CHECK_ROUND_END = 0, RUMMY_OKEY_GAME_END_CHECK_IMMEDIATE = 1 };
enum { RUMMY_OKEY_SINGLE_COLOR_WIN_OFF = 0, RUMMY_OKEY_SINGLE_COLOR_WIN_WIN_GAME = 1 };
enum { RUMMY_OKEY_TEAMS_OFF = 0, RUMMY_OKEY_TEAMS_OPPOSITE = 1 };

/* The options of the game, in the order of docs/okey.md. Choices hold one of the enumerators above that bear the field's name, switches
 * 0 or 1, numbers themselves; fields marked * may hold RUMMY_AUTO. Start from rummy_okey_rules_init. */
typedef struct rummy_okey_rules {
    int32_t starter;                /* O-3 */
    int32_t dealer_rotation;        /* O-4 */
    int32_t ceremony;               /* O-5 */
    int32_t discard_view;           /* O-7 */
    int32_t false_joker_role;       /* O-10 */
    int32_t run_wrap;               /* O-19 */
    int32_t seven_pairs;            /* O-21, switch */
    int32_t pairs_with_jokers;      /* O-21 */
    int32_t finish_on_taken_discard; /* O-16, switch */
    int32_t finish_on_dealt_hand;   /* O-16, switch */
    int32_t discard_taken;          /* O-15 */
    int32_t discard_okey;           /* O-15 */
    int32_t stock_end;              /* O-24 */
    int32_t turn_cap;               /* O-25, 1..10000 turns */
    int32_t double_combination;     /* O-26 */
    int32_t payout;                 /* O-27, O-28 */
    int32_t start_points;           /* * 1..1000000: 10 with transfer, 20 with deduct */
    int32_t base_win;               /* * 1..1000000: 1 with transfer, 2 with deduct */
    int32_t deduct_from;            /* O-28 */
    int32_t color_rule;             /* * O-29: off with transfer, red_black_double with deduct */
    int32_t indicator_bonus;        /* * O-17, switch: off with transfer, on with deduct */
    int32_t indicator_window;       /* O-17 */
    int32_t indicator_drawn_counts; /* O-17, switch */
    int32_t base_indicator;         /* * O-30, 0..1000000: 0 with transfer, 1 with deduct */
    int32_t indicator_min_points;   /* O-30, 0..1000000 */
    int32_t insufficient_points;    /* O-31 */
    int32_t teams;                  /* O-32 */
    int32_t game_end;               /* O-33 */
    int32_t rounds;                 /* O-33, 1..1000000 with game_end=rounds, else 0 */
    int32_t game_end_check;         /* O-33 */
    int32_t single_color_win;       /* O-34 */
} rummy_okey_rules;

/* The default game. */
RUMMY_API void rummy_okey_rules_init(rummy_okey_rules *rules);

/* Replace every RUMMY_AUTO by what it means and check the whole; players 0 leaves out the checks that need their number.
 * Returns 0, RUMMY_E_RANGE (with *where, if not NULL, the index of the field among the int32_t), or another code from
 * RUMMY_E_PLAYERS to RUMMY_E_ROUNDS. */
RUMMY_API int rummy_okey_rules_resolve(const rummy_okey_rules *rules, int players, rummy_okey_rules *out, int *where);

/* ---------------------------------------------------------------- Okey: hands (stateless) */

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

/* Make n rows of values out of n rows of faces, which must be possible beside the indicator. `out` may be `faces`.
 * Returns 0, RUMMY_E_INDICATOR, or RUMMY_E_COPIES with *where the index of the row. */
RUMMY_API int rummy_okey_values(const rummy_okey_rules *rules, const uint8_t *faces, int indicator, size_t n, uint8_t *out, size_t *where);

/* Decide for n rows of 14 values whether they win (O-20 to O-22): out[i] is a sum of rummy_okey_win. `out` may be `values`.
 * Returns 0, or with *where the index of the first bad row RUMMY_E_COUNT or RUMMY_E_COPIES; then out is unchanged. */
RUMMY_API int rummy_okey_win(const rummy_okey_rules *rules, const uint8_t *values, size_t n, uint8_t *out, size_t *where);

/* Find for n rows of 15 values the discards that leave a winning hand: bit v of by[i][0] for melds, of by[i][1] for pairs, v the value discarded (O-16).
 * Returns 0, or with *where the index of the first bad row RUMMY_E_COUNT or RUMMY_E_COPIES; then by is unchanged. */
RUMMY_API int rummy_okey_finishes(const rummy_okey_rules *rules, const uint8_t *values, size_t n, uint64_t (*by)[2], size_t *where);

/* ---------------------------------------------------------------- Okey: distance (stateless, O-35)
 *
 * The distance of a hand is the fewest draws, each of a tile of the player's wish that can still be had, after which 14 of the tiles are a winning hand.
 * `ways` is a sum of rummy_okey_win: by which of them. `left` are rows of values: how many of each can still be had. NULL: all tiles there are
 * but the row's own and the indicator, which may be RUMMY_NONE. */

#define RUMMY_NEVER -1      /* as a distance: no draw can ever do */
#define RUMMY_NOT_HELD -2   /* in a table of discards: the column's tile is not held */

/* What can still be had beside n rows of values, held or known to lie elsewhere, and the indicator (or RUMMY_NONE). `out` may be `values`.
 * Returns 0, RUMMY_E_INDICATOR, or with *where the index of the first bad row RUMMY_E_COPIES; then out is unchanged. */
RUMMY_API int rummy_okey_left(const rummy_okey_rules *rules, const uint8_t *values, int indicator, size_t n, uint8_t *out, size_t *where);

/* The distances of n rows of 14 or 15 values; 0 on 15 if a discard leaves a winning hand. useful (or NULL): for each row the set of values that can be had and of
 * which a draw lowers the distance (then by one). Returns 0, RUMMY_E_INDICATOR, RUMMY_E_ARGUMENT for other ways, or with *where the index of the first
 * bad row RUMMY_E_COUNT or RUMMY_E_COPIES (without `left` a row must fit beside the indicator; with it, beside what is left); then nothing is written. */
RUMMY_API int rummy_okey_distance(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int indicator, int ways, size_t n, int8_t *out, uint64_t *useful, size_t *where);

/* The discards of n rows of 15 values: out[53 * i + v] is the distance that discarding v leaves (the tile does not come back), RUMMY_NEVER or
 * RUMMY_NOT_HELD; useful[53 * i + v] (or NULL) the useful values then. Returns as rummy_okey_distance. */
RUMMY_API int rummy_okey_discards(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int indicator, int ways, size_t n, int8_t *out, uint64_t *useful, size_t *where);

/* A nearest winning hand of 14 or 15 values: *out lays its 14 tiles as melds, or as pairs where these alone are nearer (or asked for), and missing counts those of
 * them that must be drawn. Returns the distance, RUMMY_NEVER (then nothing is written), or an error of rummy_okey_distance with the meaning there. */
RUMMY_API int rummy_okey_nearest(const rummy_okey_rules *rules, const uint8_t *values, const uint8_t *left, int indicator, int ways, rummy_arrangement *out, uint8_t missing[RUMMY_KINDS]);

/* ---------------------------------------------------------------- Okey: moves */

enum rummy_okey_move {
    RUMMY_OKEY_DRAW = 0,
    RUMMY_OKEY_TAKE = 1,
    RUMMY_OKEY_SHOW = 2,
    RUMMY_OKEY_PASS = 3,
    RUMMY_OKEY_DISCARD = 4,  /* + kind */
    RUMMY_OKEY_FINISH = 57,  /* + kind */
    RUMMY_OKEY_MOVES = 110   /* ids 0..109 */
};

/* What everybody learns of a move: who, what, and which tile where that is public (else RUMMY_NONE). */
typedef struct rummy_event {
    uint8_t seat, tile;
    uint16_t move;
} rummy_event;

/* ---------------------------------------------------------------- Okey: the round */

enum rummy_okey_phase { RUMMY_OKEY_TO_DRAW = 0, RUMMY_OKEY_TO_DISCARD = 1, RUMMY_OKEY_LAST_CHANCE = 2, RUMMY_OKEY_OVER = 3 };
enum rummy_okey_source { RUMMY_OKEY_DEALT = 0, RUMMY_OKEY_DRAWN = 1, RUMMY_OKEY_TAKEN = 2 };
enum rummy_okey_ending {
    RUMMY_OKEY_RUNNING = 0,
    RUMMY_OKEY_WON = 1,
    RUMMY_OKEY_STOCK_OUT = 2,  /* O-24 */
    RUMMY_OKEY_TRUNCATED = 3,  /* O-25 */
    RUMMY_OKEY_POINTS_OUT = 4  /* O-33: a show ended the match at once */
};

/* One round. A plain value: assignment copies it, memcmp compares it. Only the library writes to the fields; to read what a seat may know
 * and how the round ended, take rummy_okey_view_of and rummy_okey_outcome_of. */
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

/* Deal a round from a deck: the hands of seats 0, 1, ... in blocks (15 tiles for the starter, 14 for the others), the stock in the order in which
 * it will be drawn, and the indicator last: the table as the ceremony leaves it with the die at 6. points: NULL, or one for each seat, so far within
 * RUMMY_POINTS_MAX that rummy_okey_room is left: then no round takes them out.
 * Returns the number of legal moves, or an error of rummy_okey_rules_resolve, RUMMY_E_DEALER, RUMMY_E_DECK, RUMMY_E_POINTS. */
RUMMY_API int rummy_okey_deal(rummy_okey_state *state, const rummy_okey_rules *rules, int players, int dealer, const int32_t *points, const uint8_t deck[RUMMY_OKEY_TILES]);

/* Write the legal moves of the seat to act, in ascending order. Returns their number, 0 when the round is over; RUMMY_OKEY_MOVES bounds it. */
RUMMY_API int rummy_okey_moves(const rummy_okey_state *state, uint16_t out[RUMMY_OKEY_MOVES]);

/* Whether a move may be played. seat: who plays, or -1 for the seat to act. Returns 0, RUMMY_E_ARGUMENT, or a code from RUMMY_E_MOVE to RUMMY_E_NO_PASS. */
RUMMY_API int rummy_okey_check(const rummy_okey_state *state, int seat, int move);

/* Check and play a move; *event (if not NULL) is what everybody learns, out (if not NULL) takes the legal moves that follow.
 * Returns their number (0 without out), or an error of rummy_okey_check. */
RUMMY_API int rummy_okey_play(rummy_okey_state *state, int seat, int move, rummy_event *event, uint16_t out[RUMMY_OKEY_MOVES]);

/* What a seat may see (O-7); seat -1 is a spectator. Tiles of other hands and of the stock are not in it, but for the winner's hand at the end. */
typedef struct rummy_okey_view {
    int32_t points[RUMMY_SEATS];
    uint16_t turns;
    uint8_t players, dealer, turn, phase, indicator, okey, shower, stock;
    uint8_t drawn;              /* the tile the seat drew or took this turn, else RUMMY_NONE */
    uint8_t size[RUMMY_SEATS];  /* tiles in each hand */
    uint8_t hand[RUMMY_KINDS];  /* the seat's own faces */
    uint8_t known[RUMMY_SEATS][RUMMY_KINDS]; /* of each hand, what everybody knows to be in it: taken, or shown */
    uint8_t discards;           /* entries of the next two: all discards that lie, or the latest of each seat, oldest first */
    uint8_t discard[RUMMY_OKEY_TILES];
    uint8_t discarded_by[RUMMY_OKEY_TILES];
} rummy_okey_view;

/* Returns 0, or RUMMY_E_ARGUMENT for a seat that is not there. */
RUMMY_API int rummy_okey_view_of(const rummy_okey_state *state, int seat, rummy_okey_view *out);

/* How a round ended. All of it is public. */
typedef struct rummy_okey_outcome {
    uint8_t ending, winner;       /* winner: RUMMY_NONE without one */
    uint8_t won_by;               /* the sum of rummy_okey_win that the hand is; counted as pairs if it is both (O-22) */
    uint8_t finished_with, source; /* the finishing tile, and whence the last tile of the hand came */
    uint8_t okey_finish, single_color, shower, indicator;
    int32_t factor, color;        /* O-26: 1, 2 or 4; O-29: 1 or 2 */
    uint8_t hand[RUMMY_KINDS];    /* the winner's 14 faces */
    int32_t start[RUMMY_SEATS];   /* points before the round */
    int32_t shown[RUMMY_SEATS];   /* change by the show */
    int32_t won[RUMMY_SEATS];     /* change by the win */
    int32_t points[RUMMY_SEATS];  /* after the round */
} rummy_okey_outcome;

/* Returns 0, or RUMMY_E_ARGUMENT while the round is running. */
RUMMY_API int rummy_okey_outcome_of(const rummy_okey_state *state, rummy_okey_outcome *out);

/* ---------------------------------------------------------------- Okey: settlement (stateless; `rules` must be resolved) */

/* 2 where the colour of the indicator doubles all points (O-29), else 1, or RUMMY_E_INDICATOR. */
RUMMY_API int rummy_okey_color_factor(const rummy_okey_rules *rules, int indicator);

/* What a show (O-30) by `seat` changes at these points. change[i] is added to nobody's points by this call.
 * Returns 0, RUMMY_E_ARGUMENT, RUMMY_E_POINTS, or RUMMY_E_NO_SHOW where the rules know no show. */
RUMMY_API int rummy_okey_settle_show(const rummy_okey_rules *rules, int players, int indicator, const int32_t *points, int seat, int32_t change[RUMMY_SEATS]);

/* Whether a show that changes these points, those before it, ends the round and the match at once (O-33). Returns 0 or 1, RUMMY_E_ARGUMENT or
 * RUMMY_E_POINTS. */
RUMMY_API int rummy_okey_show_ends(const rummy_okey_rules *rules, int players, const int32_t *points, const int32_t change[RUMMY_SEATS]);

/* What a win (O-26 to O-32) by `seat` changes at these points. won_by: rummy_okey_win; okey_finish: 0 or 1. Returns the factor of O-26,
 * RUMMY_E_ARGUMENT, RUMMY_E_POINTS, or RUMMY_E_PAIR_NEVER for pairs where the rules know none. */
RUMMY_API int rummy_okey_settle_win(const rummy_okey_rules *rules, int players, int indicator, const int32_t *points, int seat, int won_by, int okey_finish, int32_t change[RUMMY_SEATS]);

/* The most that a round can change the points of a seat, whatever its indicator (O-33). Returns it, or RUMMY_E_ARGUMENT. */
RUMMY_API int32_t rummy_okey_room(const rummy_okey_rules *rules, int players);

/* Whether the match ends after `rounds` rounds at these points (O-33). Returns 0 or 1, RUMMY_E_ARGUMENT or RUMMY_E_POINTS. */
RUMMY_API int rummy_okey_decided(const rummy_okey_rules *rules, int players, const int32_t *points, int rounds);

/* The seats that lead, as a bit set: those with the most points, or with deduct_from=winner the fewest (O-33). Returns it, RUMMY_E_ARGUMENT
 * or RUMMY_E_POINTS. */
RUMMY_API int rummy_okey_leaders(const rummy_okey_rules *rules, int players, const int32_t *points);

/* The dealer of the next round (O-4); winner: RUMMY_NONE without one. Returns the seat or RUMMY_E_ARGUMENT. */
RUMMY_API int rummy_okey_next_dealer(const rummy_okey_rules *rules, int players, int dealer, int winner);

/* ---------------------------------------------------------------- Marriage: rules */

enum { RUMMY_MARRIAGE_DEALER_ROTATION_NEXT = 0, RUMMY_MARRIAGE_DEALER_ROTATION_WINNER = 1, RUMMY_MARRIAGE_DEALER_ROTATION_FIXED = 2 };
enum { RUMMY_MARRIAGE_MAN_AS_TIPLU_REDRAW = 0, RUMMY_MARRIAGE_MAN_AS_TIPLU_ACE_OF_SPADES = 1 };
enum {
    RUMMY_MARRIAGE_TIPLU_MODE_HIDDEN_FIRST_SEER_PICKS = 0,
    RUMMY_MARRIAGE_TIPLU_MODE_HIDDEN_PRESET = 1,
    RUMMY_MARRIAGE_TIPLU_MODE_LAST_STOCK_CARD = 2,
    RUMMY_MARRIAGE_TIPLU_MODE_FACE_UP_AT_DEAL = 3
};
enum { RUMMY_MARRIAGE_MAAL_RANK_WRAP_CYCLIC = 0, RUMMY_MARRIAGE_MAAL_RANK_WRAP_NONE = 1 };
enum { RUMMY_MARRIAGE_EXPOSED_TUNNELA_LOCKED = 0, RUMMY_MARRIAGE_EXPOSED_TUNNELA_FREE = 1 };
enum { RUMMY_MARRIAGE_TUNNELA_WINDOW_BEFORE_FIRST_DRAW = 0, RUMMY_MARRIAGE_TUNNELA_WINDOW_OFF = 1 };
enum {
    RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_BLOCKED_IF_SEEN_THREE = 0,
    RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_BLOCKED_IF_SEEN_ANY = 1,
    RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_BLOCKED_FOR_ALL = 2,
    RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_FREE = 3
};
enum { RUMMY_MARRIAGE_UNSEEN_DISCARD_PICKUP_FREE = 0, RUMMY_MARRIAGE_UNSEEN_DISCARD_PICKUP_NEVER = 1 };
enum {
    RUMMY_MARRIAGE_DUBLEE_DISCARD_PICKUP_ONLY_TO_FINISH = 0,
    RUMMY_MARRIAGE_DUBLEE_DISCARD_PICKUP_NEVER = 1,
    RUMMY_MARRIAGE_DUBLEE_DISCARD_PICKUP_FREE = 2
};
enum { RUMMY_MARRIAGE_SAME_CARD_DISCARD_KIND = 0, RUMMY_MARRIAGE_SAME_CARD_DISCARD_ALLOWED = 1 };
enum {
    RUMMY_MARRIAGE_ACE_RUNS_LOW_AND_HIGH = 0,
    RUMMY_MARRIAGE_ACE_RUNS_LOW_ONLY = 1,
    RUMMY_MARRIAGE_ACE_RUNS_HIGH_ONLY = 2,
    RUMMY_MARRIAGE_ACE_RUNS_WRAP = 3
};
enum { RUMMY_MARRIAGE_TIPLU_IF_NEVER_CHOSEN_CHOOSE_AT_END = 0, RUMMY_MARRIAGE_TIPLU_IF_NEVER_CHOSEN_NO_MAAL = 1 };
enum { RUMMY_MARRIAGE_UNSEEN_MAAL_COUNT = 0, RUMMY_MARRIAGE_UNSEEN_MAAL_VOID = 1, RUMMY_MARRIAGE_UNSEEN_MAAL_TO_WINNER = 2 };
enum { RUMMY_MARRIAGE_PARTITION_BEST = 0, RUMMY_MARRIAGE_PARTITION_MARRIAGES_FIRST = 1 };
enum { RUMMY_MARRIAGE_ALTER_DEFINITION_SAME_COLOUR = 0, RUMMY_MARRIAGE_ALTER_DEFINITION_OPPOSITE_COLOUR = 1 };
enum {
    RUMMY_MARRIAGE_TUNNELA_SCOPE_EXPOSED_AT_START = 0,
    RUMMY_MARRIAGE_TUNNELA_SCOPE_SHOWN = 1,
    RUMMY_MARRIAGE_TUNNELA_SCOPE_ANY_IN_HAND = 2,
    RUMMY_MARRIAGE_TUNNELA_SCOPE_OFF = 3
};
enum { RUMMY_MARRIAGE_TUNNELA_NEEDS_THREE_COMBOS = 0, RUMMY_MARRIAGE_TUNNELA_NEEDS_SEEN = 1, RUMMY_MARRIAGE_TUNNELA_NEEDS_NOTHING = 2 };
enum { RUMMY_MARRIAGE_DUBLEE_BONUS_FORM_PER_OPPONENT = 0, RUMMY_MARRIAGE_DUBLEE_BONUS_FORM_MAAL_TO_WINNER = 1 };

/* The options of the game, in the order of docs/marriage.md; written as rummy_okey_rules. Arrays are tables of values for one, two and
 * three of a thing. */
typedef struct rummy_marriage_rules {
    int32_t dealer_rotation;              /* M-3 */
    int32_t maal_rank_wrap;               /* M-4 */
    int32_t printed_jokers;               /* M-5, 0..3 */
    int32_t man_as_tiplu;                 /* M-5 */
    int32_t upcard_at_start;              /* M-6, switch */
    int32_t tiplu_mode;                   /* M-7 */
    int32_t tunnela_window;               /* M-8 */
    int32_t exposed_tunnela;              /* M-8 */
    int32_t first_turn_may_take_upcard;   /* M-10, switch */
    int32_t unseen_discard_pickup;        /* M-10 */
    int32_t joker_discard_pickup;         /* M-10 */
    int32_t dublee_discard_pickup;        /* M-10 */
    int32_t dublee_may_finish_with_joker_discard; /* M-10, switch */
    int32_t same_card_discard;            /* M-11 */
    int32_t ace_runs;                     /* M-12 */
    int32_t max_jokers_in_combo;          /* M-13, 1..3 */
    int32_t joker_natural_use;            /* M-13, switch */
    int32_t identical_pair_plus_joker;    /* M-13, switch */
    int32_t dublee_allowed;               /* M-15, switch */
    int32_t dublee_min_players;           /* M-15, 2..6 */
    int32_t dublees_to_see;               /* M-15, 1..10 */
    int32_t dublees_to_win;               /* M-19, dublees_to_see..10 */
    int32_t dublee_direct_win_unseen;     /* M-19, switch */
    int32_t tiplu_if_never_chosen;        /* M-19 */
    int32_t max_reshuffles;               /* M-21, 0..1000; RUMMY_AUTO: no limit */
    int32_t turn_cap;                     /* M-22, 1..10000 turns */
    int32_t tiplu_values[3];              /* M-23, each 0..10000 */
    int32_t poplu_values[3];              /* M-23 */
    int32_t jhiplu_values[3];             /* M-23 */
    int32_t marriage_values[3];           /* M-23 */
    int32_t marriage_ace_wrap;            /* M-23, switch */
    int32_t partition;                    /* M-23 */
    int32_t alter[3];                     /* M-24 */
    int32_t alter_definition;             /* M-24 */
    int32_t man_values[3];                /* M-24 */
    int32_t tunnela_values[3];            /* M-25: ordinary card, ordinary joker, poplu or jhiplu */
    int32_t tunnela_scope;                /* M-25 */
    int32_t tunnela_needs;                /* M-25 */
    int32_t unseen_maal;                  /* M-26 */
    int32_t seen_payment;                 /* M-27, each 0..10000 */
    int32_t unseen_payment;               /* M-27 */
    int32_t dublee_bonus;                 /* M-27 */
    int32_t dublee_bonus_form;            /* M-27 */
    int32_t seen_dublee_loser_pays;       /* M-27 */
    int32_t pairwise_maal;                /* M-28, switch */
    int32_t unseen_pairs_settle;          /* M-28, switch */
} rummy_marriage_rules;

/* The default game. */
RUMMY_API void rummy_marriage_rules_init(rummy_marriage_rules *rules);

/* Check the options; players 0 leaves out the checks that need their number. Returns 0, RUMMY_E_RANGE with *where (if not NULL) the index
 * of the int32_t, RUMMY_E_SEATS, RUMMY_E_DUBLEES or RUMMY_E_BETRAYED. */
RUMMY_API int rummy_marriage_rules_check(const rummy_marriage_rules *rules, int players, int *where);

/* ---------------------------------------------------------------- Marriage: cards and combinations (stateless) */

#define RUMMY_MARRIAGE_SEATS 6
#define RUMMY_MARRIAGE_HAND 21
#define RUMMY_MARRIAGE_CARDS 159 /* at most: 156 and three men */

enum rummy_marriage_role {
    RUMMY_MARRIAGE_ORDINARY = 0, /* no joker */
    RUMMY_MARRIAGE_JOKER = 1,    /* ordinary joker */
    RUMMY_MARRIAGE_JHIPLU = 2,
    RUMMY_MARRIAGE_POPLU = 3,
    RUMMY_MARRIAGE_TIPLU = 4,
    RUMMY_MARRIAGE_MAN = 5
};
enum rummy_marriage_route { RUMMY_MARRIAGE_NO_ROUTE = 0, RUMMY_MARRIAGE_THREE = 1, RUMMY_MARRIAGE_DUBLEE = 2 };

/* In all calls that follow `tiplu` is the card that lies under the stock: the tiplu's third copy; RUMMY_JOKER for a man in its place, which makes the tiplu the ace of spades
 * (M-5, where men may be it); RUMMY_NONE while it is unknown. The ace of spades alone leaves it open whether it lies there itself: three of it can be held, but only two be had. */

/* The role that a tiplu gives to each kind (M-4, M-5); tiplu RUMMY_NONE: all ordinary. Returns 0 or RUMMY_E_KIND. */
RUMMY_API int rummy_marriage_roles(const rummy_marriage_rules *rules, int tiplu, uint8_t roles[RUMMY_KINDS]);

/* Check that cards can be held together: three copies of each, of the tiplu two (one lies under the stock), as many men as are printed.
 * Returns the number of cards, RUMMY_E_KIND for the tiplu, or RUMMY_E_COPIES with *where (if not NULL) the kind. */
RUMMY_API int rummy_marriage_faces(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu, int *where);

enum rummy_marriage_combo {
    RUMMY_MARRIAGE_TUNNELA = 0,
    RUMMY_MARRIAGE_PURE = 1,
    RUMMY_MARRIAGE_TRIPLET = 2,
    RUMMY_MARRIAGE_DIRTY_RUN = 3,
    RUMMY_MARRIAGE_DIRTY_TRIPLET = 4,
    RUMMY_MARRIAGE_JOKERS = 5 /* two or three jokers and any card */
};

/* Say what three cards are as a combination (M-12, M-13). tiplu RUMMY_NONE: not seen, so there are no jokers.
 * Returns a rummy_marriage_combo (of which TUNNELA and PURE are primary), RUMMY_E_KIND, or why they are none: RUMMY_E_COMBO_PAIR (an identical
 * pair with one joker), RUMMY_E_COMBO_SUIT (two of one suit in a triplet), RUMMY_E_COMBO_WRAP (K-A-2), RUMMY_E_COMBO_JOKERS (too many
 * jokers), RUMMY_E_COMBO_MIXED. */
RUMMY_API int rummy_marriage_combo(const rummy_marriage_rules *rules, int tiplu, const uint8_t cards[3]);

/* Bounds the ways to lay three. A run is known by its lowest card, a tunnela by its kind, so n kinds of which t are held three times make at most
 * n + t combinations; 22 cards are n + 2t at least, so there are 22 combinations or fewer, and 2024 ways to pick three of 22 with repeats. */
#define RUMMY_MARRIAGE_TRIPLES 2048

/* List the distinct ways to lay `want` (1..3) primary combinations out of concealed cards (M-14), each as `want` ascending lay ids.
 * Returns their number, RUMMY_E_ARGUMENT for another `want`, RUMMY_E_COPIES, RUMMY_E_COUNT for more than RUMMY_MARRIAGE_HAND + 1 cards, or RUMMY_E_SPACE if
 * there are more than cap (at most RUMMY_MARRIAGE_TRIPLES exist). cap 0: returns 1 if there is any way, else 0. */
RUMMY_API int rummy_marriage_primary(const rummy_marriage_rules *rules, const uint8_t *faces, int want, uint16_t (*out)[3], size_t cap);

/* How many kinds are held twice or more, men apart (M-15). Any counts will do. */
RUMMY_API int rummy_marriage_dublees(const uint8_t *faces);

/* What concealed cards are to become: `primary` (0..3) primary combinations and `others` (0..4) more that are valid once the tiplu is seen (M-17, M-18),
 * or `dublees` (0..10) dublees (M-15, M-19). RUMMY_NONE closes a way: primary and others both, or dublees; 0 means that nothing of it is missing, so a way of zeros is
 * complete. {3, 0, 7}: to see; {0, 4, RUMMY_NONE}: the rest behind three laid; {3, 4, 8}: a whole hand. */
typedef struct rummy_marriage_goal {
    uint8_t primary, others, dublees;
} rummy_marriage_goal;
enum rummy_marriage_reach { RUMMY_MARRIAGE_BY_COMBOS = 1, RUMMY_MARRIAGE_BY_DUBLEES = 2 };

/* Rows below are concealed cards (faces); tiplu[i] belongs to row i, RUMMY_NONE where it is unknown: then no card of the row is a joker.
 * On an error nothing is written but *where, the index of the first bad row: RUMMY_E_COUNT, RUMMY_E_COPIES, RUMMY_E_KIND for the tiplu. RUMMY_E_ARGUMENT: another goal, or one with no way open. */

/* Decide for n rows whether they are the goal: out[i] is a sum of rummy_marriage_reach. A row has 3 * (primary + others) cards, or up to 21 where no combination is asked for. */
RUMMY_API int rummy_marriage_win(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *tiplu, size_t n, uint8_t *out, size_t *where);

/* Find for n rows the discards after which the others are the goal: sets of kinds, by[i][0] by combinations, by[i][1] by dublees.
 * A row has 3 * (primary + others) + 1 cards, or up to 22 where no combination is asked for. Where a way is complete any card may go. */
RUMMY_API int rummy_marriage_finishes(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *tiplu, size_t n, uint64_t (*by)[2], size_t *where);

/* ---------------------------------------------------------------- Marriage: distance (stateless, M-30)
 *
 * The distance to a goal is the fewest cards missing: draws, each of a card of the player's wish that can still be had, after which some of the cards are the goal.
 * `left` are rows of faces: how many of each kind can still be had; NULL: all cards there are but the row's own, and one of its tiplu. Rows have up to 22 cards. */

/* What can still be had beside n rows of cards, held or known to lie elsewhere, and one copy of the row's tiplu where it is known. `out` may be `faces`. */
RUMMY_API int rummy_marriage_left(const rummy_marriage_rules *rules, const uint8_t *faces, const uint8_t *tiplu, size_t n, uint8_t *out, size_t *where);

/* The distances of n rows to the nearer part of the goal, RUMMY_NEVER where no draw can ever do; useful (or NULL): for each row the kinds that can be had and of which a draw lowers it. */
RUMMY_API int rummy_marriage_distance(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *left, const uint8_t *tiplu, size_t n, int8_t *out, uint64_t *useful, size_t *where);

/* The discards of n rows: out[53 * i + k] is the distance that discarding k leaves (the card does not come back), RUMMY_NEVER or RUMMY_NOT_HELD; useful[53 * i + k] (or NULL) as above. */
RUMMY_API int rummy_marriage_discards(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *left, const uint8_t *tiplu, size_t n, int8_t *out, uint64_t *useful, size_t *where);

/* Bounds of the distance of n rows to the goal whatever the tiplu: out[i][0] <= distance <= out[i][1]. */
RUMMY_API int rummy_marriage_bounds(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *left, size_t n, int8_t (*out)[2], size_t *where);

/* A nearest reaching of the goal by one row: combo[0..primary + others - 1] are its combinations, primary ones first, or, where dublees are nearer, pair[0..dublees - 1] its
 * dublees (the other array is untouched), and missing counts the cards that must be drawn. Returns the distance, RUMMY_NEVER (then nothing is written), or an error. *by: a rummy_marriage_reach. */
RUMMY_API int rummy_marriage_nearest(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal, const uint8_t *faces, const uint8_t *left, int tiplu, uint8_t (*combo)[3], uint8_t pair[10], uint8_t missing[RUMMY_KINDS], int *by);

/* Split 3 * combos (0..7) concealed cards into combinations valid once the tiplu is seen. Returns combos, RUMMY_E_COMBO_MIXED if it cannot be,
 * RUMMY_E_ARGUMENT, RUMMY_E_COUNT, or an error of rummy_marriage_faces; RUMMY_E_KIND for RUMMY_NONE too. */
RUMMY_API int rummy_marriage_arrange(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu, int combos, uint8_t (*out)[3]);

/* ---------------------------------------------------------------- Marriage: maal and payments (stateless) */

enum rummy_marriage_item {
    RUMMY_MARRIAGE_ITEM_TIPLU = 0,
    RUMMY_MARRIAGE_ITEM_POPLU = 1,
    RUMMY_MARRIAGE_ITEM_JHIPLU = 2,
    RUMMY_MARRIAGE_ITEM_MARRIAGE = 3,
    RUMMY_MARRIAGE_ITEM_TUNNELA = 4,
    RUMMY_MARRIAGE_ITEM_ALTER = 5,
    RUMMY_MARRIAGE_ITEM_MAN = 6
};
/* Bounds the items of a hand of 22 cards. One card each: the man, two alters, and tiplu, poplu and jhiplu; three cards each: five tunnelas of other kinds. That makes
 * 11 items of 21 cards. A marriage beside what is left of its three kinds makes seven of the small ones, but takes three cards more: a tunnela's. */
#define RUMMY_MARRIAGE_ITEMS 11

/* What the cards of a hand score: items[i] of which how many (tunnelas one by one) make so many points. */
typedef struct rummy_marriage_maal {
    int32_t points;
    int32_t n;
    struct {
        uint8_t item, kind, count, unused;
        int32_t points;
    } items[RUMMY_MARRIAGE_ITEMS];
} rummy_marriage_maal;

/* Score all cards of a hand, `faces`, by the best partition (M-23 to M-25): up to RUMMY_MARRIAGE_HAND + 1. tiplu RUMMY_NONE: nobody has chosen one,
 * so nothing scores (M-19). exposed, shown: sets of kinds that were exposed at the start, or laid as tunnelas; what is not held three times counts for nothing.
 * Returns 0, RUMMY_E_KIND for the tiplu or a set with others than kinds 0..51, RUMMY_E_COUNT, RUMMY_E_COPIES, or RUMMY_E_ARGUMENT for another route. */
RUMMY_API int rummy_marriage_score(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu, uint64_t exposed, uint64_t shown, int route, rummy_marriage_maal *out);

enum rummy_marriage_why {
    RUMMY_MARRIAGE_WHY_SEEN = 0,   /* a seen player pays the winner */
    RUMMY_MARRIAGE_WHY_UNSEEN = 1, /* an unseen one does */
    RUMMY_MARRIAGE_WHY_DUBLEE = 2, /* the bonus for a win with dublees */
    RUMMY_MARRIAGE_WHY_MAAL = 3    /* a difference of points */
};
#define RUMMY_MARRIAGE_PAYMENTS 25

typedef struct rummy_marriage_settlement {
    int32_t points[RUMMY_MARRIAGE_SEATS]; /* as they were settled (M-26) */
    int32_t net[RUMMY_MARRIAGE_SEATS];
    int32_t n;
    struct {
        uint8_t payer, payee, why, unused;
        int32_t amount;
    } payments[RUMMY_MARRIAGE_PAYMENTS];
} rummy_marriage_settlement;

/* Settle a hand of cards (M-26 to M-28). routes: a rummy_marriage_route for each seat, by which it has seen; the winner's says how it won (M-17, M-19). winner: RUMMY_NONE
 * without one: then nothing is paid. Returns 0, RUMMY_E_SEATS, RUMMY_E_MAAL, RUMMY_E_NO_DUBLEES, RUMMY_E_WINNER_UNSEEN, or RUMMY_E_ARGUMENT. */
RUMMY_API int rummy_marriage_settle(const rummy_marriage_rules *rules, int players, const int32_t *points, const uint8_t *routes, int winner, rummy_marriage_settlement *out);

/* The dealer of the next hand of cards (M-3); winner: RUMMY_NONE without one. Returns the seat or RUMMY_E_ARGUMENT. */
RUMMY_API int rummy_marriage_next_dealer(const rummy_marriage_rules *rules, int players, int dealer, int winner);

/* ---------------------------------------------------------------- Marriage: moves */

enum rummy_marriage_move {
    RUMMY_MARRIAGE_DRAW = 0,
    RUMMY_MARRIAGE_TAKE = 1,
    RUMMY_MARRIAGE_SEE = 2,
    RUMMY_MARRIAGE_DONE = 3,
    RUMMY_MARRIAGE_EXPOSE = 4,         /* + kind */
    RUMMY_MARRIAGE_LAY = 56,           /* + kind: a tunnela; + 52 + kind of the lowest card: a run */
    RUMMY_MARRIAGE_LAY_PAIR = 160,     /* + kind */
    RUMMY_MARRIAGE_DISCARD = 212,      /* + kind */
    RUMMY_MARRIAGE_FINISH = 265,       /* + kind */
    RUMMY_MARRIAGE_FINISH_PAIRS = 318, /* + kind */
    RUMMY_MARRIAGE_MOVES = 371         /* ids 0..370 */
};

/* ---------------------------------------------------------------- Marriage: the round */

enum rummy_marriage_phase { RUMMY_MARRIAGE_WINDOW = 0, RUMMY_MARRIAGE_TO_DRAW = 1, RUMMY_MARRIAGE_TO_DISCARD = 2, RUMMY_MARRIAGE_OVER = 3 };
enum rummy_marriage_ending {
    RUMMY_MARRIAGE_RUNNING = 0,
    RUMMY_MARRIAGE_COMBOS = 1,
    RUMMY_MARRIAGE_DUBLEES = 2,
    RUMMY_MARRIAGE_STOCK_OUT = 3, /* M-21 */
    RUMMY_MARRIAGE_TRUNCATED = 4  /* M-22 */
};
#define RUMMY_MARRIAGE_LAID 10 /* most combinations or dublees of a seat on the table, exposed tunnelas apart */

/* One hand of cards, as a plain value (see rummy_okey_state). */
typedef struct rummy_marriage_state {
    rummy_marriage_rules rules;
    rummy_random random; /* for the choice of the tiplu (M-16) and reshuffles (M-21) */
    uint64_t exposed[RUMMY_MARRIAGE_SEATS];
    uint16_t laid[RUMMY_MARRIAGE_SEATS][RUMMY_MARRIAGE_LAID]; /* ids of lay and pair moves */
    uint16_t draft[RUMMY_MARRIAGE_LAID];                      /* of this turn, not yet committed by `see` */
    uint16_t turns, reshuffles;
    uint8_t drafted;
    uint8_t players, dealer, turn, phase;
    uint8_t tiplu; /* RUMMY_NONE until it is chosen */
    uint8_t under; /* the card that lies under the stock for it: the tiplu's third copy, or RUMMY_JOKER for a man in its place (M-5) */
    uint8_t drawn, taken; /* the card that came this turn, and the same if it was the discard */
    uint8_t forced;       /* the dublee player who took the discard must finish (M-20) */
    uint8_t ending, winner, finished_with, in_one_turn;
    uint8_t seen_at; /* the turn's seat has seen in this very turn */
    uint8_t seen[RUMMY_MARRIAGE_SEATS], route[RUMMY_MARRIAGE_SEATS], laid_count[RUMMY_MARRIAGE_SEATS];
    uint8_t hand[RUMMY_MARRIAGE_SEATS][RUMMY_KINDS];  /* concealed cards */
    uint8_t known[RUMMY_MARRIAGE_SEATS][RUMMY_KINDS]; /* of these, how many everybody knows: taken, or exposed and given back (M-8) */
    uint8_t stock_size, discards;
    uint8_t stock[RUMMY_MARRIAGE_CARDS]; /* the last is drawn first */
    uint8_t discard[RUMMY_MARRIAGE_CARDS]; /* oldest first */
    uint8_t discarded_by[RUMMY_MARRIAGE_CARDS]; /* RUMMY_NONE for the card turned up at the deal */
} rummy_marriage_state;

/* Write a shuffled deck of 156 cards and the printed jokers. Returns its size, or RUMMY_E_RANGE for more jokers than there can be. */
RUMMY_API int rummy_marriage_shuffle(const rummy_marriage_rules *rules, rummy_random *random, uint8_t deck[RUMMY_MARRIAGE_CARDS]);

/* Deal from a deck: 21 cards to seats 0, 1, ... in blocks, the upcard (M-6), the tiplu where the mode sets it aside (M-7), and the stock in the order in which it
 * will be drawn. seed: of what is left to chance after the deal. Returns the number of legal moves, an error of rummy_marriage_rules_check, RUMMY_E_DEALER or RUMMY_E_DECK. */
RUMMY_API int rummy_marriage_deal(rummy_marriage_state *state, const rummy_marriage_rules *rules, int players, int dealer, const uint8_t *deck, uint64_t seed);

/* As rummy_okey_moves, rummy_okey_check and rummy_okey_play. */
RUMMY_API int rummy_marriage_moves(const rummy_marriage_state *state, uint16_t out[RUMMY_MARRIAGE_MOVES]);
RUMMY_API int rummy_marriage_check(const rummy_marriage_state *state, int seat, int move);
RUMMY_API int rummy_marriage_play(rummy_marriage_state *state, int seat, int move, rummy_event *event, uint16_t out[RUMMY_MARRIAGE_MOVES]);

/* What a seat may see (M-29); seat -1 is a spectator. */
typedef struct rummy_marriage_view {
    uint64_t exposed[RUMMY_MARRIAGE_SEATS];
    uint16_t laid[RUMMY_MARRIAGE_SEATS][RUMMY_MARRIAGE_LAID];
    uint16_t draft[RUMMY_MARRIAGE_LAID]; /* the seat's own */
    uint16_t turns, reshuffles;
    uint8_t drafted; /* entries of draft: the seat's own, else 0 */
    uint8_t hidden;  /* trailing events that the seat may not know yet: another's draft */
    uint8_t players, dealer, turn, phase;
    uint8_t tiplu, under; /* RUMMY_NONE unless the seat knows it */
    uint8_t chosen;       /* whether a tiplu has been chosen */
    uint8_t drawn, taken, forced;
    uint8_t stock;
    uint8_t seen[RUMMY_MARRIAGE_SEATS], route[RUMMY_MARRIAGE_SEATS], laid_count[RUMMY_MARRIAGE_SEATS];
    uint8_t size[RUMMY_MARRIAGE_SEATS]; /* concealed cards */
    uint8_t hand[RUMMY_KINDS];
    uint8_t known[RUMMY_MARRIAGE_SEATS][RUMMY_KINDS]; /* of the concealed cards of each, what everybody knows to be among them: taken, or exposed and given back */
    uint8_t discards;
    uint8_t discard[RUMMY_MARRIAGE_CARDS];
    uint8_t discarded_by[RUMMY_MARRIAGE_CARDS];
} rummy_marriage_view;
RUMMY_API int rummy_marriage_view_of(const rummy_marriage_state *state, int seat, rummy_marriage_view *out);

/* How a hand of cards ended, all hands open. */
typedef struct rummy_marriage_outcome {
    uint8_t ending, winner, finished_with, in_one_turn, tiplu;
    uint8_t combos; /* of a win by combinations: the winner's beyond its locked tunnelas and the laid ones, for most maal (M-25) */
    uint8_t combo[7][3];
    uint8_t pairs; /* of a win by dublees: the kinds of the winner's dublees, those laid first */
    uint8_t pair[RUMMY_MARRIAGE_LAID];
    uint8_t route[RUMMY_MARRIAGE_SEATS];
    uint64_t exposed[RUMMY_MARRIAGE_SEATS]; /* kinds exposed at the start of which all three are still there */
    uint64_t shown[RUMMY_MARRIAGE_SEATS];   /* kinds laid as tunnelas, and of the winner those that are tunnelas among combo */
    uint8_t hand[RUMMY_MARRIAGE_SEATS][RUMMY_KINDS];  /* concealed cards of each seat */
    uint8_t cards[RUMMY_MARRIAGE_SEATS][RUMMY_KINDS]; /* all cards of each seat: concealed, laid and exposed */
    rummy_marriage_maal maal[RUMMY_MARRIAGE_SEATS];
    rummy_marriage_settlement settlement;
} rummy_marriage_outcome;
RUMMY_API int rummy_marriage_outcome_of(const rummy_marriage_state *state, rummy_marriage_outcome *out);

/* ---------------------------------------------------------------- many tables at once
 *
 * n tables of one game are stepped together: the caller gives one move for each. A table whose round is over stays as it is, and is seen to be over, until
 * rummy_tables_deal deals its next round. Round number r (from 0) of table i has the seed s = rummy_derive(seed, i), or rummy_derive(s, r) for r > 0, and
 * seat r mod players deals it; a Marriage round takes rummy_derive of its seed and 0 for what is left to chance, an Okey round has no points from before. */

#define RUMMY_TABLES_WAIT 65535 /* in the place of a move: the table is left as it is */

/* The caller fills in what stands first and gives the memory of the arrays, zeros, with every `over` 1; only the library writes to them. */
typedef struct rummy_tables {
    size_t n;
    uint64_t seed;
    int32_t players;
    const rummy_okey_rules *okey_rules; /* of one of the games, resolved; the other is NULL, */
    const rummy_marriage_rules *marriage_rules;
    rummy_okey_state *okey; /* and so are its states. [n] */
    rummy_marriage_state *marriage;
    uint16_t *ids;    /* [n][RUMMY_OKEY_MOVES or RUMMY_MARRIAGE_MOVES] the legal moves, ascending; as many as count says */
    uint8_t *mask;    /* [n][RUMMY_OKEY_MOVES or RUMMY_MARRIAGE_MOVES] 1 for a legal move, else 0; all 0 when it is over */
    uint16_t *count;  /* [n] */
    uint8_t *turn;    /* [n] the seat to act */
    uint8_t *over;    /* [n] 1 when the round is over, else 0 */
    uint8_t *winner;  /* [n] RUMMY_NONE without one, and before the end */
    int32_t *payoff;  /* [n][players] of a round that is over, else 0 */
    uint32_t *round;  /* [n] rounds dealt */
    uint32_t *played; /* [n] moves of the round so far, and in log */
    uint16_t *log;    /* [n][log_room] which they are */
    size_t log_room;  /* at least 2 * turn_cap + RUMMY_TABLES_LOG */
    uint16_t *chosen; /* [n] the moves of a step while it is made */
} rummy_tables;
#define RUMMY_TABLES_LOG 128 /* moves of a round beyond two a turn, at most: shows, exposed tunnelas, lays, sees, passes */

/* Deal the next round at each table that is over. Returns how many that were, RUMMY_E_SPACE for too little log_room, or an error of rummy_okey_deal or rummy_marriage_deal. */
RUMMY_API int rummy_tables_deal(rummy_tables *tables);

/* Play moves[i] at table i. Returns how many rounds this ended, or with *where (if not NULL) the first table that refuses its move an error of rummy_okey_check
 * or rummy_marriage_check; then no table has changed. The number of players and log_room are checked as in rummy_tables_deal, and then *where is left as it is. */
RUMMY_API int rummy_tables_step(rummy_tables *tables, const uint16_t *moves, size_t *where);

/* Write a legal move for each table, each equally likely; RUMMY_TABLES_WAIT for one that is over. */
RUMMY_API void rummy_tables_random(const rummy_tables *tables, rummy_random *random, uint16_t *moves);

/* cdef-end */

#ifdef __cplusplus
}
#endif

#endif
