/* rummycore: an engine for rummy-family games, Okey and Marriage. Include this header alone; it includes one header a
 * game.
 *
 * The library never allocates, prints, reads a clock or reads a file. It keeps no globals that change. The caller owns
 * every object, and all chance comes from a generator that the caller passes. Calls on different objects may run at the
 * same time. Calls that share an object need the caller's lock.
 *
 * A function that can fail returns an int. 0 and more is success (a count, if there is one). A number below 0 is a
 * RUMMY_E_* code; each game has a sentence for it, as rummy_okey_strerror. On failure the outputs are unchanged, except
 * where a description says otherwise: *where, and lists that ran out of room.
 *
 * Three things are trusted. Pointers: each points to as much memory as its type and its description say. Rules:
 * rummy_okey_rules_resolve wrote them, or rummy_marriage_rules_check accepted them. States and generators: only the
 * library writes them. Everything else is checked: counts, kinds, seats, numbers of players, points, goals, moves,
 * decks.
 *
 * ONE IDEA: every game has 52 kinds and one joker kind, and several copies of each.
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
 * A hand is a vector of 53 counts, 53 bytes. There are two sorts, and they are never mixed:
 *     faces   how often each printed tile or card is held. Column 52 counts F or M.
 *     values  for the search of Okey alone. Columns 0..51 count tiles by what they are worth in a meld, column 52 counts the wild
 *             ones. rummy_okey_values makes values out of faces: the okeys go to column 52, the false jokers to the okey's column.
 *
 * Rules are cited by their number: O-16 stands in docs/okey.md, M-16 in docs/marriage.md. / */
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

/* errors-begin: written by csrc/gen_errors.py from errors.json; do not edit */
enum rummy_error {
    /* anything */
    RUMMY_E_SPACE = -1, /* the caller's buffer is too small */
    RUMMY_E_ARGUMENT = -2, /* an argument outside its documented range */

    /* hands, from -100 */
    RUMMY_E_KIND = -100, /* not a kind */
    RUMMY_E_COUNT = -101, /* a wrong number of tiles or cards */
    RUMMY_E_COPIES = -102, /* more copies of a tile or card than exist */
    RUMMY_E_LEFT_OVER = -104, /* a declaration that leaves tiles or cards of the hand over */
    RUMMY_E_MIXED = -105, /* a declaration that mixes two ways to win */

    /* rules, from -200 */
    RUMMY_E_RANGE = -200, /* a rule's value outside its range */

    /* states, from -300 */
    RUMMY_E_DEALER = -300, /* no such seat for the dealer */
    RUMMY_E_DECK = -301, /* not each of the tiles or cards in its number, or a false joker as indicator */

    /* moves, from -400 */
    RUMMY_E_MOVE = -400, /* no such move */
    RUMMY_E_OVER = -401, /* the round is over */
    RUMMY_E_TURN = -402, /* another seat is to act */
    RUMMY_E_NOT_DRAWN = -403, /* a tile or card must be drawn or taken first */
    RUMMY_E_DRAWN = -404, /* a tile or card has been drawn already */
    RUMMY_E_NOT_HELD = -406, /* the tile or card is not in the hand */
    RUMMY_E_NOT_WON = -407, /* what would be left is no winning hand */
    RUMMY_E_TAKEN_BACK = -408, /* what has just been taken may not be discarded */
};
/* errors-end */


/* ---------------------------------------------------------------- chance */

/* xoshiro256** 1.0 of D. Blackman and S. Vigna, its four words filled from a 64-bit seed by splitmix64 of S. Vigna. The
 * same seed gives the same numbers on every platform; tests pin them. */
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

/* What a meld is in a game, as data. A group has one rank in different suits, a run one suit and ranks in a row. Every
 * call that takes a grammar is exact for all that is described here. It refuses all others with RUMMY_E_ARGUMENT. */
typedef struct rummy_grammar {
    uint8_t group_min, group_max; /* sizes of groups: 3 <= min <= max <= 4, or 0 and 0 for no groups */
    uint8_t run_min, run_max;     /* lengths of runs: 3 <= min <= max <= 14, or 0 and 0 for no runs */
    uint8_t high_one;             /* 0 or 1: may rank 1 stand after rank 13 and end the run; a run of 14 needs it */
    uint8_t pair;                 /* a rummy_pair_rule; pairs are read, but neither listed nor arranged */
} rummy_grammar;

enum rummy_pair_rule { RUMMY_PAIR_NEVER = 0, RUMMY_PAIR_NATURAL = 1, RUMMY_PAIR_WILD = 2 };

enum rummy_meld_kind { RUMMY_GROUP = 0, RUMMY_RUN = 1, RUMMY_PAIR = 2 };

/* One meld: value[0..size-1] says what each tile counts as, runs in ascending order; bit i of `wild` says that a wild
 * tile stands at i. `points` is the sum of the ranks counted (a 1 counts 1 at either end), 0 for a pair. */
typedef struct rummy_meld {
    uint8_t kind, size;
    uint8_t value[RUMMY_MELD_SIZE];
    uint16_t wild;
    uint16_t points;
} rummy_meld;

/* Decide whether exactly the tiles of `values` (any number) form one meld, and which: where several readings exist, the
 * one with most points. Returns its size, or why not: a code from RUMMY_E_MELD_SIZE to RUMMY_E_PAIR_WILD. A group or a
 * run of a size that the grammar has not is RUMMY_E_MELD_SIZE, of any size where it has none. */
RUMMY_API int rummy_meld_read(const rummy_grammar *grammar, const uint8_t *values, rummy_meld *out);

