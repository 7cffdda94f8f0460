"""A slow and plain model of a round of Okey, written from the text of the rules.

It works on lists of tile texts, asks the oracle about hands, and shares no code with the engine.
It knows which moves are legal, what each seat sees, and at the end what each seat gains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from okey_oracle import COLOURS, all_in_melds, finishes, okey_of, split_wilds

Rules = Mapping[str, Any]

# What an option left alone means, by payout (O-27 to O-30).
BY_PAYOUT: dict[str, dict[str, Any]] = {
    "transfer": {
        "start_points": 10,
        "base_win": 1,
        "color_rule": "off",
        "indicator_bonus": False,
        "base_indicator": 0,
    },
    "deduct": {
        "start_points": 20,
        "base_win": 2,
        "color_rule": "red_black_double",
        "indicator_bonus": True,
        "base_indicator": 1,
    },
}


def resolved(rules: Rules) -> dict[str, Any]:
    """Return all options, with those that are None set as the payout has them."""
    by_payout = BY_PAYOUT[rules["payout"]]
    return {name: by_payout[name] if value is None else value for name, value in rules.items()}


# ------------------------------------------------------------------------------
# Settlement
# ------------------------------------------------------------------------------


def sides(rules: Rules, players: int) -> list[list[int]]:
    """Return who plays together: partners, or each seat alone (O-32)."""
    return [[0, 2], [1, 3]] if rules["teams"] == "opposite" else [[seat] for seat in range(players)]


def colour_factor(rules: Rules, indicator: str) -> int:
    """Return 2 where the colour of the indicator doubles (O-29)."""
    return 2 if rules["color_rule"] == "red_black_double" and indicator[0] in "rk" else 1


def loss(rules: Rules, score: int, amount: int) -> int:
    """Return what a score loses of an amount (O-31)."""
    if rules["insufficient_points"] == "go_negative":
        return amount
    return min(amount, max(score, 0))


def moved(
    rules: Rules, points: Sequence[int], seat: int, amount: int, *, least: int | None = None, transfer: bool = False
) -> list[int]:
    """Return the change of each seat's points. Every other side loses the amount, or the side of `seat` does (O-28).

    A side with fewer than `least` points loses nothing. With `transfer` the side of `seat` gets all that the others
    lose.
    """
    change = [0] * len(points)
    got = 0
    for side in sides(rules, len(points)):
        score = points[side[0]]
        if (seat in side) == (rules["deduct_from"] == "winner") and (least is None or score >= least):
            lost = loss(rules, score, amount)
            got += lost
            for member in side:
                change[member] = -lost
    if transfer:
        for side in sides(rules, len(points)):
            if seat in side:
                for member in side:
                    change[member] = got
    return change


def by_show(rules: Rules, points: Sequence[int], indicator: str, seat: int) -> list[int]:
    """Return what a show changes (O-30)."""
    amount = rules["base_indicator"] * colour_factor(rules, indicator)
    return moved(rules, points, seat, amount, least=rules["indicator_min_points"] or None)


def win_factor(rules: Rules, by_pairs: bool, okey_finish: bool) -> int:
    """Return the factor of a win (O-22, O-23, O-26)."""
    if by_pairs and okey_finish:
        return 4 if rules["double_combination"] == "multiply" else 2
    return 2 if by_pairs or okey_finish else 1


def by_win(
    rules: Rules, points: Sequence[int], indicator: str, seat: int, by_pairs: bool, okey_finish: bool
) -> list[int]:
    """Return what a win changes (O-26 to O-32)."""
    amount = rules["base_win"] * win_factor(rules, by_pairs, okey_finish) * colour_factor(rules, indicator)
    return moved(rules, points, seat, amount, transfer=rules["payout"] == "transfer")


def by_end(
    rules: Rules, points: Sequence[int], winner: int | None, hands: Sequence[Sequence[str]], okey: str
) -> list[int]:
    """Return what the end of a round changes: by the okeys left in losers' hands, or by the end of the stock (O-36)."""
    change = [0] * len(points)
    for side in sides(rules, len(points)):
        amount = rules["stock_end_penalty"]
        if winner is not None:
            okeys = sum(list(hands[member]).count(okey) for member in side)
            amount = 0 if winner in side else okeys * rules["okey_left_penalty"]
        for member in side:
            low = rules["deduct_from"] == "winner"
            change[member] = amount if low else -loss(rules, points[side[0]], amount)
    return change


