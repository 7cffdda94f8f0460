/* Marriage: the sentences of its errors. */
#include "../shared.h"

const char *rummy_marriage_strerror(int code)
{
    switch (code) {
    /* errors-begin: written by csrc/gen_errors.py from errors.json; do not edit */
    case RUMMY_E_KIND: return "there is no such card: kinds are 0..52, a tiplu 0..51";
    case RUMMY_E_COUNT: return "the number of cards is wrong: a hand has 21, or 22 after the draw, and each combination of a goal three";
    case RUMMY_E_COPIES: return "there are not so many copies of a card: three of each, a known tiplu counted, and the printed men";
    case RUMMY_E_COMBO_MIXED: return "the three cards fit in no combination";
    case RUMMY_E_COMBO_SUIT: return "a triplet holds two cards of one suit";
    case RUMMY_E_COMBO_WRAP: return "a run does not go around the ace like this";
    case RUMMY_E_COMBO_PAIR: return "an identical pair takes no single joker";
    case RUMMY_E_COMBO_JOKERS: return "the rules do not let so many jokers stand in one combination";
    case RUMMY_E_COMBO_UNSEEN: return "a man is wild only for those who have seen the tiplu";
    case RUMMY_E_LAID: return "what is laid is not what the route lays";
    case RUMMY_E_ROUTE: return "the route does not lay or win with this";
    case RUMMY_E_DUBLEE: return "it is no dublee, a dublee lies twice, or the rules know none";
    case RUMMY_E_PRIMARY: return "only a primary combination serves here";
    case RUMMY_E_TAKEN: return "the card taken is not among the cards of the seat after the draw";
    case RUMMY_E_LEFT_OVER: return "cards of the hand are left over";
    case RUMMY_E_MIXED: return "combinations and dublees may not be mixed";
    case RUMMY_E_SEATS: return "the game is for 2 to 6 players";
    case RUMMY_E_DUBLEES: return "dublees_to_win must be at least dublees_to_see";
    case RUMMY_E_BETRAYED: return "joker_discard_pickup=blocked_for_all would betray a hidden tiplu: it needs tiplu_mode=face_up_at_deal";
    case RUMMY_E_NO_DUBLEES: return "no pair is laid: these rules know no dublees at this table";
    case RUMMY_E_NO_FINE: return "these rules know no fine for a foul";
    case RUMMY_E_NO_WINDOW: return "these rules let no dealt tunnela be exposed: tunnela_window=off";
    case RUMMY_E_DECK: return "the deck must hold each of the 52 cards three times, 156 in all, and the printed men";
    case RUMMY_E_MAAL: return "maal points must lie in 0..10000000";
    case RUMMY_E_WINNER_UNSEEN: return "a winner by combinations has seen the tiplu";
    case RUMMY_E_NOT_DRAWN: return "a card must be drawn or taken first";
    case RUMMY_E_DRAWN: return "a card has been drawn or taken, one must be discarded";
    case RUMMY_E_NOT_HELD: return "the card is not in the hand";
    case RUMMY_E_NOT_WON: return "the other 21 cards do not win with this move";
    case RUMMY_E_TAKEN_BACK: return "the card just taken, and its like, may not be discarded";
    case RUMMY_E_WINDOW: return "dealt tunnelas are being exposed: expose one or be done";
    case RUMMY_E_WINDOW_OVER: return "the time to expose dealt tunnelas is over";
    case RUMMY_E_NO_TUNNELA: return "three of this card are not in the hand";
    case RUMMY_E_ORDER: return "tunnelas are exposed in the order of their ids";
    case RUMMY_E_NO_DISCARD: return "there is no discard to take";
    case RUMMY_E_UPCARD: return "the first turn may not take the upcard";
    case RUMMY_E_JOKER_DISCARD: return "a joker may not be taken";
    case RUMMY_E_UNSEEN_TAKE: return "the discard is only for those who have seen the tiplu";
    case RUMMY_E_DUBLEE_TAKE: return "a seat with dublees may take the discard only to finish";
    case RUMMY_E_NO_OTHER: return "nothing would be left to discard";
    case RUMMY_E_DRAFT: return "the combinations begun must be completed and the tiplu seen";
    case RUMMY_E_FORCED: return "the discard was taken to finish with dublees";
    case RUMMY_E_NOT_SEEN: return "only a seat that has laid three combinations finishes with combinations";
    case RUMMY_E_SEEN: return "the tiplu has been seen, no more is laid";
    case RUMMY_E_NOT_LAID: return "too little is laid to see the tiplu";
    case RUMMY_E_NO_LAY: return "the rest of the hand cannot complete what would be begun";
    case RUMMY_E_NO_PAIR: return "these rules know no dublees at this table";
    case RUMMY_E_NO_RUN: return "these rules know no run around the ace like this";
    case RUMMY_E_LAY_MIXED: return "combinations and dublees are not laid together";
    case RUMMY_E_LAID_ALL: return "all is laid that shows the tiplu: see it";
    case RUMMY_E_LAY_ORDER: return "combinations and dublees are laid in the order of their ids";
    /* errors-end */
    default: return shared_sentence(code);
    }
}
