"""Written by csrc/gen_stub.py from the built extension; do not edit."""

from typing import Final, TypeAlias, final, type_check_only

from cffi import FFI

CData: TypeAlias = FFI.CData

@final
@type_check_only
class _Lib:
    RUMMY_ARRANGED: Final = 7
    RUMMY_AUTO: Final = -1
    RUMMY_BY_POINTS: Final = 1
    RUMMY_BY_TILES: Final = 0
    RUMMY_E_ARGUMENT: Final = -2
    RUMMY_E_COPIES: Final = -12
    RUMMY_E_COUNT: Final = -11
    RUMMY_E_DEALER: Final = -30
    RUMMY_E_DECK: Final = -31
    RUMMY_E_DEDUCT_FROM: Final = -23
    RUMMY_E_DRAWN: Final = -44
    RUMMY_E_FINISH_DEALT: Final = -51
    RUMMY_E_FINISH_TAKEN: Final = -50
    RUMMY_E_INDICATOR: Final = -13
    RUMMY_E_KIND: Final = -10
    RUMMY_E_LAST_CHANCE: Final = -45
    RUMMY_E_LAST_TAKE: Final = -24
    RUMMY_E_MELD_GAP: Final = -17
    RUMMY_E_MELD_MIXED: Final = -15
    RUMMY_E_MELD_PAIR: Final = -19
    RUMMY_E_MELD_SIZE: Final = -14
    RUMMY_E_MELD_SUIT: Final = -16
    RUMMY_E_MELD_WRAP: Final = -18
    RUMMY_E_MOVE: Final = -40
    RUMMY_E_NOT_DRAWN: Final = -43
    RUMMY_E_NOT_HELD: Final = -46
    RUMMY_E_NOT_WON: Final = -47
    RUMMY_E_NO_PASS: Final = -56
    RUMMY_E_NO_SHOW: Final = -52
    RUMMY_E_OKEY_DISCARD: Final = -49
    RUMMY_E_OVER: Final = -41
    RUMMY_E_PLAYERS: Final = -21
    RUMMY_E_POINTS: Final = -32
    RUMMY_E_RANGE: Final = -20
    RUMMY_E_ROUNDS: Final = -25
    RUMMY_E_SHOWN: Final = -54
    RUMMY_E_SHOW_DRAWN: Final = -55
    RUMMY_E_SHOW_LATE: Final = -53
    RUMMY_E_SPACE: Final = -1
    RUMMY_E_TAKEN_BACK: Final = -48
    RUMMY_E_TEAMS: Final = -22
    RUMMY_E_TURN: Final = -42
    RUMMY_FACES: Final = 52
    RUMMY_GROUP: Final = 0
    RUMMY_HAND_MAX: Final = 22
    RUMMY_JOKER: Final = 52
    RUMMY_KINDS: Final = 53
    RUMMY_MELDS: Final = 377
    RUMMY_MELD_SIZE: Final = 14
    RUMMY_NONE: Final = 255
    RUMMY_OKEY_CEREMONY_EXACT: Final = 0
    RUMMY_OKEY_CEREMONY_UNIFORM: Final = 1
    RUMMY_OKEY_COLOR_RULE_OFF: Final = 0
    RUMMY_OKEY_COLOR_RULE_RED_BLACK_DOUBLE: Final = 1
    RUMMY_OKEY_DEALER_ROTATION_ALWAYS: Final = 0
    RUMMY_OKEY_DEALER_ROTATION_ONLY_AFTER_WIN: Final = 1
    RUMMY_OKEY_DEALER_ROTATION_WINNER_DEALS: Final = 2
    RUMMY_OKEY_DEALT: Final = 0
    RUMMY_OKEY_DEDUCT_FROM_LOSERS: Final = 0
    RUMMY_OKEY_DEDUCT_FROM_WINNER: Final = 1
    RUMMY_OKEY_DISCARD: Final = 4
    RUMMY_OKEY_DISCARD_OKEY_ALLOWED: Final = 0
    RUMMY_OKEY_DISCARD_OKEY_FORBIDDEN: Final = 1
    RUMMY_OKEY_DISCARD_TAKEN_ALLOWED: Final = 0
    RUMMY_OKEY_DISCARD_TAKEN_FORBIDDEN: Final = 1
    RUMMY_OKEY_DISCARD_VIEW_ALL: Final = 1
    RUMMY_OKEY_DISCARD_VIEW_TOP_ONLY: Final = 0
    RUMMY_OKEY_DOUBLE_COMBINATION_MULTIPLY: Final = 0
    RUMMY_OKEY_DOUBLE_COMBINATION_SINGLE: Final = 1
    RUMMY_OKEY_DRAW: Final = 0
    RUMMY_OKEY_DRAWN: Final = 1
    RUMMY_OKEY_FALSE_JOKER_ROLE_OKEY_VALUE: Final = 0
    RUMMY_OKEY_FALSE_JOKER_ROLE_WILD: Final = 1
    RUMMY_OKEY_FINISH: Final = 57
    RUMMY_OKEY_GAME_END_CHECK_IMMEDIATE: Final = 1
    RUMMY_OKEY_GAME_END_CHECK_ROUND_END: Final = 0
    RUMMY_OKEY_GAME_END_NEVER: Final = 2
    RUMMY_OKEY_GAME_END_POINTS_OUT: Final = 0
    RUMMY_OKEY_GAME_END_ROUNDS: Final = 1
    RUMMY_OKEY_HAND: Final = 14
    RUMMY_OKEY_INDICATOR_WINDOW_BEFORE_FIRST_DISCARD: Final = 0
    RUMMY_OKEY_INDICATOR_WINDOW_BEFORE_FIRST_DRAW: Final = 1
    RUMMY_OKEY_INSUFFICIENT_POINTS_GO_NEGATIVE: Final = 0
    RUMMY_OKEY_INSUFFICIENT_POINTS_PAY_WHAT_LEFT: Final = 1
    RUMMY_OKEY_LAST_CHANCE: Final = 2
    RUMMY_OKEY_MELDS: Final = 1
    RUMMY_OKEY_MOVES: Final = 110
    RUMMY_OKEY_NO_WIN: Final = 0
    RUMMY_OKEY_OVER: Final = 3
    RUMMY_OKEY_PAIRS: Final = 2
    RUMMY_OKEY_PAIRS_WITH_JOKERS_ANY: Final = 0
    RUMMY_OKEY_PAIRS_WITH_JOKERS_NONE: Final = 1
    RUMMY_OKEY_PASS: Final = 3
    RUMMY_OKEY_PAYOUT_DEDUCT: Final = 1
    RUMMY_OKEY_PAYOUT_TRANSFER: Final = 0
    RUMMY_OKEY_POINTS_OUT: Final = 4
    RUMMY_OKEY_RUNNING: Final = 0
    RUMMY_OKEY_RUN_WRAP_HIGH_ONE: Final = 1
    RUMMY_OKEY_RUN_WRAP_NONE: Final = 0
    RUMMY_OKEY_SHOW: Final = 2
    RUMMY_OKEY_SINGLE_COLOR_WIN_OFF: Final = 0
    RUMMY_OKEY_SINGLE_COLOR_WIN_WIN_GAME: Final = 1
    RUMMY_OKEY_STARTER_DEALER: Final = 1
    RUMMY_OKEY_STARTER_RIGHT_OF_DEALER: Final = 0
    RUMMY_OKEY_STOCK_END_AFTER_LAST_DISCARD: Final = 0
    RUMMY_OKEY_STOCK_END_NEXT_MAY_TAKE_TO_WIN: Final = 1
    RUMMY_OKEY_STOCK_OUT: Final = 2
    RUMMY_OKEY_TAKE: Final = 1
    RUMMY_OKEY_TAKEN: Final = 2
    RUMMY_OKEY_TEAMS_OFF: Final = 0
    RUMMY_OKEY_TEAMS_OPPOSITE: Final = 1
    RUMMY_OKEY_TILES: Final = 106
    RUMMY_OKEY_TO_DISCARD: Final = 1
    RUMMY_OKEY_TO_DRAW: Final = 0
    RUMMY_OKEY_TRUNCATED: Final = 3
    RUMMY_OKEY_WON: Final = 1
    RUMMY_PAIR: Final = 2
    RUMMY_PAIR_NATURAL: Final = 1
    RUMMY_PAIR_NEVER: Final = 0
    RUMMY_PAIR_WILD: Final = 2
    RUMMY_POINTS_MAX: Final = 1000000000
    RUMMY_RANKS: Final = 13
    RUMMY_RULES_VERSION: Final = 1
    RUMMY_RUN: Final = 1
    RUMMY_SEATS: Final = 4
    RUMMY_VERSION_MAJOR: Final = 0
    RUMMY_VERSION_MINOR: Final = 1
    RUMMY_VERSION_PATCH: Final = 0
    def rummy_arrange(self, a0: CData, a1: CData, a2: int, a3: CData, a4: int, /) -> int: ...
    def rummy_derive(self, a0: int, a1: int, /) -> int: ...
    def rummy_meld_list(self, a0: CData, a1: CData, a2: CData, a3: int, /) -> int: ...
    def rummy_meld_read(self, a0: CData, a1: CData, a2: CData, /) -> int: ...
    def rummy_okey_check(self, a0: CData, a1: int, a2: int, /) -> int: ...
    def rummy_okey_color_factor(self, a0: CData, a1: int, /) -> int: ...
    def rummy_okey_deal(self, a0: CData, a1: CData, a2: int, a3: int, a4: CData, a5: CData, /) -> int: ...
    def rummy_okey_decided(self, a0: CData, a1: int, a2: CData, a3: int, /) -> int: ...
    def rummy_okey_faces(self, a0: CData, a1: int, a2: CData, /) -> int: ...
    def rummy_okey_finishes(self, a0: CData, a1: CData, a2: int, a3: CData, /) -> int: ...
    def rummy_okey_grammar(self, a0: CData, a1: CData, /) -> None: ...
    def rummy_okey_leaders(self, a0: CData, a1: int, a2: CData, /) -> int: ...
    def rummy_okey_look(self, a0: CData, a1: int, a2: CData, /) -> int: ...
    def rummy_okey_moves(self, a0: CData, a1: CData, /) -> int: ...
    def rummy_okey_next_dealer(self, a0: CData, a1: int, a2: int, a3: int, /) -> int: ...
    def rummy_okey_of(self, a0: int, /) -> int: ...
    def rummy_okey_play(self, a0: CData, a1: int, a2: int, a3: CData, a4: CData, /) -> int: ...
    def rummy_okey_result(self, a0: CData, a1: CData, /) -> int: ...
    def rummy_okey_rules_init(self, a0: CData, /) -> None: ...
    def rummy_okey_rules_resolve(self, a0: CData, a1: int, a2: CData, a3: CData, /) -> int: ...
    def rummy_okey_settle_show(self, a0: CData, a1: int, a2: int, a3: CData, a4: int, a5: CData, /) -> int: ...
    def rummy_okey_settle_win(self, a0: CData, a1: int, a2: int, a3: CData, a4: int, a5: int, a6: int, a7: CData, /) -> int: ...
    def rummy_okey_shuffle(self, a0: CData, a1: CData, a2: CData, /) -> None: ...
    def rummy_okey_single_color(self, a0: CData, /) -> int: ...
    def rummy_okey_values(self, a0: CData, a1: CData, a2: int, a3: int, a4: CData, a5: CData, /) -> int: ...
    def rummy_okey_win(self, a0: CData, a1: CData, a2: int, a3: CData, a4: CData, /) -> int: ...
    def rummy_pairs(self, a0: CData, a1: CData, /) -> int: ...
    def rummy_random_below(self, a0: CData, a1: int, /) -> int: ...
    def rummy_random_next(self, a0: CData, /) -> int: ...
    def rummy_random_seed(self, a0: CData, a1: int, /) -> None: ...
    def rummy_shuffle(self, a0: CData, a1: CData, a2: int, /) -> None: ...
    def rummy_strerror(self, a0: int, /) -> CData: ...
    def rummy_version(self, /) -> int: ...

ffi: Final[FFI]
lib: Final[_Lib]