def one_colour(hand: Sequence[str], indicator: str, rules: Rules) -> bool:
    """Return whether a winning hand is a run 1 to 13 and a second 1 in one colour (O-34)."""
    tiles, _ = split_wilds(hand, indicator, rules)
    return all_in_melds(hand, indicator, rules) and any(
        not Counter(tiles) - Counter([f"{colour}{number}" for number in (1, *range(1, 14))]) for colour in COLOURS
    )


# ------------------------------------------------------------------------------
# After the round
# ------------------------------------------------------------------------------


def decided(rules: Rules, points: Sequence[int], rounds: int) -> bool:
    """Return whether the match is over after so many rounds (O-33)."""
    if rules["game_end"] == "rounds":
        return rounds >= int(rules["rounds"])
    return rules["game_end"] == "points_out" and min(points) <= 0


def leaders(rules: Rules, points: Sequence[int]) -> set[int]:
    """Return the seats that lead (O-33)."""
    best = min(points) if rules["deduct_from"] == "winner" else max(points)
    return {seat for seat, score in enumerate(points) if score == best}


def next_dealer(rules: Rules, players: int, dealer: int, winner: int | None) -> int:
    """Return who deals the next round (O-4)."""
    if winner is None and rules["dealer_rotation"] == "only_after_win":
        return dealer
    if winner is not None and rules["dealer_rotation"] == "winner_deals":
        return winner
    return (dealer + 1) % players


# ------------------------------------------------------------------------------
# The round
# ------------------------------------------------------------------------------


