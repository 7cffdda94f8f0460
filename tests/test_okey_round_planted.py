"""Bugs planted on purpose in Okey's round and settlement. The slow model must find each of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import okey_decks
import okey_random
import pytest
from cffi import FFI
from okey_model import Model, by_show, by_win, decided, leaders, next_dealer, resolved, win_factor
from okey_oracle import FACES, FALSE_JOKER
from planted import Bug, Question, agrees, catches, set_options

from rummycore import okey
from rummycore._core import ffi as core_ffi
from rummycore._core import lib as core

KINDS = (*FACES, FALSE_JOKER)  # in the order of the header
NONE = 255
ACTS = ("draw", "take", "show", "pass")  # the first ids of moves; then discards and finishes by kind
ENDINGS = ("", "won", "stock_out", "truncated", "points_out")
PHASES = ("to_draw", "to_discard", "last_chance", "over")
STEPS = 120  # of a round that are looked at

BUGS = [
    Bug("the die picks among all tiles", "ceremony", "JOKER_STACK : RUMMY_OKEY_TILES", "RUMMY_OKEY_TILES : JOKER_STACK"),
    Bug("a false joker is the indicator", "thrown-again", "deck[indicator] == RUMMY_JOKER", "0"),
    Bug("three copies of a tile", "deck-copies", ": copies)", ": 3)"),
    Bug("points of earlier rounds are forgotten", "start-points", "points ? points[seat] : s.rules.start_points", "s.rules.start_points"),
    Bug("the dealer never starts", "starter", "? dealer :", "? (dealer + 1) % players :"),
    Bug("the dealer has 15 tiles", "deal-sizes", "(seat == s.turn)", "(seat == dealer)"),
    Bug("play goes the other way round", "next-seat", "(s->turn + 1) % s->players", "(s->turn + s->players - 1) % s->players"),
    Bug("the first turn comes twice", "first-turn", "s->turns < s->players", "s->turns < 2 * s->players"),
    Bug("a show without the option", "show-option", "!s->rules.indicator_bonus", "0"),
    Bug("a second show", "show-once", "s->shower != RUMMY_NONE", "0"),
    Bug("a show in any turn", "show-first-turn", "!first_turn(s)", "0"),
    Bug("a show after the first draw", "show-window", "s->drawn != RUMMY_NONE", "0"),
    Bug("no show before the first discard", "show-window", "s->rules.indicator_window == RUMMY_OKEY_INDICATOR_WINDOW_BEFORE_FIRST_DRAW &&", ""),
    Bug("a show of a tile that is not held", "show-held", "!s->hand[s->turn][s->indicator]", "0"),
    Bug("a drawn twin may be shown", "show-drawn", "!s->rules.indicator_drawn_counts", "0"),
    Bug("a drawn twin never counts", "show-drawn", "&& !s->rules.indicator_drawn_counts", ""),
    Bug("a taken tile goes back", "taken-back", "s->rules.discard_taken == RUMMY_OKEY_DISCARD_TAKEN_FORBIDDEN &&", "0 &&"),
    Bug("a drawn tile stays too", "taken-back", "s->source == RUMMY_OKEY_TAKEN", "s->source != RUMMY_OKEY_DEALT"),
    Bug("an okey goes against the option", "okey-discard", "s->rules.discard_okey == RUMMY_OKEY_DISCARD_OKEY_FORBIDDEN", "0"),
    Bug("a finish on a taken tile against the option", "finish-taken", "!s->rules.finish_on_taken_discard", "0"),
    Bug("a finish on the dealt hand against the option", "finish-dealt", "!s->rules.finish_on_dealt_hand", "0"),
    Bug("no finish with a false joker", "faces-of-values", "| jokers << RUMMY_JOKER", "| jokers << RUMMY_JOKER * 0"),
    Bug("no finish with an okey", "faces-of-values", "| okeys << okey", "| okeys * 0"),
    Bug("a finish with a wild tile that is not held", "finishing-held", "& held", ""),
    Bug("no show before the draw", "show-before-draw", "!check_show(s)", "0"),
    Bug("any seat plays", "own-turn", "seat >= 0 && seat != turn", "0"),
    Bug("a discard in the last chance", "last-chance-moves", "move == RUMMY_OKEY_TAKE || move == RUMMY_OKEY_PASS", "1"),
    Bug("a pass at any time", "no-pass", "RUMMY_E_NO_PASS", "0"),
    Bug("a discard before the draw", "discard-after-draw", "!has_drawn", "0"),
    Bug("a finish with any hand", "check-finish", "(by[0] | by[1]) >> (move - RUMMY_OKEY_FINISH) & 1", "1"),
    Bug("a tile shown is not known", "shown-is-known", "s->known[s->turn][s->indicator] = 1;", ""),
    Bug("a show moves no points", "show-moves-points", "add_points(s, change);", ""),
    Bug("a show ends a round in which somebody had no points", "brought", "points[seat] > 0 && ", ""),
    Bug("a show ends the round against the option", "show-ends-round", "rules->game_end_check == RUMMY_OKEY_GAME_END_CHECK_IMMEDIATE &&", ""),
    Bug("a show ends a round that is not about points", "show-ends-round", "&& rules->game_end == RUMMY_OKEY_GAME_END_POINTS_OUT", ""),
    Bug("the oldest discard is taken", "take-latest", "discard[--*discards]", "discard[(--*discards, 0)]"),
    Bug("a taken tile is not known", "taken-is-known", "known[kind]++;", ""),
    Bug("a known tile is known for ever", "leaves-known", "known[kind]", "0"),
    Bug("the last chance comes again", "last-chance-once", "s->stock_at == s->stock_end && s->source == RUMMY_OKEY_TAKEN", "0"),
    Bug("a discard lies before another seat", "discarded-by", "= s->turn;", "= s->dealer;"),
    Bug("always a last chance", "stock-end", "s->rules.stock_end == RUMMY_OKEY_STOCK_END_AFTER_LAST_DISCARD || last_chance_used", "last_chance_used"),
    Bug("never a last chance", "stock-end", "(s->rules.stock_end == RUMMY_OKEY_STOCK_END_AFTER_LAST_DISCARD || last_chance_used)", "1"),
    Bug("the cap comes before the end of the stock", "stock-end", "if (empty &&", "if (empty && s->turns < s->rules.turn_cap &&"),
    Bug("one turn more than the cap", "turn-cap", ">= s->rules.turn_cap", "> s->rules.turn_cap"),
    Bug("pairs are not noted", "won-by", "by[1] >> kind & 1 ? RUMMY_OKEY_PAIRS : 0", "0"),
    Bug("one colour wins against the option", "single-colour", "s->rules.single_color_win == RUMMY_OKEY_SINGLE_COLOR_WIN_WIN_GAME &&", ""),
    Bug("a false joker makes an okey finish", "win-settled", "kind == s->okey", "kind == s->okey || kind == RUMMY_JOKER"),
    Bug("a win moves the points of a show", "win-settled", "s->points, s->turn", "s->start, s->turn"),
    Bug("the end of a round costs nothing", "end-settled", "add_points(s, change);", ""),
    Bug("another tile counts as an okey left", "okeys-left", "[s->okey]", "[s->indicator]"),
    Bug("partners pay for their own okeys only", "team-okeys", "okey_same_side(rules, seat, other) ?", "seat == other ?"),
    Bug("more is paid at the end than is left", "end-amount", "-paid(rules, points[seat], amount)", "-amount"),
    Bug("the stock is drawn from its end", "draw", "state->stock[state->stock_at++]", "state->stock[--state->stock_end]"),
    Bug("everybody is told the tile drawn", "draw", "own = ", "tile = own = "),
    Bug("a seat sees what another drew", "view-drawn", "seat == s->turn && ", ""),
    Bug("all discards lie open", "view-discards", "s->rules.discard_view == RUMMY_OKEY_DISCARD_VIEW_TOP_ONLY", "0"),
    Bug("one discard lies open", "view-covered", "s->discarded_by[later] == s->discarded_by[i]", "1"),
    Bug("an outcome forgets the show", "outcome-shown", "points[seat] += out->shown[seat];", ";"),
    Bug("an outcome knows no okey finish", "outcome-okey-finish", "s->finished_with == s->okey", "0"),
    Bug("blue doubles, black does not", "colour-factor", "suit == 3", "suit == 2"),
    Bug("no partners", "same-side", "rules->teams == RUMMY_OKEY_TEAMS_OPPOSITE", "0"),
    Bug("nobody falls below 0", "insufficient", "rules->insufficient_points == RUMMY_OKEY_INSUFFICIENT_POINTS_GO_NEGATIVE ||", ""),
    Bug("who has less pays nothing", "pay-what-left", "points > 0 ? points : 0", "0"),
    Bug("who has less than 0 is paid", "pay-what-left", "points > 0 ? points : 0", "points"),
    Bug("losers pay against the option", "deduct-from", "rules->deduct_from == RUMMY_OKEY_DEDUCT_FROM_WINNER", "0"),
    Bug("just the least points protect", "who-pays", ">= floor", "> floor"),
    Bug("a team is paid twice", "one-score", "pot /= 2;", "pot /= 1;"),
    Bug("the winner is paid by one", "pot", "= pot;", "= pot / (players - 1);"),
    Bug("few points protect nobody", "show-floor", "rules->indicator_min_points > 0 ? rules->indicator_min_points : INT32_MIN", "INT32_MIN"),
    Bug("who is below 0 loses nothing by a show", "show-floor", "rules->indicator_min_points > 0 ? rules->indicator_min_points : INT32_MIN", "rules->indicator_min_points"),
    Bug("colour doubles no show", "show-amount", "* rummy_okey_color_factor(rules, indicator)", ""),
    Bug("both ways count as melds", "pairs-double", "won_by & RUMMY_OKEY_PAIRS", "won_by == RUMMY_OKEY_PAIRS"),
    Bug("an okey finish doubles nothing", "factors", "(okey_finish ? 2 : 1)", "1"),
    Bug("seven pairs double nothing", "factors", "(pairs ? 2 : 1)", "1"),
    Bug("double and double again against the option", "double-once", "factor == 4", "0"),
    Bug("colour doubles no win", "win-amount", "* rummy_okey_color_factor(rules, indicator)", ""),
    Bug("a round more", "rounds-played", "rounds >= rules->rounds", "rounds > rules->rounds"),
    Bug("0 points suffice", "points-out", "<= 0", "< 0"),
    Bug("the most points always lead", "fewest-lead", "? -1 : 1", "? 1 : 1"),
    Bug("the deal passes on without a winner", "dealer-stays", "winner == RUMMY_NONE", "0"),
    Bug("the winner does not deal", "winner-deals", "winner != RUMMY_NONE", "0"),
]  # fmt: skip


# ------------------------------------------------------------------------------
# What is asked, with the model's answers
# ------------------------------------------------------------------------------


def move_id(word: str) -> int:
    act, _, tile = word.partition(" ")
    return ACTS.index(act) if act in ACTS else {"discard": 4, "finish": 57}[act] + KINDS.index(tile)


def number(tile: str | None) -> int:
    return NONE if tile is None else KINDS.index(tile)


def counts(tiles: list[str]) -> tuple[int, ...]:
    found = Counter(tiles)
    return tuple(found[kind] for kind in KINDS)


def told(model: Model) -> list[int]:
    """Return what can be asked of a round at any time: turn, phase, points, moves, what
    everybody knows and what each seat sees.
    """
    found = [model.turn, PHASES.index(model.phase), *model.points, *sorted(map(move_id, model.legal()))]
    for seat in range(model.players):
        found += [number(model.sees_drawn(seat)), *counts(model.known[seat])]
    for seat, tile in model.displayed():
        found += [seat, number(tile)]
    return found


def choose(rng: Random, model: Model, eager: float) -> str:
    """Return a move: a show or a finish mostly, else a draw or take, or any discard."""
    legal = sorted(model.legal(), key=move_id)
    wanted = [word for word in legal if word.split()[0] in ("finish", "show")]
    if wanted and rng.random() < 0.7:
        return rng.choice(wanted)
    if model.phase == "to_draw":
        return "take" if rng.random() < eager else "draw"
    return rng.choice(legal)


def about_a_round(rng: Random) -> Question:
    """Ask for all that is told at every step of a round of the model, for what everybody learns
    of each move, and for the outcome.
    """
    players = rng.randint(2, 4)
    chosen, dealer = okey_random.rules(rng, players), rng.randrange(players)
    eager = rng.choice([0.0, 0.1, 0.5])
    if eager == 0 and rng.random() < 0.3:  # the cap comes with the last tile of the stock
        chosen = replace(chosen, turn_cap=105 - 14 * players)
    starter = dealer if chosen.starter == "dealer" else (dealer + 1) % players
    if rng.random() < 0.8:
        deck = okey_random.eventful_deck(rng, chosen, players, starter)
    else:
        deck = okey_decks.stack(rng.choice(FACES), players=players, starter=starter, seed=rng.getrandbits(32))
    points = okey_random.points(rng, chosen, players)
    model = Model([str(tile) for tile in deck], players, dealer, chosen.to_dict(), points)
    moves: list[int] = []
    answer = told(model)
    while model.phase != "over" and len(moves) < 2 * STEPS:
        word = choose(rng, model, eager)
        act, seat = word.split()[0], model.turn
        taken = model.discards[-1][1] if act == "take" else None
        tile = {"take": taken, "show": model.indicator}.get(act, word.partition(" ")[2] or None)
        moves.append(move_id(word))
        model.play(word)
        answer += [seat, number(tile), *told(model)]
    if model.phase == "over":
        answer += [ENDINGS.index(model.ending), NONE if model.winner is None else model.winner]
        answer += [sum(1 << ("melds", "pairs").index(way) for way in model.by), number(model.finished_with)]
        answer += [model.finished_with == model.okey, model.single_colour, model.factor]
        answer += [*model.shown, *model.won]
    given = None if points is None else tuple(points)
    data = (players, dealer, given, bytes(KINDS.index(str(tile)) for tile in deck), tuple(moves))
    return Question("round", chosen.to_dict(), data, tuple(answer))


def about_a_settlement(rng: Random) -> Question:
    players = rng.randint(2, 4)
    chosen = okey_random.rules(rng, players)
    rules, indicator, seat = resolved(chosen.to_dict()), rng.choice(FACES), rng.randrange(players)
    points = okey_random.points(rng, chosen, players) or [10] * players
    by, okey_finish = rng.choice([1, 2, 3] if rules["seven_pairs"] else [1]), rng.random() < 0.5
    shown = by_show(rules, points, indicator, seat) if rules["indicator_bonus"] else [core.RUMMY_E_NO_SHOW]
    if rules["indicator_bonus"]:  # does the show end the round?
        brought = any(before > 0 >= before + change for before, change in zip(points, shown, strict=True))
        at_once = rules["game_end_check"] == "immediate" and rules["game_end"] == "points_out"
        shown = [*shown, brought and at_once]
    right = [*shown, win_factor(rules, by >= 2, okey_finish)]
    right += by_win(rules, points, indicator, seat, by >= 2, okey_finish)
    data = (players, KINDS.index(indicator), tuple(points), seat, by, okey_finish)
    return Question("settlement", chosen.to_dict(), data, tuple(right))


def about_a_match(rng: Random) -> Question:
    """Ask whether a match is over, who leads and who deals next."""
    players = rng.randint(2, 4)
    chosen = okey_random.rules(rng, players)
    rules, rounds, dealer = chosen.to_dict(), rng.choice([chosen.rounds, rng.randint(0, 20)]), rng.randrange(players)
    winner = rng.choice([None, rng.randrange(players)])
    points = [rng.randint(0, 3) for _ in range(players)]
    if rules["teams"] == "opposite":
        points[2:] = points[:2]  # partners have one score
    right = (decided(rules, points, rounds), sum(1 << seat for seat in leaders(rules, points)))
    data = (players, tuple(points), rounds, dealer, NONE if winner is None else winner)
    return Question("match", rules, data, (*right, next_dealer(rules, players, dealer, winner)))


def about_a_deck(rng: Random, good: bool) -> Question:
    """Ask whether a deck is taken: a good one, or one with a tile three times."""
    deck = [KINDS.index(str(tile)) for tile in okey_decks.stack(rng.choice(FACES), seed=rng.getrandbits(32))]
    if not good:
        deck[rng.choice([at for at in range(105) if deck[at] != deck[105]])] = deck[105]
    return Question("deck", okey.Rules().to_dict(), (bytes(deck),), (good,))


def about_a_shuffle(rng: Random) -> Question:
    """Ask for a shuffled deck: a die picks one of the last six tiles, or any tile is picked,
    and a false joker is thrown again.
    """
    seed, ceremony = rng.getrandbits(64), rng.choice(["exact", "uniform"])
    chance = core_ffi.new("rummy_random *")
    core.rummy_random_seed(chance, seed)
    tiles = core_ffi.new("uint8_t[106]", bytes(at // 2 for at in range(106)))
    core.rummy_shuffle(chance, tiles, 106)
    deck = list(tiles)
    among = 6 if ceremony == "exact" else 106
    while True:
        at = 106 - among + core.rummy_random_below(chance, among)
        if deck[at] != 52:
            break
    deck.append(deck.pop(at))
    return Question("shuffle", okey.Rules(ceremony=ceremony).to_dict(), (seed,), tuple(deck))


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    """Hundreds of rounds, settlements and ends of matches under random rules, decks and
    shuffles, with the model's answers.
    """
    rng = Random("planted rounds 2")
    asked = [about_a_settlement(rng) for _ in range(600)]
    asked += [about_a_match(rng) for _ in range(200)]
    asked += [about_a_deck(rng, good) for good in (True, False)]
    asked += [about_a_shuffle(rng) for _ in range(200)]
    return [*asked, *(about_a_round(rng) for _ in range(500))]


# ------------------------------------------------------------------------------
# Asking an engine
# ------------------------------------------------------------------------------


class Engine:
    """One build of the library, asked through its header."""

    def __init__(self, ffi: FFI, lib: Any) -> None:
        self.ffi, self.lib = ffi, lib

    def ask(self, question: Question) -> tuple[int, ...]:
        """Return the engine's answer, or its error code."""
        rules: Any = self.ffi.new("rummy_okey_rules *")
        self.lib.rummy_okey_rules_init(rules)
        set_options(self.lib, rules, "RUMMY_OKEY", question.rules)
        code = self.lib.rummy_okey_rules_resolve(rules, 0, rules, self.ffi.NULL)
        if code < 0:
            return (code,)
        if question.what == "round":
            return self.round(rules, question)
        answer: tuple[int, ...] = getattr(self, question.what)(rules, *question.data)
        return answer

    def told(self, state: Any, players: int) -> list[int]:
        """Return what the state tells; -1 is among it where the check does not accept just the
        legal moves of the seat on turn.
        """
        ffi, lib = self.ffi, self.lib
        out: Any = ffi.new("uint16_t[110]")
        view: Any = ffi.new("rummy_okey_view *")
        moves = ffi.unpack(out, lib.rummy_okey_moves(state, out))
        found = [state.turn, state.phase, *(state.points[seat] for seat in range(players)), *moves]
        if [move for move in range(110) if lib.rummy_okey_check(state, -1, move) == 0] != moves:
            found.append(-1)
        if any(lib.rummy_okey_check(state, (state.turn + 1) % players, move) == 0 for move in moves):
            found.append(-1)
        for seat in range(players):
            lib.rummy_okey_view_of(state, seat, view)
            found += [view.drawn, *state.known[seat]]
        for at in range(view.discards):
            found += [view.discarded_by[at], view.discard[at]]
        return found

    def round(self, rules: Any, question: Question) -> tuple[int, ...]:
        """Return what is told up to the first difference: a round that went wrong may not be played on."""
        ffi, lib = self.ffi, self.lib
        players, dealer, points, deck, moves = question.data
        state: Any = ffi.new("rummy_okey_state *")
        event: Any = ffi.new("rummy_event *")
        given = ffi.NULL if points is None else ffi.new("int32_t[]", points)
        code = lib.rummy_okey_deal(state, rules, players, dealer, given, deck)
        if code < 0:
            return (code,)
        found, done = self.told(state, players), 0
        for move in moves:
            if tuple(found[done:]) != question.answer[done : len(found)]:
                return tuple(found)
            done = len(found)
            code = lib.rummy_okey_play(state, -1, move, event, ffi.NULL)
            if code < 0:
                return (*found, code)
            found += [event.seat, event.tile, *self.told(state, players)]
        end: Any = ffi.new("rummy_okey_outcome *")
        if lib.rummy_okey_outcome_of(state, end) == 0:
            found += [end.ending, end.winner, end.won_by, end.finished_with]
            found += [end.okey_finish, end.single_color, end.factor]
            found += [*end.shown[0:players], *end.won[0:players]]
        return tuple(found)

    def settlement(
        self, rules: Any, players: int, indicator: int, points: tuple[int, ...], seat: int, by: int, okey_finish: bool
    ) -> tuple[int, ...]:
        change: Any = self.ffi.new("int32_t[4]")
        code = self.lib.rummy_okey_settle_show(rules, players, indicator, points, seat, change)
        ends = self.lib.rummy_okey_show_ends(rules, players, points, change)
        shown = [code] if code < 0 else [*change[0:players], ends]
        code = self.lib.rummy_okey_settle_win(rules, players, indicator, points, seat, by, okey_finish, change)
        return (*shown, code, *change[0:players])

    def match(
        self, rules: Any, players: int, points: tuple[int, ...], rounds: int, dealer: int, winner: int
    ) -> tuple[int, ...]:
        return (
            self.lib.rummy_okey_decided(rules, players, points, rounds),
            self.lib.rummy_okey_leaders(rules, players, points),
            self.lib.rummy_okey_next_dealer(rules, players, dealer, winner),
        )

    def deck(self, rules: Any, deck: bytes) -> tuple[int, ...]:
        state: Any = self.ffi.new("rummy_okey_state *")
        return (self.lib.rummy_okey_deal(state, rules, 4, 0, self.ffi.NULL, deck) > 0,)

    def shuffle(self, rules: Any, seed: int) -> tuple[int, ...]:
        chance, deck = self.ffi.new("rummy_random *"), self.ffi.new("uint8_t[106]")
        self.lib.rummy_random_seed(chance, seed)
        self.lib.rummy_okey_shuffle(rules, chance, deck)
        return tuple(deck)


test_engine_as_it_is_has_no_mismatch = agrees(Engine)
test_planted_bug_is_caught = catches(BUGS, Engine)
