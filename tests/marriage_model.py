"""A slow model of a round of Marriage, written from the text of the rules: lists of card texts, and the oracle for
hands.

It shares no code with the engine. It knows which moves are legal, and at the end what each seat gains. What chance
decides after the deal it is told: `see` and a reshuffle wait for `chosen` and `reshuffled`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any

from marriage_oracle import (
    KINDS,
    MAN,
    ORDER,
    dublee_finishes,
    dublees,
    finishes13,
    in_order,
    jokers,
    literal_primary,
    option,
    points,
    roles,
    settle,
    tunnela_sets,
    without,
)

Rules = Mapping[str, Any]


def lay_words(ace_runs: object) -> list[tuple[str, tuple[str, ...]]]:
    """Return the lay moves in the order of their numbers, tunnelas first, with their cards."""
    found: list[tuple[str, tuple[str, ...]]] = [(f"lay {kind} {kind} {kind}", (kind,) * 3) for kind in KINDS]
    for kind in KINDS:
        run = tuple(rank + kind[1] for rank in "A23456789TJQKA2"["A23456789TJQK".index(kind[0]) :][:3])
        if in_order(run) in literal_primary(ace_runs):
            found.append((f"lay {' '.join(run)}", run))
    return found


class Model:
    """One round. `rules` holds every option, as `Rules.to_dict` gives them; `deck` is in the order of a deal."""

    def __init__(self, deck: Sequence[str], players: int, dealer: int, rules: Rules) -> None:
        self.rules, self.players, self.dealer = rules, players, dealer
        at = 21 * players
        self.hands = [list(deck[21 * seat : 21 * seat + 21]) for seat in range(players)]
        self.discards: list[str] = []
        if rules["upcard_at_start"]:
            self.discards.append(deck[at])
            at += 1
        self.stock = list(deck[at:])
        self.tiplu: str | None = None
        if rules["tiplu_mode"] != "hidden_first_seer_picks":
            places = range(len(self.stock))
            place = next(
                i
                for i in (reversed(places) if rules["tiplu_mode"] == "last_stock_card" else places)
                if self.stock[i] != MAN or rules["man_as_tiplu"] == "ace_of_spades"
            )
            self.choose(place)
        self.turn = (dealer + 1) % players
        self.turns = self.reshuffles = 0
        self.phase = "to_draw" if rules["tunnela_window"] == "off" else "window"
        self.exposed: list[list[str]] = [[] for _ in range(players)]
        self.laid: list[list[tuple[str, ...]]] = [[] for _ in range(players)]
        self.route = ["none"] * players
        self.draft: list[tuple[str, ...]] = []  # cards of each lay
        self.last_word = -1  # place of the latest lay among the words
        self.taken = ""
        self.forced = False
        self.waits = ""  # for the tiplu, or for a reshuffle
        self.ending = ""
        self.winner: int | None = None
        self.finished_with: str | None = None
        self.words = lay_words(rules["ace_runs"])

    def after(self, move: str) -> Model:
        """Return the round after a move, and leave this one as it is."""
        other = copy(self)
        other.hands = [list(hand) for hand in self.hands]
        other.exposed = [list(kinds) for kinds in self.exposed]
        other.stock, other.discards, other.draft = list(self.stock), list(self.discards), list(self.draft)
        other.laid, other.route = list(self.laid), list(self.route)
        other.play(move)
        return other

    # ------------------------------------------------------------ what chance decides

    def choose(self, place: int) -> None:
        """Make the card at a place of the stock, counted from the one drawn next, the tiplu."""
        card = self.stock.pop(place)
        self.tiplu = "As" if card == MAN else card
        self.waits = ""

    def reshuffled(self, stock: Sequence[str]) -> None:
        """Take the order of the stock after a reshuffle: all discards but the newest."""
        assert Counter(stock) == Counter(self.discards[:-1])
        self.stock, self.discards = list(stock), self.discards[-1:]
        self.reshuffles += 1
        self.waits = ""

    # ------------------------------------------------------------ legal moves

    def joker(self, card: str) -> bool:
        return self.tiplu is not None and card in jokers(self.tiplu, self.rules)

    def locked(self) -> list[str]:
        return self.exposed[self.turn] if self.rules["exposed_tunnela"] == "locked" else []

    def dublees_played(self) -> bool:
        return bool(self.rules["dublee_allowed"]) and self.players >= self.rules["dublee_min_players"]

    def by_dublees(self, hand: Sequence[str], taken: str) -> set[str]:
        """Return the discards with which the seat on turn finishes by dublees (A10)."""
        route = self.route[self.turn]
        if not self.dublees_played() or route == "three":
            return set()
        if route == "none" and not self.rules["dublee_direct_win_unseen"]:
            return set()
        need = self.rules["dublees_to_win"] - len(self.laid[self.turn])
        locked = self.locked()
        found = dublee_finishes([*hand, *(kind for kind in locked for _ in range(3))], need, locked)
        return found - {taken} if self.rules["same_card_discard"] == "kind" else found

    def by_combos(self) -> set[str]:
        """Return the discards with which the seat on turn finishes by combinations (A9)."""
        hand = self.hands[self.turn]
        if self.route[self.turn] != "three" or self.tiplu is None:
            return set()
        found = finishes13(hand, self.tiplu, self.rules, (len(hand) - 1) // 3)
        return found - {self.taken} if self.rules["same_card_discard"] == "kind" else found

    def may_take(self) -> bool:
        """Whether the seat on turn may take the top discard (A5)."""
        r, hand, route = self.rules, self.hands[self.turn], self.route[self.turn]
        if not self.discards or (self.turns == 0 and not r["first_turn_may_take_upcard"]):
            return False
        top = self.discards[-1]
        pickup, joker = r["joker_discard_pickup"], self.joker(top)
        if pickup == "blocked_for_all" and joker:
            return False
        if route == "none" and r["unseen_discard_pickup"] == "never":
            return False
        if route == "three" and joker and pickup != "free":
            return False
        if route == "dublee":
            if joker and (pickup == "blocked_if_seen_any" or not r["dublee_may_finish_with_joker_discard"]):
                return False
            if r["dublee_discard_pickup"] == "never":
                return False
            if r["dublee_discard_pickup"] == "only_to_finish":
                last = dublees(hand) + len(self.laid[self.turn]) == r["dublees_to_win"] - 1
                if not last or dublees([*hand, top]) == dublees(hand) or not self.by_dublees([*hand, top], top):
                    return False
            if self.by_dublees([*hand, top], top):
                return True
        return any(card != top for card in hand) if r["same_card_discard"] == "kind" else True

    def undrafted(self) -> tuple[str, ...]:
        left = without(self.hands[self.turn], [card for part in self.draft for card in part])
        assert left is not None
        return left

    def to_lay(self) -> int:
        return max(0, 3 - len(self.locked()))

    def can_lay(self, rest: tuple[str, ...], number: int, start: int) -> bool:
        """Whether so many more combinations can be laid out of cards, none before `start` among the words."""
        if number == 0:
            return True
        for place in range(start, len(self.words)):
            left = without(rest, self.words[place][1])
            if left is not None and self.can_lay(left, number - 1, place):
                return True
        return False

    def lays(self) -> Iterator[str]:
        """Yield the lay and pair moves with which the draft can still be completed."""
        rest = self.undrafted()
        if not self.draft or len(self.draft[0]) == 3:
            number = self.to_lay() - len(self.draft)
            for place in range(max(0, self.last_word), len(self.words)):
                left = without(rest, self.words[place][1])
                if number and left is not None and self.can_lay(left, number - 1, place):
                    yield self.words[place][0]
        if (not self.draft or len(self.draft[0]) == 2) and self.dublees_played():
            number = self.rules["dublees_to_see"] - len(self.draft)
            pairs = [kind for place, kind in enumerate(KINDS) if rest.count(kind) >= 2 and place > self.last_word]
            for place, kind in enumerate(pairs):
                if number and len(pairs) - place >= number:
                    yield f"pair {kind}"

    def complete(self) -> bool:
        """Whether what is laid suffices to see the tiplu (A7, A8)."""
        pairs = bool(self.draft) and len(self.draft[0]) == 2
        number: int = self.rules["dublees_to_see"] if pairs else self.to_lay()
        return len(self.draft) == number

    def legal(self) -> set[str]:
        """Return the texts of all legal moves."""
        assert not self.waits
        hand = self.hands[self.turn]
        if self.phase == "over":
            return set()
        if self.phase == "window":
            after = max((ORDER[kind] for kind in self.exposed[self.turn]), default=-1)
            tunnelas = {kind for kind in hand if hand.count(kind) == 3 and kind != MAN and ORDER[kind] > after}
            return {"done", *(f"expose {kind}" for kind in tunnelas)}
        if self.phase == "to_draw":
            return {"draw", "take"} if self.may_take() else {"draw"}
        if self.forced:
            return {f"finish-pairs {card}" for card in self.by_dublees(hand, self.taken)}
        found = set()
        if self.route[self.turn] == "none":
            found |= {"see"} if self.complete() else set()
            found |= set(self.lays())
        if not self.draft:
            free = {card for card in hand if card != self.taken or self.rules["same_card_discard"] == "allowed"}
            found |= {f"discard {card}" for card in free or set(hand)}
            found |= {f"finish {card}" for card in self.by_combos()}
            found |= {f"finish-pairs {card}" for card in self.by_dublees(hand, self.taken)}
        return found

    # ------------------------------------------------------------ playing

    def play(self, move: str) -> None:
        act, _, rest = move.partition(" ")
        seat, hand = self.turn, self.hands[self.turn]
        if act == "done":
            self.turn = (self.turn + 1) % self.players
            if self.turn == (self.dealer + 1) % self.players:
                self.phase = "to_draw"
        elif act == "expose":
            self.exposed[seat].append(rest)
            if self.rules["exposed_tunnela"] == "locked":
                self.hands[seat] = [card for card in hand if card != rest]
        elif act in ("draw", "take"):
            if act == "take":
                self.taken = self.discards.pop()
                only_to_finish = self.rules["dublee_discard_pickup"] == "only_to_finish"
                self.forced = self.route[seat] == "dublee" and only_to_finish
            hand.append(self.stock.pop(0) if act == "draw" else self.taken)
            self.phase = "to_discard"
        elif act == "lay":
            self.draft.append(tuple(rest.split()))
            self.last_word = [word for word, _ in self.words].index(move)
        elif act == "pair":
            self.draft.append((rest, rest))
            self.last_word = KINDS.index(rest)
        elif act == "see":
            self.see()
        elif act == "discard":
            self.leave(rest)
            self.discards.append(rest)
            self.next_turn()
        else:
            self.finish(rest, act == "finish-pairs")

    def see(self) -> None:
        self.route[self.turn] = "dublee" if self.draft and len(self.draft[0]) == 2 else "three"
        self.hands[self.turn] = list(self.undrafted())
        self.laid[self.turn] = self.draft
        self.draft, self.last_word = [], -1
        if self.tiplu is None:
            self.waits = "tiplu"

    def leave(self, card: str) -> None:
        """Take a card out of the concealed ones; where none is left, out of a locked tunnela,
        whose others then lie idle (A10).
        """
        if card in self.hands[self.turn]:
            self.hands[self.turn].remove(card)
        else:
            self.exposed[self.turn].remove(card)
            self.hands[self.turn] += [card, card]

    def next_turn(self) -> None:
        self.taken, self.forced = "", False
        self.turns += 1
        self.turn = (self.turn + 1) % self.players
        self.phase = "to_draw"
        if not self.stock:
            most = self.rules["max_reshuffles"]
            if most is not None and self.reshuffles >= most:
                self.phase, self.ending = "over", "stock_out"
                return
            self.waits = "reshuffle"
        if self.turns >= self.rules["turn_cap"]:
            self.phase, self.ending = "over", "truncated"

    def finish(self, card: str, by_dublees: bool) -> None:
        self.leave(card)
        self.winner, self.finished_with = self.turn, card
        self.phase, self.ending = "over", "dublees" if by_dublees else "combos"
        if by_dublees and self.route[self.turn] == "none":
            self.route[self.turn] = "dublee"
            if self.tiplu is None and self.rules["tiplu_if_never_chosen"] == "choose_at_end":
                self.waits = "tiplu"

    # ------------------------------------------------------------ the end

    def cards_of(self, seat: int) -> list[str]:
        """Return all cards of a seat: concealed, laid and locked."""
        locked = self.exposed[seat] if self.rules["exposed_tunnela"] == "locked" else []
        return [
            *self.hands[seat],
            *(card for part in self.laid[seat] for card in part),
            *(kind for kind in locked for _ in range(3)),
        ]

    def maal(self, seat: int) -> int:
        """Return the points of a seat's cards; the winner's further combinations as they bring most."""
        if self.tiplu is None:
            return 0
        tunnelas, later = set(self.exposed[seat]), {frozenset[str]()}
        if option(self.rules, "tunnela_scope") == "shown":
            tunnelas |= {part[0] for part in self.laid[seat] if len(part) == 3 and part[0] == part[1]}
            if self.ending == "combos" and seat == self.winner:
                later = tunnela_sets(self.hands[seat], self.tiplu, self.rules)
        cards, route = self.cards_of(seat), self.route[seat]
        trio = sorted(roles(self.tiplu, self.rules).values())
        married = sum(sorted(part) == trio for part in self.laid[seat])
        return max(points(cards, self.tiplu, sorted(tunnelas | more), route, self.rules, married) for more in later)

    def net(self) -> list[int]:
        """Return what each seat gains."""
        if self.winner is None:
            return [0] * self.players
        score = [self.maal(seat) for seat in range(self.players)]
        seen = [route != "none" for route in self.route]
        return settle(score, seen, self.winner, self.ending == "dublees", self.rules, self.route)