class Model:
    """One round. `rules` holds every option, as `Rules.to_dict` gives them; `deck` is in the order of a deal."""

    def __init__(
        self, deck: Sequence[str], players: int, dealer: int, rules: Rules, points: Sequence[int] | None
    ) -> None:
        self.rules = resolved(rules)
        self.players = players
        self.turn = dealer if rules["starter"] == "dealer" else (dealer + 1) % players
        self.hands: list[list[str]] = []
        rest = list(deck)
        self.indicator = rest.pop()
        self.okey = okey_of(self.indicator)
        for seat in range(players):
            size = 15 if seat == self.turn else 14
            self.hands.append(rest[:size])
            rest = rest[size:]
        self.stock = rest
        self.dealt_twin = [self.indicator in hand for hand in self.hands]
        self.known: list[list[str]] = [[] for _ in range(players)]  # tiles of each hand that everybody knows
        self.discards: list[tuple[int, str]] = []  # that lie, with the seat, oldest first
        self.points = list(points or [self.rules["start_points"]] * players)
        self.start = list(self.points)
        self.turns = 0
        self.phase = "to_discard"
        self.source = "dealt"  # of the latest tile in the hand of the seat on turn
        self.drawn: str | None = None
        self.shower: int | None = None
        self.last_chance = False  # whether the seat on turn has taken in the last chance
        self.ending = ""
        self.winner: int | None = None
        self.by: tuple[str, ...] = ()
        self.finished_with: str | None = None
        self.factor = 1
        self.single_colour = False
        self.shown = [0] * players
        self.won = [0] * players
        self.ended = [0] * players

    # ------------------------------------------------------------ legal moves

    def may_show(self) -> bool:
        """Whether the seat on turn may show the twin (O-17)."""
        if not self.rules["indicator_bonus"] or self.shower is not None or self.turns >= self.players:
            return False
        received = self.phase == "to_discard" and self.source != "dealt"
        if received and self.rules["indicator_window"] == "before_first_draw":
            return False
        if self.rules["indicator_drawn_counts"]:
            return self.indicator in self.hands[self.turn]
        return self.dealt_twin[self.turn]

    def may_discard(self, tile: str) -> bool:
        """Whether a held tile may be discarded (O-15)."""
        if self.rules["discard_taken"] == "forbidden" and self.source == "taken" and tile == self.drawn:
            return False
        return self.rules["discard_okey"] == "allowed" or tile != self.okey

    def finishing(self) -> dict[str, tuple[str, ...]]:
        """Return the tiles with which the seat on turn may finish, and how each wins (O-16)."""
        if self.source == "taken" and not self.rules["finish_on_taken_discard"]:
            return {}
        if self.source == "dealt" and not self.rules["finish_on_dealt_hand"]:
            return {}
        own = {name: self.rules[name] for name in ("false_joker_role", "run_wrap", "seven_pairs", "pairs_with_jokers")}
        return dict(finishes(self.hands[self.turn], self.indicator, own))

    def legal(self) -> set[str]:
        """Return the texts of all legal moves."""
        if self.phase == "over":
            return set()
        if self.phase == "last_chance":
            return {"take", "pass"}
        found = {"show"} if self.may_show() else set()
        if self.phase == "to_draw":
            return found | {"draw", "take"}
        found |= {f"discard {tile}" for tile in self.hands[self.turn] if self.may_discard(tile)}
        return found | {f"finish {tile}" for tile in self.finishing()}

    # ------------------------------------------------------------ playing

    def play(self, move: str) -> None:
        act, _, tile = move.partition(" ")
        if act == "draw":
            self.receive(self.stock.pop(0), "drawn")
        elif act == "take":
            self.last_chance = self.phase == "last_chance"
            taken = self.discards.pop()[1]
            self.known[self.turn].append(taken)
            self.receive(taken, "taken")
        elif act == "show":
            self.show()
        elif act == "pass":
            self.end("stock_out")
        elif act == "discard":
            self.leave(tile)
            self.discards.append((self.turn, tile))
            self.next_turn()
        else:
            self.finish(tile)

    def receive(self, tile: str, source: str) -> None:
        self.hands[self.turn].append(tile)
        self.drawn, self.source, self.phase = tile, source, "to_discard"

    def leave(self, tile: str) -> None:
        self.hands[self.turn].remove(tile)
        if tile in self.known[self.turn]:
            self.known[self.turn].remove(tile)

    def end(self, ending: str) -> None:
        self.ending, self.phase = ending, "over"
        if ending in ("won", "stock_out"):
            self.ended = by_end(self.rules, self.points, self.winner, self.hands, self.okey)
            self.points = [a + b for a, b in zip(self.points, self.ended, strict=True)]

    def show(self) -> None:
        self.shower = self.turn
        if self.indicator not in self.known[self.turn]:
            self.known[self.turn].append(self.indicator)
        self.shown = by_show(self.rules, self.points, self.indicator, self.turn)
        before, self.points = self.points, [a + b for a, b in zip(self.points, self.shown, strict=True)]
        brought = any(old > 0 >= new for old, new in zip(before, self.points, strict=True))
        if brought and self.rules["game_end"] == "points_out" and self.rules["game_end_check"] == "immediate":
            self.end("points_out")

    def next_turn(self) -> None:
        """End a turn with a discard: the next seat is to act, or the round is over (O-24, O-25)."""
        self.turns += 1
        self.turn = (self.turn + 1) % self.players
        self.phase, self.drawn = "to_draw", None
        goes_on = self.rules["stock_end"] == "when_draw_impossible"
        if not self.stock and not goes_on and (self.last_chance or self.rules["stock_end"] == "after_last_discard"):
            self.end("stock_out")
        elif self.turns == self.rules["turn_cap"]:
            self.end("truncated")
        elif not self.stock:
            self.phase = "last_chance"

    def finish(self, tile: str) -> None:
        self.by = self.finishing()[tile]
        self.leave(tile)
        self.winner, self.finished_with = self.turn, tile
        by_pairs, okey_finish = "pairs" in self.by, tile == self.okey
        self.factor = win_factor(self.rules, by_pairs, okey_finish)
        self.won = by_win(self.rules, self.points, self.indicator, self.turn, by_pairs, okey_finish)
        self.points = [a + b for a, b in zip(self.points, self.won, strict=True)]
        if self.rules["single_color_win"] == "win_game":
            self.single_colour = one_colour(self.hands[self.turn], self.indicator, self.rules)
        self.end("won")

    # ------------------------------------------------------------ what is seen

    def displayed(self) -> list[tuple[int, str]]:
        """Return the discards that a view displays, oldest first, each with its seat (O-7)."""
        if self.rules["discard_view"] == "all":
            return self.discards
        latest = {seat: at for at, (seat, _) in enumerate(self.discards)}
        return [self.discards[at] for at in sorted(latest.values())]

    def sees_drawn(self, seat: int | None) -> str | None:
        """Return the tile that the seat drew or took this turn, if it is its turn (O-13)."""
        return self.drawn if seat == self.turn and self.phase == "to_discard" else None
