/* Marriage, the Nepali card game (rules: docs/marriage.md). Include rummycore.h, which includes this. */
#ifndef RUMMYCORE_MARRIAGE_H
#define RUMMYCORE_MARRIAGE_H

#include "../rummycore.h"

#ifdef __cplusplus
extern "C" {
#endif

/* cdef-begin */

/* errors-begin: written by csrc/gen_errors.py from errors.json; do not edit */
enum rummy_marriage_error {
    /* hands, from -100 */
    RUMMY_E_COMBO_MIXED = -120, /* three cards that fit in nothing */
    RUMMY_E_COMBO_SUIT = -121, /* two of one suit in a triplet */
    RUMMY_E_COMBO_WRAP = -122, /* a run around the ace that the rules do not know, as K-A-2 */
    RUMMY_E_COMBO_PAIR = -123, /* an identical pair with one joker */
    RUMMY_E_COMBO_JOKERS = -124, /* more jokers than the rules let stand together */
    RUMMY_E_COMBO_UNSEEN = -125, /* a man before the tiplu is seen */
    RUMMY_E_LAID = -130, /* not what the seat's route lays */
    RUMMY_E_ROUTE = -131, /* laid or declared against the route */
    RUMMY_E_DUBLEE = -132, /* no dublee, one twice, or dublees that the rules do not know */
    RUMMY_E_PRIMARY = -133, /* no primary combination where one must be */
    RUMMY_E_TAKEN = -134, /* the card taken is not among the seat's cards after the draw */

    /* rules, from -200 */
    RUMMY_E_SEATS = -210, /* not 2 to 6 players */
    RUMMY_E_DUBLEES = -211, /* fewer dublees to win than to see */
    RUMMY_E_BETRAYED = -212, /* blocked_for_all while the tiplu lies hidden */
    RUMMY_E_NO_DUBLEES = -213, /* dublees where the rules, or so few players, know none */
    RUMMY_E_NO_WINDOW = -214, /* exposed tunnelas where the rules know no window */
    RUMMY_E_NO_FINE = -215, /* a foul where the rules know no fine */

    /* states, from -300 */
    RUMMY_E_MAAL = -303, /* maal points below 0 or out of range */
    RUMMY_E_WINNER_UNSEEN = -304, /* a winner who has not seen the tiplu */

    /* moves, from -400 */
    RUMMY_E_WINDOW = -420, /* dealt tunnelas are being exposed: expose or done */
    RUMMY_E_WINDOW_OVER = -421, /* the time to expose is over */
    RUMMY_E_NO_TUNNELA = -422, /* not three of this card in the hand */
    RUMMY_E_ORDER = -423, /* tunnelas are exposed in the order of their ids */
    RUMMY_E_NO_DISCARD = -424, /* there is no discard to take */
    RUMMY_E_UPCARD = -425, /* the first turn may not take the upcard */
    RUMMY_E_JOKER_DISCARD = -426, /* a joker may not be taken */
    RUMMY_E_UNSEEN_TAKE = -427, /* no discard for a seat that has not seen the tiplu */
    RUMMY_E_DUBLEE_TAKE = -428, /* a dublee seat takes only what finishes */
    RUMMY_E_NO_OTHER = -429, /* nothing would be left to discard */
    RUMMY_E_DRAFT = -430, /* a draft of combinations must be completed and seen */
    RUMMY_E_FORCED = -431, /* the taken discard must finish the hand */
    RUMMY_E_NOT_SEEN = -432, /* only a seat that has seen by three combinations finishes so */
    RUMMY_E_SEEN = -433, /* the tiplu has been seen, nothing more is laid */
    RUMMY_E_NOT_LAID = -434, /* not enough is laid to see the tiplu */
    RUMMY_E_NO_LAY = -435, /* the draft could not be completed then */
    RUMMY_E_NO_PAIR = -436, /* dublees where the rules, or so few players, know none */
    RUMMY_E_NO_RUN = -437, /* a run around the ace that the rules do not know */
    RUMMY_E_LAY_MIXED = -438, /* combinations and dublees in one draft */
    RUMMY_E_LAID_ALL = -439, /* the draft is complete */
    RUMMY_E_LAY_ORDER = -440, /* combinations are laid in the order of their ids */
};
/* errors-end */

/* A constant sentence for a RUMMY_E_* code in the words of the game, without full stop; never NULL.
 * A code that the game does not give is "an unknown error" to it. */
RUMMY_API const char *rummy_marriage_strerror(int code);

/* ---------------------------------------------------------------- rules */

/* options-begin: written by csrc/gen_options.py from options.json */
enum {
    RUMMY_MARRIAGE_DEALER_ROTATION_NEXT = 0,
    RUMMY_MARRIAGE_DEALER_ROTATION_WINNER = 1,
    RUMMY_MARRIAGE_DEALER_ROTATION_FIXED = 2
};
enum { RUMMY_MARRIAGE_MAAL_RANK_WRAP_CYCLIC = 0, RUMMY_MARRIAGE_MAAL_RANK_WRAP_NONE = 1 };
enum { RUMMY_MARRIAGE_RANK_JOKERS_ALL = 0, RUMMY_MARRIAGE_RANK_JOKERS_ALTER = 1 };
enum { RUMMY_MARRIAGE_MAN_AS_TIPLU_REDRAW = 0, RUMMY_MARRIAGE_MAN_AS_TIPLU_ACE_OF_SPADES = 1 };
enum {
    RUMMY_MARRIAGE_TIPLU_MODE_HIDDEN_FIRST_SEER_PICKS = 0,
    RUMMY_MARRIAGE_TIPLU_MODE_HIDDEN_PRESET = 1,
    RUMMY_MARRIAGE_TIPLU_MODE_LAST_STOCK_CARD = 2,
    RUMMY_MARRIAGE_TIPLU_MODE_FACE_UP_AT_DEAL = 3
};
enum { RUMMY_MARRIAGE_TUNNELA_WINDOW_BEFORE_FIRST_DRAW = 0, RUMMY_MARRIAGE_TUNNELA_WINDOW_OFF = 1 };
enum { RUMMY_MARRIAGE_EXPOSED_TUNNELA_LOCKED = 0, RUMMY_MARRIAGE_EXPOSED_TUNNELA_FREE = 1 };
enum { RUMMY_MARRIAGE_UNSEEN_DISCARD_PICKUP_FREE = 0, RUMMY_MARRIAGE_UNSEEN_DISCARD_PICKUP_NEVER = 1 };
enum {
    RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_BLOCKED_IF_SEEN_THREE = 0,
    RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_BLOCKED_IF_SEEN_ANY = 1,
    RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_BLOCKED_FOR_ALL = 2,
    RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_FREE = 3
};
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
enum { RUMMY_MARRIAGE_PARTITION_BEST = 0, RUMMY_MARRIAGE_PARTITION_MARRIAGES_FIRST = 1 };
enum { RUMMY_MARRIAGE_ALTER_DEFINITION_SAME_COLOUR = 0, RUMMY_MARRIAGE_ALTER_DEFINITION_OPPOSITE_COLOUR = 1 };
enum { RUMMY_MARRIAGE_TUNNELA_COMBINATION_INSTEAD = 0, RUMMY_MARRIAGE_TUNNELA_COMBINATION_ADDS = 1 };
enum {
    RUMMY_MARRIAGE_TUNNELA_SCOPE_EXPOSED_AT_START = 0,
    RUMMY_MARRIAGE_TUNNELA_SCOPE_SHOWN = 1,
    RUMMY_MARRIAGE_TUNNELA_SCOPE_ANY_IN_HAND = 2,
    RUMMY_MARRIAGE_TUNNELA_SCOPE_OFF = 3
};
enum {
    RUMMY_MARRIAGE_TUNNELA_NEEDS_THREE_COMBOS = 0,
    RUMMY_MARRIAGE_TUNNELA_NEEDS_SEEN = 1,
    RUMMY_MARRIAGE_TUNNELA_NEEDS_NOTHING = 2
};
enum {
    RUMMY_MARRIAGE_UNSEEN_MAAL_COUNT = 0,
    RUMMY_MARRIAGE_UNSEEN_MAAL_VOID = 1,
    RUMMY_MARRIAGE_UNSEEN_MAAL_TO_WINNER = 2
};
enum { RUMMY_MARRIAGE_FOUL_WHEN_AT_ONCE = 0, RUMMY_MARRIAGE_FOUL_WHEN_NEXT_HAND = 1 };
enum { RUMMY_MARRIAGE_DUBLEE_BONUS_FORM_PER_OPPONENT = 0, RUMMY_MARRIAGE_DUBLEE_BONUS_FORM_MAAL_TO_WINNER = 1 };

/* The options of the game, in the order of docs/marriage.md. Start from rummy_marriage_rules_init.
 * A choice holds one of the enumerators above that bear its name.
 * A switch holds 0 or 1.
 * An array holds the values for one, two and more of a thing. */
typedef struct rummy_marriage_rules {
    int32_t dealer_rotation;                      /* M-3 */
    int32_t maal_rank_wrap;                       /* M-4 */
    int32_t rank_jokers;                          /* M-4 */
    int32_t printed_jokers;                       /* M-5, 0 to 3 */
    int32_t man_as_tiplu;                         /* M-5 */
    int32_t upcard_at_start;                      /* M-6, switch */
    int32_t tiplu_mode;                           /* M-7 */
    int32_t tunnela_window;                       /* M-8 */
    int32_t exposed_tunnela;                      /* M-8 */
    int32_t first_turn_may_take_upcard;           /* M-10, switch */
    int32_t unseen_discard_pickup;                /* M-10 */
    int32_t joker_discard_pickup;                 /* M-10 */
    int32_t dublee_discard_pickup;                /* M-10 */
    int32_t dublee_may_finish_with_joker_discard; /* M-10, switch */
    int32_t same_card_discard;                    /* M-11 */
    int32_t ace_runs;                             /* M-12 */
    int32_t max_jokers_in_combo;                  /* M-13, 1 to 3 */
    int32_t joker_natural_use;                    /* M-13, switch */
    int32_t identical_pair_plus_joker;            /* M-13, switch */
    int32_t dublee_allowed;                       /* M-15, switch */
    int32_t dublee_min_players;                   /* M-15, 2 to 6 */
    int32_t dublees_to_see;                       /* M-15, 1 to 10 */
    int32_t dublees_to_win;                       /* M-19, dublees_to_see to 10 */
    int32_t dublee_direct_win_unseen;             /* M-19, switch */
    int32_t tiplu_if_never_chosen;                /* M-19 */
    int32_t max_reshuffles;                       /* M-21, 0 to 1000, or RUMMY_AUTO: no limit */
    int32_t turn_cap;                             /* M-22, 1 to 10000 */
    int32_t tiplu_values[3];                      /* M-23, each 0 to 10000 */
    int32_t poplu_values[3];                      /* M-23, each 0 to 10000 */
    int32_t jhiplu_values[3];                     /* M-23, each 0 to 10000 */
    int32_t marriage_values[3];                   /* M-23, each 0 to 10000 */
    int32_t laid_marriage_values[3];              /* M-23, each 0 to 10000 */
    int32_t marriage_ace_wrap;                    /* M-23, switch */
    int32_t partition;                            /* M-23 */
    int32_t alter[3];                             /* M-24, each 0 to 10000 */
    int32_t alter_definition;                     /* M-24 */
    int32_t man_values[3];                        /* M-24, each 0 to 10000 */
    int32_t tunnela_values[3];                    /* M-25, ordinary card, ordinary joker, poplu or jhiplu */
    int32_t tunnela_totals[7];                    /* M-25, each 0 to 10000 */
    int32_t joker_tunnela_totals[3];              /* M-25, each 0 to 10000 */
    int32_t maal_tunnela_totals[3];               /* M-25, each 0 to 10000 */
    int32_t tunnela_combination;                  /* M-25 */
    int32_t tunnela_scope;                        /* M-25 */
    int32_t tunnela_needs;                        /* M-25 */
    int32_t unseen_maal;                          /* M-26 */
    int32_t point_value;                          /* M-27, 1 to 20 */
    int32_t foul_fine;                            /* M-31, 0 to 10000 */
    int32_t foul_when;                            /* M-31 */
    int32_t seen_payment;                         /* M-27, 0 to 10000 */
    int32_t unseen_payment;                       /* M-27, 0 to 10000 */
    int32_t dublee_bonus;                         /* M-27, 0 to 10000 */
    int32_t dublee_bonus_form;                    /* M-27 */
    int32_t seen_dublee_loser_pays;               /* M-27, 0 to 10000 */
    int32_t pairwise_maal;                        /* M-28, switch */
    int32_t unseen_pairs_settle;                  /* M-28, switch */
} rummy_marriage_rules;
/* options-end */

/* The default game. */
RUMMY_API void rummy_marriage_rules_init(rummy_marriage_rules *rules);

/* Check the options; players 0 leaves out the checks that need their number. Returns 0, RUMMY_E_RANGE with *where (if
 * not NULL) the index of the int32_t, RUMMY_E_SEATS, RUMMY_E_DUBLEES or RUMMY_E_BETRAYED. */
RUMMY_API int rummy_marriage_rules_check(const rummy_marriage_rules *rules, int players, int *where);

/* ---------------------------------------------------------------- cards and combinations (stateless) */

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

/* In all calls that follow `tiplu` is the card that lies under the stock: the tiplu's third copy; RUMMY_JOKER for a man
 * in its place, which makes the tiplu the ace of spades (M-5, where men may be it); RUMMY_NONE while it is unknown. The
 * ace of spades alone leaves it open whether it lies there itself: three of it can be held, but only two be had. */

/* The role that a tiplu gives to each kind (M-4, M-5); tiplu RUMMY_NONE: all ordinary. Returns 0 or RUMMY_E_KIND. */
RUMMY_API int rummy_marriage_roles(const rummy_marriage_rules *rules, int tiplu, uint8_t roles[RUMMY_KINDS]);

/* Check that cards can be held together: three copies of each, of the tiplu two (one lies under the stock), as many men
 * as are printed. Returns the number of cards, RUMMY_E_KIND for the tiplu, or RUMMY_E_COPIES with *where (if not NULL)
 * the kind. */
RUMMY_API int rummy_marriage_faces(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu, int *where);

enum rummy_marriage_combo {
    RUMMY_MARRIAGE_TUNNELA = 0,
    RUMMY_MARRIAGE_PURE = 1,
    RUMMY_MARRIAGE_TRIPLET = 2,
    RUMMY_MARRIAGE_DIRTY_RUN = 3,
    RUMMY_MARRIAGE_DIRTY_TRIPLET = 4,
    RUMMY_MARRIAGE_JOKERS = 5 /* two or three jokers and any card */
};

/* Say what three cards are as a combination (M-12, M-13). tiplu RUMMY_NONE: not seen, so there are no jokers. Returns a
 * rummy_marriage_combo (of which TUNNELA and PURE are primary), RUMMY_E_KIND, or why they are none: RUMMY_E_COMBO_PAIR
 * (an identical pair with one joker), RUMMY_E_COMBO_SUIT (two of one suit in a triplet), RUMMY_E_COMBO_WRAP (K-A-2),
 * RUMMY_E_COMBO_JOKERS (too many jokers), RUMMY_E_COMBO_MIXED. */
RUMMY_API int rummy_marriage_combo(const rummy_marriage_rules *rules, int tiplu, const uint8_t cards[3]);

/* Bounds the ways to lay three. A run is known by its lowest card, a tunnela by its kind, so n kinds of which t are
 * held three times make at most n + t combinations; 22 cards are n + 2t at least, so there are 22 combinations or
 * fewer, and 2024 ways to pick three of 22 with repeats. */
#define RUMMY_MARRIAGE_TRIPLES 2048

/* List the distinct ways to lay `want` (1..3) primary combinations out of concealed cards (M-14), each as `want`
 * ascending lay ids. Returns their number, RUMMY_E_ARGUMENT for another `want`, RUMMY_E_COPIES, RUMMY_E_COUNT for more
 * than RUMMY_MARRIAGE_HAND + 1 cards, or RUMMY_E_SPACE if there are more than cap (at most RUMMY_MARRIAGE_TRIPLES
 * exist). cap 0: returns 1 if there is any way, else 0. */
RUMMY_API int rummy_marriage_primary(const rummy_marriage_rules *rules, const uint8_t *faces, int want,
                                     uint16_t (*out)[3], size_t cap);

/* How many kinds are held twice or more, men apart (M-15). Any counts will do. */
RUMMY_API int rummy_marriage_dublees(const uint8_t *faces);

/* What concealed cards are to become: `primary` (0..3) primary combinations and `others` (0..4) more that are valid
 * once the tiplu is seen (M-17, M-18), or `dublees` (0..10) dublees (M-15, M-19). RUMMY_NONE closes a way: primary and
 * others both, or dublees; 0 means that nothing of it is missing, so a way of zeros is complete. {3, 0, 7}: to see; {0,
 * 4, RUMMY_NONE}: the rest behind three laid; {3, 4, 8}: a whole hand. */
typedef struct rummy_marriage_goal {
    uint8_t primary, others, dublees;
} rummy_marriage_goal;
enum rummy_marriage_by { RUMMY_MARRIAGE_BY_COMBOS = 1, RUMMY_MARRIAGE_BY_DUBLEES = 2 };

/* Rows below are concealed cards (faces); tiplu[i] belongs to row i, RUMMY_NONE where it is unknown: then no card of
 * the row is a joker. On an error nothing is written but *where, the index of the first bad row: RUMMY_E_COUNT,
 * RUMMY_E_COPIES, RUMMY_E_KIND for the tiplu. RUMMY_E_ARGUMENT: another goal, or one with no way open. */

/* Decide for n rows whether they are the goal: out[i] is a sum of rummy_marriage_by. A row has 3 * (primary + others)
 * cards, or up to 21 where no combination is asked for. */
RUMMY_API int rummy_marriage_win(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal,
                                 const uint8_t *faces, const uint8_t *tiplu, size_t n, uint8_t *out, size_t *where);

/* Find for n rows the discards after which the others are the goal: sets of kinds, by[i][0] by combinations, by[i][1]
 * by dublees. A row has 3 * (primary + others) + 1 cards, or up to 22 where no combination is asked for. Where a way is
 * complete any card may go. */
RUMMY_API int rummy_marriage_finishes(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal,
                                      const uint8_t *faces, const uint8_t *tiplu, size_t n, uint64_t (*by)[2],
                                      size_t *where);

/* ---------------------------------------------------------------- distance (stateless, M-30)
 *
 * The distance to a goal is the number of cards missing: the fewest cards still needed if the player could choose every draw out
 * of the cards that can still be had. Then some of the cards held are the goal.
 * `left` are rows of faces: how many of each kind can still be had. NULL: all cards there are, but the row's own and one
 * of its tiplu. Rows have up to 22 cards. */

/* What can still be had beside n rows of cards, held or known to lie elsewhere, and one copy of the row's tiplu where
 * it is known. `out` may be `faces`. */
RUMMY_API int rummy_marriage_left(const rummy_marriage_rules *rules, const uint8_t *faces, const uint8_t *tiplu,
                                  size_t n, uint8_t *out, size_t *where);

/* The distances of n rows to the nearer part of the goal, RUMMY_NEVER where no draw can ever do; useful (or NULL): for
 * each row the kinds that can be had and of which a draw lowers it. */
RUMMY_API int rummy_marriage_distance(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal,
                                      const uint8_t *faces, const uint8_t *left, const uint8_t *tiplu, size_t n,
                                      int8_t *out, uint64_t *useful, size_t *where);

/* The discards of n rows: out[53 * i + k] is the distance that discarding k leaves (the card does not come back),
 * RUMMY_NEVER or RUMMY_NOT_HELD; useful[53 * i + k] (or NULL) as above. */
RUMMY_API int rummy_marriage_discards(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal,
                                      const uint8_t *faces, const uint8_t *left, const uint8_t *tiplu, size_t n,
                                      int8_t *out, uint64_t *useful, size_t *where);

/* Bounds of the distance of n rows to the goal whatever the tiplu: out[i][0] <= distance <= out[i][1]. */
RUMMY_API int rummy_marriage_bounds(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal,
                                    const uint8_t *faces, const uint8_t *left, size_t n, int8_t (*out)[2],
                                    size_t *where);

/* A nearest reaching of the goal by one row: combo[0..primary + others - 1] are its combinations, primary ones first,
 * or, where dublees are nearer, pair[0..dublees - 1] its dublees (the other array is untouched), and missing counts the
 * cards that must be drawn. Returns the distance, RUMMY_NEVER (then nothing is written), or an error. *by: a
 * rummy_marriage_by. */
RUMMY_API int rummy_marriage_nearest(const rummy_marriage_rules *rules, const rummy_marriage_goal *goal,
                                     const uint8_t *faces, const uint8_t *left, int tiplu, uint8_t (*combo)[3],
                                     uint8_t pair[10], uint8_t missing[RUMMY_KINDS], int *by);

/* Split 3 * combos (0..7) concealed cards into combinations valid once the tiplu is seen. Returns combos,
 * RUMMY_E_COMBO_MIXED if it cannot be, RUMMY_E_ARGUMENT, RUMMY_E_COUNT, or an error of rummy_marriage_faces;
 * RUMMY_E_KIND for RUMMY_NONE too. */
RUMMY_API int rummy_marriage_arrange(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu, int combos,
                                     uint8_t (*out)[3]);

/* ---------------------------------------------------------------- maal and payments (stateless) */

enum rummy_marriage_item {
    RUMMY_MARRIAGE_ITEM_TIPLU = 0,
    RUMMY_MARRIAGE_ITEM_POPLU = 1,
    RUMMY_MARRIAGE_ITEM_JHIPLU = 2,
    RUMMY_MARRIAGE_ITEM_MARRIAGE = 3,
    RUMMY_MARRIAGE_ITEM_TUNNELA = 4,
    RUMMY_MARRIAGE_ITEM_ALTER = 5,
    RUMMY_MARRIAGE_ITEM_MAN = 6
};
/* Bounds the items of a hand of 22 cards. There are seven tunnelas at most, and beside them, where they add to what
 * their cards score, the marriage, tiplu, poplu and jhiplu, two alters and the man. */
#define RUMMY_MARRIAGE_ITEMS 14

/* What the cards of a hand score: items[i] of which how many (tunnelas one by one) make so many points. */
typedef struct rummy_marriage_maal {
    int32_t points;
    int32_t n;
    struct {
        uint8_t item, kind, count, unused;
        int32_t points;
    } items[RUMMY_MARRIAGE_ITEMS];
} rummy_marriage_maal;

/* Score all cards of a hand, `faces`, by the best partition (M-23 to M-25): up to RUMMY_MARRIAGE_HAND + 1. tiplu
 * RUMMY_NONE: nobody has chosen one, so nothing scores (M-19). exposed, shown: sets of kinds that were exposed at the
 * start, or laid as tunnelas; what is not held three times counts for nothing. marriages_laid: how many marriages were
 * laid to see the tiplu, 0 to 3; at most so many as the cards hold count. Returns 0, RUMMY_E_KIND for the tiplu or
 * a set with others than kinds 0..51, RUMMY_E_COUNT, RUMMY_E_COPIES, RUMMY_E_NO_WINDOW (M-8), or RUMMY_E_ARGUMENT for
 * another route or number of marriages. */
RUMMY_API int rummy_marriage_score(const rummy_marriage_rules *rules, const uint8_t *faces, int tiplu,
                                   uint64_t exposed, uint64_t shown, int marriages_laid, int route,
                                   rummy_marriage_maal *out);

/* How many of `n` combinations are marriages for a tiplu (M-23): none for RUMMY_NONE. A dublee, with RUMMY_NONE as its
 * third card, is none. Returns it, or RUMMY_E_KIND for the tiplu. */
RUMMY_API int rummy_marriage_marriages(const rummy_marriage_rules *rules, int tiplu, const uint8_t (*combos)[3], int n);

enum rummy_marriage_cause {
    RUMMY_MARRIAGE_CAUSE_SEEN = 0,   /* why a seat pays: a seen player pays the winner */
    RUMMY_MARRIAGE_CAUSE_UNSEEN = 1, /* an unseen one does */
    RUMMY_MARRIAGE_CAUSE_DUBLEE = 2, /* the bonus for a win with dublees */
    RUMMY_MARRIAGE_CAUSE_MAAL = 3,   /* a difference of points */
    RUMMY_MARRIAGE_CAUSE_FOUL = 4    /* the fine for fouls (M-31) */
};
#define RUMMY_MARRIAGE_REASONS 55 /* at six seats 5 and 5 to the winner, 15 differences, 30 fines */
#define RUMMY_MARRIAGE_FOULS 100  /* of one seat in one hand, at most */

typedef struct rummy_marriage_settlement {
    int32_t points[RUMMY_MARRIAGE_SEATS]; /* as they were settled (M-26) */
    int32_t payoffs[RUMMY_MARRIAGE_SEATS];
    int32_t n; /* entries of reasons */
    struct {
        uint8_t payer, payee, cause, unused;
        int32_t amount;
    } reasons[RUMMY_MARRIAGE_REASONS];
} rummy_marriage_settlement;

/* Settle a hand of cards (M-26 to M-28). routes: a rummy_marriage_route for each seat, by which it has seen; the
 * winner's says how it won (M-17, M-19). winner: RUMMY_NONE without one: then nothing is paid. Returns 0,
 * RUMMY_E_SEATS, RUMMY_E_MAAL, RUMMY_E_NO_DUBLEES, RUMMY_E_WINNER_UNSEEN, or RUMMY_E_ARGUMENT. */
RUMMY_API int rummy_marriage_settle(const rummy_marriage_rules *rules, int players, const int32_t *points,
                                    const uint8_t *routes, int winner, rummy_marriage_settlement *out);

/* Add to a settlement what fouls cost (M-31): so many of each seat, 0 to RUMMY_MARRIAGE_FOULS, each paid to every other
 * seat. Returns 0, RUMMY_E_SEATS, RUMMY_E_ARGUMENT, or RUMMY_E_NO_FINE for a foul where the rules know no fine. */
RUMMY_API int rummy_marriage_fine(const rummy_marriage_rules *rules, int players,
                                  const uint8_t fouls[RUMMY_MARRIAGE_SEATS], rummy_marriage_settlement *out);

/* The dealer of the next hand of cards (M-3); winner: RUMMY_NONE without one. Returns the seat or RUMMY_E_ARGUMENT. */
RUMMY_API int rummy_marriage_next_dealer(const rummy_marriage_rules *rules, int players, int dealer, int winner);

/* ---------------------------------------------------------------- a whole hand (stateless)
 *
 * A hand with all that lies before its seat, and what a declaration is worth. */

#define RUMMY_MARRIAGE_LAID 10 /* most combinations or dublees of a seat on the table, exposed tunnelas apart */

/* A hand as its seat knows it. The first `laid` parts are combinations or dublees on the table, the next `drafted`
 * parts what the seat has begun to lay in this turn (M-14). A dublee has RUMMY_NONE in the third place. */
typedef struct rummy_marriage_hand {
    uint8_t concealed[RUMMY_KINDS]; /* without the draft; with exposed tunnelas that were given back (M-8) */
    uint8_t gone[RUMMY_KINDS];      /* cards known to lie elsewhere, which cannot be had */
    uint8_t part[2 * RUMMY_MARRIAGE_LAID][3];
    uint8_t laid, drafted;
    uint8_t route;    /* a rummy_marriage_route */
    uint8_t tiplu;    /* as above */
    uint8_t taken;    /* the card just taken from the discards (M-11); RUMMY_NONE if there is none */
    uint8_t players;  /* at the table, as dublees need some (M-15); 0 if it is not said: then there are enough */
    uint64_t exposed; /* the kinds of tunnelas exposed at the start */
} rummy_marriage_hand;

/* What a hand is worth. Distances are those of M-30, or RUMMY_NEVER: that way is closed, or no draw can do. */
typedef struct rummy_marriage_analysis {
    uint8_t tiplu;                      /* RUMMY_NONE while it is unknown */
    uint8_t paired;                     /* how many kinds are held twice or more (M-15) */
    uint8_t by;                         /* the ways of `goal` that are nearest: a sum of rummy_marriage_by */
    uint8_t parts;                      /* of a nearest way to `goal`; 0 if there is none, or nothing is missing */
    rummy_marriage_goal to_see;         /* what is missing to see the tiplu; all ways closed once it is seen */
    rummy_marriage_goal to_finish;      /* what is missing to finish */
    /* what the fields below are about: to finish, or to see while the tiplu is unknown */
    rummy_marriage_goal goal;
    uint16_t first;                     /* the first id of a lay move that a draft leaves in order (M-14) */
    int8_t distance;                    /* until the hand can finish; RUMMY_NEVER while the tiplu is unknown */
    int8_t least, most;                 /* its bounds, whatever the tiplu */
    int8_t primary, dublees_to_see;     /* until the tiplu can be seen, by each way */
    int8_t combos, dublees_to_win;      /* until the hand can finish, by each way; by combinations with a tiplu alone */
    /* kinds whose discard finishes in this turn, by combinations and by dublees (M-18) */
    uint64_t finishes[2];
    uint64_t useful;                    /* kinds that can be had and of which a draw brings `goal` nearer */
    /* the distance to `goal` that a discard leaves; RUMMY_NOT_HELD if it is not allowed */
    int8_t after[RUMMY_KINDS];
    uint64_t useful_after[RUMMY_KINDS]; /* the useful kinds then */
    uint8_t available[RUMMY_KINDS];     /* the cards that can still be had */
    uint8_t missing[RUMMY_KINDS];       /* the cards of `part` that must be drawn */
    uint8_t part[RUMMY_MARRIAGE_LAID][3];
    rummy_marriage_maal maal;           /* of all cards of the seat; nothing scores while the tiplu is unknown */
} rummy_marriage_analysis;

/* Analyze a hand of 21 cards, or 22 after the draw, all cards of the seat counted (M-11 to M-25, M-30). Returns 0,
 * RUMMY_E_COUNT, RUMMY_E_KIND, RUMMY_E_ARGUMENT for another route, number of players or set, RUMMY_E_NO_WINDOW, or,
 * with *where (if it is not NULL):
 *     RUMMY_E_COPIES   the kind that occurs too often, in the hand, or in the hand and what is gone
 *     RUMMY_E_TAKEN    -1: the card taken is not among the seat's cards after the draw
 *     RUMMY_E_ROUTE    the first part: something is laid, but the route is none
 *     RUMMY_E_PRIMARY  the part that is no primary combination
 *     RUMMY_E_DUBLEE   the part that is no dublee, or lies twice; -1: the rules know no dublees
 *     RUMMY_E_LAID     -1: not as many parts as the route lays; or the first part of a draft that cannot be */
RUMMY_API int rummy_marriage_analyze(const rummy_marriage_rules *rules, const rummy_marriage_hand *hand,
                                     rummy_marriage_analysis *out, int *where);

/* What a declaration is worth. */
typedef struct rummy_marriage_verdict {
    /* 0: it wins. Else the first of the faults that rummy_marriage_check_declaration lists */
    int32_t code;
    int32_t part;               /* the part at fault, or -1 */
    uint8_t by;                 /* how it wins: a rummy_marriage_by */
    uint8_t faces[RUMMY_KINDS]; /* the cards at fault, where no part is; counts above 255 are 255 */
} rummy_marriage_verdict;

/* Check what is laid down with a finishing discard (M-17, M-19). `pieces` has the cards of n parts, one part after the
 * other; sizes[i] is the number of cards of part i. hand: NULL, or the 22 cards of the seat, those on the table too.
 * exposed: the kinds of tunnelas that were exposed, which are natural wherever they stand (M-13). taken: the card just
 * taken, or RUMMY_NONE; whether it could be taken is not asked, but for M-20. route: by which the seat has seen before,
 * RUMMY_NONE for any that serves. The faults are, in this order:
 *     RUMMY_E_COPIES      a card that cannot be held so often
 *     RUMMY_E_MIXED       dublees beside combinations
 *     RUMMY_E_NOT_HELD    cards that are not in the hand
 *     RUMMY_E_LEFT_OVER   cards of the hand that are neither laid nor discarded; behind dublees there may be some
 *     RUMMY_E_COUNT       not 22 cards in the hand of a declaration of dublees
 *     RUMMY_E_DUBLEE      the rules know no dublees
 *     RUMMY_E_ROUTE       the route does not win with this
 *     RUMMY_E_TAKEN_BACK  the discard is of the kind just taken (M-11)
 *     RUMMY_E_FORCED      the card taken to finish does not complete the last dublee that wins (M-10, M-20)
 *     RUMMY_E_DUBLEE      with a part: it is no dublee, or lies twice
 *     RUMMY_E_PRIMARY     with a part: one of the first three is no primary combination
 *     another             with a part: by rummy_marriage_combo; RUMMY_E_COUNT if it has not three cards
 *     RUMMY_E_COUNT       too few dublees, more than a hand holds, or not seven combinations
 * Returns 0 with the verdict, RUMMY_E_KIND, RUMMY_E_ARGUMENT for the route or the set, or RUMMY_E_TAKEN if the cards
 * lack the one taken. */
RUMMY_API int rummy_marriage_check_declaration(const rummy_marriage_rules *rules, int tiplu, const uint8_t *pieces,
                                               const size_t *sizes, size_t n,
                                               int discard, const uint8_t *hand, uint64_t exposed, int taken, int route, rummy_marriage_verdict *out);

/* ---------------------------------------------------------------- moves */

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

/* ---------------------------------------------------------------- the round */

enum rummy_marriage_phase { RUMMY_MARRIAGE_WINDOW = 0, RUMMY_MARRIAGE_TO_DRAW = 1, RUMMY_MARRIAGE_TO_DISCARD = 2, RUMMY_MARRIAGE_OVER = 3 };
enum rummy_marriage_ending {
    RUMMY_MARRIAGE_RUNNING = 0,
    RUMMY_MARRIAGE_COMBOS = 1,
    RUMMY_MARRIAGE_DUBLEES = 2,
    RUMMY_MARRIAGE_STOCK_OUT = 3, /* M-21 */
    RUMMY_MARRIAGE_TRUNCATED = 4  /* M-22 */
};
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
    /* the card that lies under the stock for it: the tiplu's third copy, or RUMMY_JOKER for a man in its place (M-5) */
    uint8_t under;
    uint8_t drawn, taken; /* the card that came this turn, and the same if it was the discard */
    uint8_t forced;       /* the dublee player who took the discard must finish (M-20) */
    uint8_t ending, winner, finished_with, in_one_turn;
    uint8_t seen_at; /* the turn's seat has seen in this very turn */
    uint8_t seen[RUMMY_MARRIAGE_SEATS], route[RUMMY_MARRIAGE_SEATS], laid_count[RUMMY_MARRIAGE_SEATS];
    uint8_t hand[RUMMY_MARRIAGE_SEATS][RUMMY_KINDS];  /* concealed cards */
    /* of these, how many everybody knows: taken, or exposed and given back (M-8) */
    uint8_t known[RUMMY_MARRIAGE_SEATS][RUMMY_KINDS];
    uint8_t stock_size, discards;
    uint8_t stock[RUMMY_MARRIAGE_CARDS]; /* the last is drawn first */
    uint8_t discard[RUMMY_MARRIAGE_CARDS]; /* oldest first */
    uint8_t discarded_by[RUMMY_MARRIAGE_CARDS]; /* RUMMY_NONE for the card turned up at the deal */
} rummy_marriage_state;

