/* Okey: the sentences of its errors. */
#include "../shared.h"

const char *rummy_okey_strerror(int code)
{
    switch (code) {
    /* errors-begin: written by csrc/gen_errors.py from errors.json; do not edit */
    case RUMMY_E_KIND: return "there is no such tile: kinds are 0..52";
    case RUMMY_E_COUNT: return "the number of tiles is wrong: a hand has 14, or 15 before its discard, and up to 22 can be arranged";
    case RUMMY_E_COPIES: return "there are not so many copies of a tile: two of each, the indicator counted";
    case RUMMY_E_INDICATOR: return "the indicator must be a numbered tile";
    case RUMMY_E_LEFT_OVER: return "tiles of the hand are left over";
    case RUMMY_E_MIXED: return "melds and pairs may not be mixed";
    case RUMMY_E_MELD_SIZE: return "a run has 3 to 14 tiles, a group 3 or 4";
    case RUMMY_E_MELD_MIXED: return "the tiles have neither one number nor one colour";
    case RUMMY_E_MELD_SUIT: return "a group holds a colour twice";
    case RUMMY_E_MELD_GAP: return "the numbers are not in a row";
    case RUMMY_E_MELD_WRAP: return "a run does not go on like this after 13";
    case RUMMY_E_MELD_PAIR: return "the two tiles are no pair";
    case RUMMY_E_PAIR_NEVER: return "the rules know no pairs";
    case RUMMY_E_PAIR_WILD: return "the rules let no wild tile complete a pair";
    case RUMMY_E_PLAYERS: return "the game is for 2, 3 or 4 players";
    case RUMMY_E_TEAMS: return "teams need four players";
    case RUMMY_E_DEDUCT_FROM: return "deduct_from=winner needs payout=deduct";
    case RUMMY_E_LAST_TAKE: return "stock_end=next_may_take_to_win needs finish_on_taken_discard";
    case RUMMY_E_ROUNDS: return "game_end=rounds and a number of rounds need each other";
    case RUMMY_E_DECK: return "the deck must hold each of the 53 tiles twice, 106 in all, and end in a numbered tile, the indicator";
    case RUMMY_E_POINTS: return "points must lie in -1000000000..1000000000, before a round with room for what it can move, and be equal for partners";
    case RUMMY_E_NOT_DRAWN: return "a tile must be drawn or taken first";
    case RUMMY_E_DRAWN: return "the hand is full, a tile must be discarded";
    case RUMMY_E_LAST_CHANCE: return "the stock is used up, the last discard may be taken to win or passed";
    case RUMMY_E_NOT_HELD: return "the tile is not in the hand";
    case RUMMY_E_NOT_WON: return "the other 14 tiles are no winning hand";
    case RUMMY_E_TAKEN_BACK: return "the tile just taken may not be discarded";
    case RUMMY_E_OKEY_DISCARD: return "an okey may not be discarded";
    case RUMMY_E_FINISH_TAKEN: return "these rules allow no finish with a taken discard";
    case RUMMY_E_FINISH_DEALT: return "these rules allow no finish on the dealt hand";
    case RUMMY_E_NO_SHOW: return "these rules give no points for the indicator's twin";
    case RUMMY_E_SHOW_LATE: return "the time to show the indicator's twin is over";
    case RUMMY_E_SHOWN: return "the indicator's twin has been shown";
    case RUMMY_E_SHOW_DRAWN: return "the indicator's twin was not dealt to this hand";
    case RUMMY_E_NO_PASS: return "there is nothing to pass";
    /* errors-end */
    default: return shared_sentence(code);
    }
}
