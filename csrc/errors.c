/* The sentences of the errors that need no word of a game. A game has its own for the others, and none for what it does not give. */
#include "shared.h"

const char *shared_sentence(int code)
{
    switch (code) {
    /* errors-begin: written by csrc/gen_errors.py from errors.json; do not edit */
    case RUMMY_E_SPACE: return "the buffer is too small";
    case RUMMY_E_ARGUMENT: return "an argument is outside its range";
    case RUMMY_E_RANGE: return "the value of a rule is outside its range";
    case RUMMY_E_DEALER: return "the dealer is no seat of this table";
    case RUMMY_E_MOVE: return "there is no such move";
    case RUMMY_E_OVER: return "the round is over";
    case RUMMY_E_TURN: return "another seat is to act";
    /* errors-end */
    default: return code < 0 ? "an unknown error" : "no error";
    }
}