/* Write a shuffled deck of 156 cards and the printed jokers. Returns its size, or RUMMY_E_RANGE for more jokers than
 * there can be. */
RUMMY_API int rummy_marriage_shuffle(const rummy_marriage_rules *rules, rummy_random *random,
                                     uint8_t deck[RUMMY_MARRIAGE_CARDS]);

/* Deal from a deck: 21 cards to seats 0, 1, ... in blocks, the upcard (M-6), the tiplu where the mode sets it aside
 * (M-7), and the stock in the order in which it will be drawn. seed: of what is left to chance after the deal. Returns
 * the number of legal moves, an error of rummy_marriage_rules_check, RUMMY_E_DEALER or RUMMY_E_DECK. */
RUMMY_API int rummy_marriage_deal(rummy_marriage_state *state, const rummy_marriage_rules *rules, int players,
                                  int dealer, const uint8_t *deck, uint64_t seed);

/* As rummy_okey_moves, rummy_okey_check and rummy_okey_play. */
RUMMY_API int rummy_marriage_moves(const rummy_marriage_state *state, uint16_t out[RUMMY_MARRIAGE_MOVES]);
RUMMY_API int rummy_marriage_check(const rummy_marriage_state *state, int seat, int move);
RUMMY_API int rummy_marriage_play(rummy_marriage_state *state, int seat, int move, rummy_event *event,
                                  uint16_t out[RUMMY_MARRIAGE_MOVES]);

