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
    RUMMY_E_BETRAYED: Final = -212
    RUMMY_E_COMBO_JOKERS: Final = -124
    RUMMY_E_COMBO_MIXED: Final = -120
    RUMMY_E_COMBO_PAIR: Final = -123
    RUMMY_E_COMBO_SUIT: Final = -121
    RUMMY_E_COMBO_UNSEEN: Final = -125
    RUMMY_E_COMBO_WRAP: Final = -122
    RUMMY_E_COPIES: Final = -102
    RUMMY_E_COUNT: Final = -101
    RUMMY_E_DEALER: Final = -300
    RUMMY_E_DECK: Final = -301
    RUMMY_E_DEDUCT_FROM: Final = -203
    RUMMY_E_DRAFT: Final = -430
    RUMMY_E_DRAWN: Final = -404
    RUMMY_E_DUBLEE: Final = -132
    RUMMY_E_DUBLEES: Final = -211
    RUMMY_E_DUBLEE_TAKE: Final = -428
    RUMMY_E_FINISH_DEALT: Final = -411
    RUMMY_E_FINISH_TAKEN: Final = -410
    RUMMY_E_FORCED: Final = -431
    RUMMY_E_INDICATOR: Final = -103
    RUMMY_E_JOKER_DISCARD: Final = -426
    RUMMY_E_KIND: Final = -100
    RUMMY_E_LAID: Final = -130
    RUMMY_E_LAID_ALL: Final = -439
    RUMMY_E_LAST_CHANCE: Final = -405
    RUMMY_E_LAST_TAKE: Final = -204
    RUMMY_E_LAY_MIXED: Final = -438
    RUMMY_E_LAY_ORDER: Final = -440
    RUMMY_E_LEFT_OVER: Final = -104
    RUMMY_E_MAAL: Final = -303
    RUMMY_E_MELD_GAP: Final = -113
    RUMMY_E_MELD_MIXED: Final = -111
    RUMMY_E_MELD_PAIR: Final = -115
    RUMMY_E_MELD_SIZE: Final = -110
    RUMMY_E_MELD_SUIT: Final = -112
    RUMMY_E_MELD_WRAP: Final = -114
    RUMMY_E_MIXED: Final = -105
    RUMMY_E_MOVE: Final = -400
    RUMMY_E_NOT_DRAWN: Final = -403
    RUMMY_E_NOT_HELD: Final = -406
    RUMMY_E_NOT_LAID: Final = -434
    RUMMY_E_NOT_SEEN: Final = -432
    RUMMY_E_NOT_WON: Final = -407
    RUMMY_E_NO_DISCARD: Final = -424
    RUMMY_E_NO_DUBLEES: Final = -213
    RUMMY_E_NO_FINE: Final = -215
    RUMMY_E_NO_LAY: Final = -435
    RUMMY_E_NO_OTHER: Final = -429
    RUMMY_E_NO_PAIR: Final = -436
    RUMMY_E_NO_PASS: Final = -416
    RUMMY_E_NO_RUN: Final = -437
    RUMMY_E_NO_SHOW: Final = -412
    RUMMY_E_NO_TUNNELA: Final = -422
    RUMMY_E_NO_WINDOW: Final = -214
    RUMMY_E_OKEY_DISCARD: Final = -409
    RUMMY_E_ORDER: Final = -423
    RUMMY_E_OVER: Final = -401
    RUMMY_E_PAIR_NEVER: Final = -116
    RUMMY_E_PAIR_WILD: Final = -117
    RUMMY_E_PLAYERS: Final = -201
    RUMMY_E_POINTS: Final = -302
    RUMMY_E_PRIMARY: Final = -133
    RUMMY_E_RANGE: Final = -200
    RUMMY_E_ROUNDS: Final = -205
    RUMMY_E_ROUTE: Final = -131
    RUMMY_E_SEATS: Final = -210
    RUMMY_E_SEEN: Final = -433
    RUMMY_E_SHOWN: Final = -414
    RUMMY_E_SHOW_DRAWN: Final = -415
    RUMMY_E_SHOW_LATE: Final = -413
    RUMMY_E_SPACE: Final = -1
    RUMMY_E_TAKEN: Final = -134
    RUMMY_E_TAKEN_BACK: Final = -408
    RUMMY_E_TEAMS: Final = -202
    RUMMY_E_TURN: Final = -402
    RUMMY_E_UNSEEN_TAKE: Final = -427
    RUMMY_E_UPCARD: Final = -425
    RUMMY_E_WINDOW: Final = -420
    RUMMY_E_WINDOW_OVER: Final = -421
    RUMMY_E_WINNER_UNSEEN: Final = -304
    RUMMY_FACES: Final = 52
    RUMMY_GROUP: Final = 0
    RUMMY_HAND_MAX: Final = 22
    RUMMY_JOKER: Final = 52
    RUMMY_KINDS: Final = 53
    RUMMY_MARRIAGE_ACE_RUNS_HIGH_ONLY: Final = 2
    RUMMY_MARRIAGE_ACE_RUNS_LOW_AND_HIGH: Final = 0
    RUMMY_MARRIAGE_ACE_RUNS_LOW_ONLY: Final = 1
    RUMMY_MARRIAGE_ACE_RUNS_WRAP: Final = 3
    RUMMY_MARRIAGE_ALTER_DEFINITION_OPPOSITE_COLOUR: Final = 1
    RUMMY_MARRIAGE_ALTER_DEFINITION_SAME_COLOUR: Final = 0
    RUMMY_MARRIAGE_BY_COMBOS: Final = 1
    RUMMY_MARRIAGE_BY_DUBLEES: Final = 2
    RUMMY_MARRIAGE_CARDS: Final = 159
    RUMMY_MARRIAGE_CAUSE_DUBLEE: Final = 2
    RUMMY_MARRIAGE_CAUSE_FOUL: Final = 4
    RUMMY_MARRIAGE_CAUSE_MAAL: Final = 3
    RUMMY_MARRIAGE_CAUSE_SEEN: Final = 0
    RUMMY_MARRIAGE_CAUSE_UNSEEN: Final = 1
    RUMMY_MARRIAGE_COMBOS: Final = 1
    RUMMY_MARRIAGE_DEALER_ROTATION_FIXED: Final = 2
    RUMMY_MARRIAGE_DEALER_ROTATION_NEXT: Final = 0
    RUMMY_MARRIAGE_DEALER_ROTATION_WINNER: Final = 1
    RUMMY_MARRIAGE_DIRTY_RUN: Final = 3
    RUMMY_MARRIAGE_DIRTY_TRIPLET: Final = 4
    RUMMY_MARRIAGE_DISCARD: Final = 212
    RUMMY_MARRIAGE_DONE: Final = 3
    RUMMY_MARRIAGE_DRAW: Final = 0
    RUMMY_MARRIAGE_DUBLEE: Final = 2
    RUMMY_MARRIAGE_DUBLEES: Final = 2
    RUMMY_MARRIAGE_DUBLEE_BONUS_FORM_MAAL_TO_WINNER: Final = 1
    RUMMY_MARRIAGE_DUBLEE_BONUS_FORM_PER_OPPONENT: Final = 0
    RUMMY_MARRIAGE_DUBLEE_DISCARD_PICKUP_FREE: Final = 2
    RUMMY_MARRIAGE_DUBLEE_DISCARD_PICKUP_NEVER: Final = 1
    RUMMY_MARRIAGE_DUBLEE_DISCARD_PICKUP_ONLY_TO_FINISH: Final = 0
    RUMMY_MARRIAGE_EXPOSE: Final = 4
    RUMMY_MARRIAGE_EXPOSED_TUNNELA_FREE: Final = 1
    RUMMY_MARRIAGE_EXPOSED_TUNNELA_LOCKED: Final = 0
    RUMMY_MARRIAGE_FINISH: Final = 265
    RUMMY_MARRIAGE_FINISH_PAIRS: Final = 318
    RUMMY_MARRIAGE_FOULS: Final = 100
    RUMMY_MARRIAGE_FOUL_WHEN_AT_ONCE: Final = 0
    RUMMY_MARRIAGE_FOUL_WHEN_NEXT_HAND: Final = 1
    RUMMY_MARRIAGE_HAND: Final = 21
    RUMMY_MARRIAGE_ITEMS: Final = 14
    RUMMY_MARRIAGE_ITEM_ALTER: Final = 5
    RUMMY_MARRIAGE_ITEM_JHIPLU: Final = 2
    RUMMY_MARRIAGE_ITEM_MAN: Final = 6
    RUMMY_MARRIAGE_ITEM_MARRIAGE: Final = 3
    RUMMY_MARRIAGE_ITEM_POPLU: Final = 1
    RUMMY_MARRIAGE_ITEM_TIPLU: Final = 0
    RUMMY_MARRIAGE_ITEM_TUNNELA: Final = 4
    RUMMY_MARRIAGE_JHIPLU: Final = 2
    RUMMY_MARRIAGE_JOKER: Final = 1
    RUMMY_MARRIAGE_JOKERS: Final = 5
    RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_BLOCKED_FOR_ALL: Final = 2
    RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_BLOCKED_IF_SEEN_ANY: Final = 1
    RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_BLOCKED_IF_SEEN_THREE: Final = 0
    RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_FREE: Final = 3
    RUMMY_MARRIAGE_LAID: Final = 10
    RUMMY_MARRIAGE_LAY: Final = 56
    RUMMY_MARRIAGE_LAY_PAIR: Final = 160
    RUMMY_MARRIAGE_MAAL_RANK_WRAP_CYCLIC: Final = 0
    RUMMY_MARRIAGE_MAAL_RANK_WRAP_NONE: Final = 1
    RUMMY_MARRIAGE_MAN: Final = 5
    RUMMY_MARRIAGE_MAN_AS_TIPLU_ACE_OF_SPADES: Final = 1
    RUMMY_MARRIAGE_MAN_AS_TIPLU_REDRAW: Final = 0
    RUMMY_MARRIAGE_MOVES: Final = 371
    RUMMY_MARRIAGE_NO_ROUTE: Final = 0
    RUMMY_MARRIAGE_ORDINARY: Final = 0
    RUMMY_MARRIAGE_OVER: Final = 3
    RUMMY_MARRIAGE_PARTITION_BEST: Final = 0
    RUMMY_MARRIAGE_PARTITION_MARRIAGES_FIRST: Final = 1
    RUMMY_MARRIAGE_POPLU: Final = 3
    RUMMY_MARRIAGE_PURE: Final = 1
    RUMMY_MARRIAGE_RANK_JOKERS_ALL: Final = 0
    RUMMY_MARRIAGE_RANK_JOKERS_ALTER: Final = 1
    RUMMY_MARRIAGE_REASONS: Final = 55
    RUMMY_MARRIAGE_RUNNING: Final = 0
    RUMMY_MARRIAGE_SAME_CARD_DISCARD_ALLOWED: Final = 1
    RUMMY_MARRIAGE_SAME_CARD_DISCARD_KIND: Final = 0
    RUMMY_MARRIAGE_SEATS: Final = 6
    RUMMY_MARRIAGE_SEE: Final = 2
    RUMMY_MARRIAGE_STOCK_OUT: Final = 3
    RUMMY_MARRIAGE_TAKE: Final = 1
    RUMMY_MARRIAGE_THREE: Final = 1
    RUMMY_MARRIAGE_TIPLU: Final = 4
    RUMMY_MARRIAGE_TIPLU_IF_NEVER_CHOSEN_CHOOSE_AT_END: Final = 0
    RUMMY_MARRIAGE_TIPLU_IF_NEVER_CHOSEN_NO_MAAL: Final = 1
    RUMMY_MARRIAGE_TIPLU_MODE_FACE_UP_AT_DEAL: Final = 3
    RUMMY_MARRIAGE_TIPLU_MODE_HIDDEN_FIRST_SEER_PICKS: Final = 0
    RUMMY_MARRIAGE_TIPLU_MODE_HIDDEN_PRESET: Final = 1
    RUMMY_MARRIAGE_TIPLU_MODE_LAST_STOCK_CARD: Final = 2
    RUMMY_MARRIAGE_TO_DISCARD: Final = 2
    RUMMY_MARRIAGE_TO_DRAW: Final = 1
    RUMMY_MARRIAGE_TRIPLES: Final = 2048
    RUMMY_MARRIAGE_TRIPLET: Final = 2
    RUMMY_MARRIAGE_TRUNCATED: Final = 4
    RUMMY_MARRIAGE_TUNNELA: Final = 0
    RUMMY_MARRIAGE_TUNNELA_COMBINATION_ADDS: Final = 1
    RUMMY_MARRIAGE_TUNNELA_COMBINATION_INSTEAD: Final = 0
    RUMMY_MARRIAGE_TUNNELA_NEEDS_NOTHING: Final = 2
    RUMMY_MARRIAGE_TUNNELA_NEEDS_SEEN: Final = 1
    RUMMY_MARRIAGE_TUNNELA_NEEDS_THREE_COMBOS: Final = 0
    RUMMY_MARRIAGE_TUNNELA_SCOPE_ANY_IN_HAND: Final = 2
    RUMMY_MARRIAGE_TUNNELA_SCOPE_EXPOSED_AT_START: Final = 0
    RUMMY_MARRIAGE_TUNNELA_SCOPE_OFF: Final = 3
    RUMMY_MARRIAGE_TUNNELA_SCOPE_SHOWN: Final = 1
    RUMMY_MARRIAGE_TUNNELA_WINDOW_BEFORE_FIRST_DRAW: Final = 0
    RUMMY_MARRIAGE_TUNNELA_WINDOW_OFF: Final = 1
    RUMMY_MARRIAGE_UNSEEN_DISCARD_PICKUP_FREE: Final = 0
    RUMMY_MARRIAGE_UNSEEN_DISCARD_PICKUP_NEVER: Final = 1
    RUMMY_MARRIAGE_UNSEEN_MAAL_COUNT: Final = 0
    RUMMY_MARRIAGE_UNSEEN_MAAL_TO_WINNER: Final = 2
    RUMMY_MARRIAGE_UNSEEN_MAAL_VOID: Final = 1
    RUMMY_MARRIAGE_WINDOW: Final = 0
    RUMMY_MELDS: Final = 377
    RUMMY_MELD_SIZE: Final = 14
    RUMMY_NEVER: Final = -1
    RUMMY_NONE: Final = 255
    RUMMY_NOT_HELD: Final = -2
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
    RUMMY_OKEY_STOCK_END_WHEN_DRAW_IMPOSSIBLE: Final = 2
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
    RUMMY_RULES_VERSION: Final = 2
    RUMMY_RUN: Final = 1
    RUMMY_SEATS: Final = 4
    RUMMY_TABLES_LOG: Final = 128
    RUMMY_TABLES_WAIT: Final = 65535
    RUMMY_VERSION_MAJOR: Final = 0
    RUMMY_VERSION_MINOR: Final = 1
    RUMMY_VERSION_PATCH: Final = 0
    def rummy_arrange(self, a0: CData, a1: CData, a2: int, a3: CData, a4: int, /) -> int: ...
    def rummy_derive(self, a0: int, a1: int, /) -> int: ...
    def rummy_event_for(self, a0: CData, a1: int, a2: CData, /) -> int: ...
    def rummy_game_of(self, a0: int, /) -> CData: ...
    def rummy_marriage_analyze(self, a0: CData, a1: CData, a2: CData, a3: CData, /) -> int: ...
    def rummy_marriage_arrange(self, a0: CData, a1: CData, a2: int, a3: int, a4: CData, /) -> int: ...
    def rummy_marriage_bounds(self, a0: CData, a1: CData, a2: CData, a3: CData, a4: int, a5: CData, a6: CData, /) -> int: ...
    def rummy_marriage_check(self, a0: CData, a1: int, a2: int, /) -> int: ...
    def rummy_marriage_check_declaration(self, a0: CData, a1: int, a2: CData, a3: CData, a4: int, a5: int, a6: CData, a7: int, a8: int, a9: int, a10: CData, /) -> int: ...
    def rummy_marriage_combo(self, a0: CData, a1: int, a2: CData, /) -> int: ...
    def rummy_marriage_deal(self, a0: CData, a1: CData, a2: int, a3: int, a4: CData, a5: int, /) -> int: ...
    def rummy_marriage_discards(self, a0: CData, a1: CData, a2: CData, a3: CData, a4: CData, a5: int, a6: CData, a7: CData, a8: CData, /) -> int: ...
    def rummy_marriage_distance(self, a0: CData, a1: CData, a2: CData, a3: CData, a4: CData, a5: int, a6: CData, a7: CData, a8: CData, /) -> int: ...
    def rummy_marriage_dublees(self, a0: CData, /) -> int: ...
    def rummy_marriage_faces(self, a0: CData, a1: CData, a2: int, a3: CData, /) -> int: ...
    def rummy_marriage_fine(self, a0: CData, a1: int, a2: CData, a3: CData, /) -> int: ...
    def rummy_marriage_finishes(self, a0: CData, a1: CData, a2: CData, a3: CData, a4: int, a5: CData, a6: CData, /) -> int: ...
    def rummy_marriage_left(self, a0: CData, a1: CData, a2: CData, a3: int, a4: CData, a5: CData, /) -> int: ...
    def rummy_marriage_marriages(self, a0: CData, a1: int, a2: CData, a3: int, /) -> int: ...
    def rummy_marriage_moves(self, a0: CData, a1: CData, /) -> int: ...
    def rummy_marriage_nearest(self, a0: CData, a1: CData, a2: CData, a3: CData, a4: int, a5: CData, a6: CData, a7: CData, a8: CData, /) -> int: ...
    def rummy_marriage_next_dealer(self, a0: CData, a1: int, a2: int, a3: int, /) -> int: ...
    def rummy_marriage_outcome_of(self, a0: CData, a1: CData, /) -> int: ...
    def rummy_marriage_play(self, a0: CData, a1: int, a2: int, a3: CData, a4: CData, /) -> int: ...
    def rummy_marriage_primary(self, a0: CData, a1: CData, a2: int, a3: CData, a4: int, /) -> int: ...
    def rummy_marriage_roles(self, a0: CData, a1: int, a2: CData, /) -> int: ...
    def rummy_marriage_rules_check(self, a0: CData, a1: int, a2: CData, /) -> int: ...
    def rummy_marriage_rules_init(self, a0: CData, /) -> None: ...
    def rummy_marriage_score(self, a0: CData, a1: CData, a2: int, a3: int, a4: int, a5: int, a6: int, a7: CData, /) -> int: ...
    def rummy_marriage_settle(self, a0: CData, a1: int, a2: CData, a3: CData, a4: int, a5: CData, /) -> int: ...
    def rummy_marriage_shuffle(self, a0: CData, a1: CData, a2: CData, /) -> int: ...
    def rummy_marriage_strerror(self, a0: int, /) -> CData: ...
    def rummy_marriage_view_of(self, a0: CData, a1: int, a2: CData, /) -> int: ...
    def rummy_marriage_win(self, a0: CData, a1: CData, a2: CData, a3: CData, a4: int, a5: CData, a6: CData, /) -> int: ...
    def rummy_meld_list(self, a0: CData, a1: CData, a2: CData, a3: int, /) -> int: ...
    def rummy_meld_read(self, a0: CData, a1: CData, a2: CData, /) -> int: ...
    def rummy_okey_analyze(self, a0: CData, a1: CData, a2: CData, a3: int, a4: CData, a5: CData, /) -> int: ...
    def rummy_okey_arrange(self, a0: CData, a1: CData, a2: int, a3: int, a4: CData, a5: int, /) -> int: ...
    def rummy_okey_check(self, a0: CData, a1: int, a2: int, /) -> int: ...
    def rummy_okey_check_declaration(self, a0: CData, a1: int, a2: CData, a3: CData, a4: int, a5: int, a6: CData, a7: CData, /) -> int: ...
    def rummy_okey_color_factor(self, a0: CData, a1: int, /) -> int: ...
    def rummy_okey_deal(self, a0: CData, a1: CData, a2: int, a3: int, a4: CData, a5: CData, /) -> int: ...
    def rummy_okey_decided(self, a0: CData, a1: int, a2: CData, a3: int, /) -> int: ...
    def rummy_okey_decode(self, a0: CData, a1: int, a2: int, a3: CData, /) -> int: ...
    def rummy_okey_discards(self, a0: CData, a1: CData, a2: CData, a3: CData, a4: int, a5: int, a6: CData, a7: CData, a8: CData, /) -> int: ...
    def rummy_okey_distance(self, a0: CData, a1: CData, a2: CData, a3: CData, a4: int, a5: int, a6: CData, a7: CData, a8: CData, /) -> int: ...
    def rummy_okey_faces(self, a0: CData, a1: int, a2: CData, /) -> int: ...
    def rummy_okey_finishes(self, a0: CData, a1: CData, a2: int, a3: CData, a4: CData, /) -> int: ...
    def rummy_okey_grammar(self, a0: CData, a1: CData, /) -> None: ...
    def rummy_okey_leaders(self, a0: CData, a1: int, a2: CData, /) -> int: ...
    def rummy_okey_left(self, a0: CData, a1: CData, a2: CData, a3: int, a4: CData, a5: CData, /) -> int: ...
    def rummy_okey_match_end(self, a0: CData, a1: int, /) -> int: ...
    def rummy_okey_match_winners(self, a0: CData, /) -> int: ...
    def rummy_okey_meld_read(self, a0: CData, a1: CData, a2: int, a3: CData, /) -> int: ...
    def rummy_okey_melds(self, a0: CData, a1: CData, a2: int, a3: CData, a4: int, /) -> int: ...
    def rummy_okey_moves(self, a0: CData, a1: CData, /) -> int: ...
    def rummy_okey_nearest(self, a0: CData, a1: CData, a2: CData, a3: int, a4: int, a5: CData, a6: CData, /) -> int: ...
    def rummy_okey_next_dealer(self, a0: CData, a1: int, a2: int, a3: int, /) -> int: ...
    def rummy_okey_of(self, a0: int, /) -> int: ...
    def rummy_okey_outcome_of(self, a0: CData, a1: CData, /) -> int: ...
    def rummy_okey_pairs(self, a0: CData, a1: CData, a2: int, a3: CData, /) -> int: ...
    def rummy_okey_play(self, a0: CData, a1: int, a2: int, a3: CData, a4: CData, /) -> int: ...
    def rummy_okey_room(self, a0: CData, a1: int, /) -> int: ...
    def rummy_okey_rules_init(self, a0: CData, /) -> None: ...
    def rummy_okey_rules_resolve(self, a0: CData, a1: int, a2: CData, a3: CData, /) -> int: ...
    def rummy_okey_settle_end(self, a0: CData, a1: int, a2: CData, a3: int, a4: CData, a5: CData, /) -> int: ...
    def rummy_okey_settle_show(self, a0: CData, a1: int, a2: int, a3: CData, a4: int, a5: CData, /) -> int: ...
    def rummy_okey_settle_win(self, a0: CData, a1: int, a2: int, a3: CData, a4: int, a5: int, a6: int, a7: CData, /) -> int: ...
    def rummy_okey_show_ends(self, a0: CData, a1: int, a2: CData, a3: CData, /) -> int: ...
    def rummy_okey_shuffle(self, a0: CData, a1: CData, a2: CData, /) -> None: ...
    def rummy_okey_strerror(self, a0: int, /) -> CData: ...
    def rummy_okey_values(self, a0: CData, a1: CData, a2: CData, a3: int, a4: CData, a5: CData, /) -> int: ...
    def rummy_okey_view_of(self, a0: CData, a1: int, a2: CData, /) -> int: ...
    def rummy_okey_win(self, a0: CData, a1: CData, a2: int, a3: CData, a4: CData, /) -> int: ...
    def rummy_pairs(self, a0: CData, a1: CData, /) -> int: ...
    def rummy_random_below(self, a0: CData, a1: int, /) -> int: ...
    def rummy_random_next(self, a0: CData, /) -> int: ...
    def rummy_random_seed(self, a0: CData, a1: int, /) -> None: ...
    def rummy_shuffle(self, a0: CData, a1: CData, a2: int, /) -> None: ...
    def rummy_tables_deal(self, a0: CData, /) -> int: ...
    def rummy_tables_random(self, a0: CData, a1: CData, a2: CData, /) -> None: ...
    def rummy_tables_step(self, a0: CData, a1: CData, a2: CData, /) -> int: ...
    def rummy_version(self, /) -> int: ...

ffi: Final[FFI]
lib: Final[_Lib]