/* List every meld that tiles out of `values` can form, each shape once, a wild standing only where the natural tile is
 * missing. Returns their number, which RUMMY_MELDS bounds, or RUMMY_E_SPACE. */
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

/* Find the best arrangements: most tiles in melds, then most points (or, by points, the reverse). Writes up to `cap`
 * distinct ones of equal worth, the first found first; two that differ only in what a wild stands for count once. A run
 * of 2 * run_min tiles or more comes as parts of run_min to 2 * run_min - 1: in Okey of 3 to 5. Returns the number
 * written (>= 1), RUMMY_E_COUNT for more than RUMMY_HAND_MAX tiles, RUMMY_E_COPIES for more than two of a value or four
 * wilds, RUMMY_E_SPACE when cap is 0, RUMMY_E_ARGUMENT for another `by` or grammar. */
RUMMY_API int rummy_arrange(const rummy_grammar *grammar, const uint8_t *values, int by, rummy_arrangement *out,
                            size_t cap);

/* Lay all tiles of `values` as pairs (RUMMY_PAIR_WILD): equal ones first, single ones with wilds, the wilds left over
 * with each other. Returns the number of pairs, RUMMY_E_MELD_PAIR if tiles stay over, RUMMY_E_COUNT for more than 2 *
 * RUMMY_ARRANGED of them, RUMMY_E_COPIES as rummy_arrange. */
RUMMY_API int rummy_pairs(const uint8_t *values, rummy_arrangement *out);

/* ---------------------------------------------------------------- what every game has: options, distances, moves */

#define RUMMY_AUTO -1 /* an option whose default depends on another one */
#define RUMMY_NEVER -1      /* as a distance: no draw can ever do */
#define RUMMY_NOT_HELD -2   /* in a table of discards: the column's tile is not held */

/* What happened by a move. It belongs to the table: rummy_event_for gives what one seat may know of it. */
typedef struct rummy_event {
    uint8_t seat;
    uint8_t tile; /* the tile or card that everybody sees; RUMMY_NONE if there is none */
    uint16_t move;
    uint8_t own;    /* the tile or card that the acting seat sees: what it drew, else the same as `tile` */
    uint8_t hidden; /* 1: only the acting seat knows of the move, until it plays `see` (M-14) */
    uint8_t unused[2];
} rummy_event;

/* Write what a seat (-1: a spectator) may know of an event now. Returns 1; or 0 and writes nothing, if it may not know
 * of it yet. When a seat plays `see`, everybody learns the hidden events before it, in their order. */
RUMMY_API int rummy_event_for(const rummy_event *event, int seat, rummy_event *out);

/* ---------------------------------------------------------------- games
 *
 * A game is a value: one constant record. What runs rounds takes a record and knows no game. */

typedef struct rummy_calls rummy_calls; /* the functions of a game, for the library alone */

typedef struct rummy_game {
    const char *name;          /* as in the names of its functions */
    size_t rules_size, state_size; /* bytes of its structs */
    int32_t moves;             /* ids of moves: 0..moves-1 */
    int32_t seats;             /* most players */
    const rummy_calls *calls;
} rummy_game;

/* The game of a number 0, 1, ...; NULL beyond the last. */
RUMMY_API const rummy_game *rummy_game_of(int number);

/* ---------------------------------------------------------------- many tables at once
 *
 * n tables of one game are stepped together: the caller gives one move for each. A table whose round is over stays as it is, and is seen to be over, until
 * rummy_tables_deal deals its next round. Round number r (from 0) of table i has the seed s = rummy_derive(seed, i), or rummy_derive(s, r) for r > 0, and
 * seat r mod players deals it; a Marriage round takes rummy_derive of its seed and 0 for what is left to chance, an Okey round has no points from before. */

#define RUMMY_TABLES_WAIT 65535 /* in the place of a move: the table is left as it is */

/* The caller fills in what stands first and gives the memory of the arrays, zeros, with every `over` 1; only the
 * library writes to them. */
typedef struct rummy_tables {
    size_t n;
    uint64_t seed;
    int32_t players;
    const rummy_game *game;
    const void *rules; /* of the game, resolved */
    void *states;      /* [n] of the game */
    uint16_t *ids;    /* [n][game->moves] the legal moves, ascending; as many as count says */
    uint8_t *mask;    /* [n][game->moves] 1 for a legal move, else 0; all 0 when it is over */
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
/* moves of a round beyond two a turn, at most: shows, exposed tunnelas, lays, sees, passes */
#define RUMMY_TABLES_LOG 128

/* Deal the next round at each table that is over. Returns how many that were, RUMMY_E_SPACE for too little log_room, or
 * an error of rummy_okey_deal or rummy_marriage_deal. */
RUMMY_API int rummy_tables_deal(rummy_tables *tables);

/* Play moves[i] at table i. Returns how many rounds this ended, or with *where (if not NULL) the first table that
 * refuses its move an error of rummy_okey_check or rummy_marriage_check; then no table has changed. The number of
 * players and log_room are checked as in rummy_tables_deal, and then *where is left as it is. */
RUMMY_API int rummy_tables_step(rummy_tables *tables, const uint16_t *moves, size_t *where);

/* Write a legal move for each table, each equally likely; RUMMY_TABLES_WAIT for one that is over. */
RUMMY_API void rummy_tables_random(const rummy_tables *tables, rummy_random *random, uint16_t *moves);

/* cdef-end */

#include "games.h"


#ifdef __cplusplus
}
#endif

#endif