/* What a seat may see (M-29); seat -1 is a spectator. */
typedef struct rummy_marriage_view {
    uint64_t exposed[RUMMY_MARRIAGE_SEATS];
    rummy_marriage_maal maal; /* what all cards of the seat score now, nothing unless it knows the tiplu */
    uint16_t laid[RUMMY_MARRIAGE_SEATS][RUMMY_MARRIAGE_LAID];
    uint16_t draft[RUMMY_MARRIAGE_LAID]; /* the seat's own */
    uint16_t turns, reshuffles;
    uint8_t drafted; /* entries of draft: the seat's own, else 0 */
    uint8_t players, dealer, turn, phase;
    uint8_t tiplu, under; /* RUMMY_NONE unless the seat knows it */
    uint8_t chosen;       /* whether a tiplu has been chosen */
    uint8_t drawn, taken, forced;
    uint8_t stock;
    uint8_t seen[RUMMY_MARRIAGE_SEATS], route[RUMMY_MARRIAGE_SEATS], laid_count[RUMMY_MARRIAGE_SEATS];
    uint8_t size[RUMMY_MARRIAGE_SEATS]; /* concealed cards */
    uint8_t hand[RUMMY_KINDS];
    /* of the concealed cards of each, what everybody knows to be among them: taken, or exposed and given back */
    uint8_t known[RUMMY_MARRIAGE_SEATS][RUMMY_KINDS];
    uint8_t gone[RUMMY_KINDS]; /* cards that the seat knows to lie where it cannot get them (M-30), its own apart */
    uint8_t discards;
    uint8_t discard[RUMMY_MARRIAGE_CARDS];
    uint8_t discarded_by[RUMMY_MARRIAGE_CARDS];
} rummy_marriage_view;
RUMMY_API int rummy_marriage_view_of(const rummy_marriage_state *state, int seat, rummy_marriage_view *out);

/* How a hand of cards ended, all hands open. */
typedef struct rummy_marriage_outcome {
    uint8_t ending, winner, finished_with, in_one_turn, tiplu;
    /* of a win by combinations: the winner's beyond its locked tunnelas and the laid ones, for most maal (M-25) */
    uint8_t combos;
    uint8_t combo[7][3];
    uint8_t pairs; /* of a win by dublees: the kinds of the winner's dublees, those laid first */
    uint8_t pair[RUMMY_MARRIAGE_LAID];
    uint8_t route[RUMMY_MARRIAGE_SEATS];
    uint64_t exposed[RUMMY_MARRIAGE_SEATS]; /* kinds exposed at the start of which all three are still there */
    /* kinds laid as tunnelas, and of the winner those that are tunnelas among combo */
    uint64_t shown[RUMMY_MARRIAGE_SEATS];
    uint8_t marriages_laid[RUMMY_MARRIAGE_SEATS]; /* marriages laid to see the tiplu (M-23) */
    uint8_t hand[RUMMY_MARRIAGE_SEATS][RUMMY_KINDS];  /* concealed cards of each seat */
    uint8_t cards[RUMMY_MARRIAGE_SEATS][RUMMY_KINDS]; /* all cards of each seat: concealed, laid and exposed */
    rummy_marriage_maal maal[RUMMY_MARRIAGE_SEATS];
    rummy_marriage_settlement settlement;
} rummy_marriage_outcome;
RUMMY_API int rummy_marriage_outcome_of(const rummy_marriage_state *state, rummy_marriage_outcome *out);

/* cdef-end */

#ifdef __cplusplus
}
#endif

#endif
