"""Engine bugs of Marriage planted on purpose, each of which the oracle or the slow model
must find: who tests the tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import marriage_random
import pytest
from cffi import FFI
from marriage_decks import stack
from marriage_hands import CLASSES
from marriage_model import Model, lay_words
from marriage_oracle import (
    KINDS,
    MAN,
    dublee_finishes,
    finishes13,
    finishes22,
    jokers,
    literal_primary,
    points,
    primary,
    primary_triples,
    problems,
    settle,
    unlocked,
    valid,
)
from planted import Bug, Question, agrees, catches, set_options
from test_marriage_maal import maal_hand, maal_rules, some_exposed

ALL = (*KINDS, MAN)  # in the order of the header
ROUTES = ("none", "three", "dublee")
CLOSED = 255  # a way of a goal that is not open
DISCARD, FINISH, FINISH_PAIRS = 212, 265, 318  # the first ids of moves that name one of ALL
RULES: tuple[Mapping[str, Any], ...] = (
    {},
    {"max_jokers_in_combo": 2, "printed_jokers": 3},
    {"max_jokers_in_combo": 1, "maal_rank_wrap": "none"},
    {"max_jokers_in_combo": 1, "joker_natural_use": False, "ace_runs": "high_only"},
    {"identical_pair_plus_joker": True, "ace_runs": "wrap", "printed_jokers": 2},
    {"ace_runs": "low_only", "maal_rank_wrap": "none"},
)

BUGS = [
    Bug("K-A-2 is a run", "ace-runs", "default: return 0x0FFF;", "default: return 0x1FFF;"),
    Bug("Q-K-A is no run", "ace-runs", "default: return 0x0FFF;", "default: return 0x07FF;"),
    Bug("K-A-2 is a run among the others", "high-ace", ": LANES(1);", ": LANES(3);"),
    Bug("Q-K-A is no run among the others", "high-ace", ": LANES(1);", ": 0;"),
    Bug("A-2-3 is a run against the option", "low-ace", "? LANES(RANK_BITS - 1) :", "? LANES(RANK_BITS) :"),
    Bug("the ace is not found after the king", "ace-after-king", "uint64_t line = set | (set & LANES(3)) << 13;", "uint64_t line = set;"),
    Bug("two are a tunnela", "tunnela", "if (a == b && b == c)", "if (a == b)"),
    Bug("a run takes all copies", "run-copies", "{c.one & (~set | c.two), (c.two", "{c.one & ~set, (c.two"),
    Bug("poplu does not go round", "poplu-wrap", "if (rank < RUMMY_RANKS - 1 || cyclic)", "if (rank < RUMMY_RANKS - 1)"),
    Bug("jhiplu goes round against the option", "jhiplu-wrap", "if (rank > 0 || cyclic)", "if (1)"),
    Bug("jokers go round against the option", "joker-wrap", "if (rules->maal_rank_wrap == RUMMY_MARRIAGE_MAAL_RANK_WRAP_CYCLIC)", "if (1)"),
    Bug("no joker goes round", "joker-wrap", "if (rules->maal_rank_wrap == RUMMY_MARRIAGE_MAAL_RANK_WRAP_CYCLIC)", "if (0)"),
    Bug("a man is no joker", "man-role", "roles[RUMMY_JOKER] = RUMMY_MARRIAGE_MAN;", ""),
    Bug("two suits make a triplet", "triplet-suits", "sa != sb && sb != sc && sa != sc)", "sa != sb && sb != sc)"),
    Bug("an identical pair takes a joker", "pair-and-joker", "return rules->identical_pair_plus_joker ? RUMMY_MARRIAGE_DIRTY_TRIPLET : RUMMY_E_COMBO_PAIR;", "return RUMMY_MARRIAGE_DIRTY_TRIPLET;"),
    Bug("an identical pair finishes", "identical-finish", "s->identical = rules->identical_pair_plus_joker;", "s->identical = 1;"),
    Bug("jokers without limit", "finish-jokers-most", "s->most = rules->max_jokers_in_combo;", "s->most = 3;"),
    Bug("no natural use in a finish", "natural-split", "return s->most < 3 && s->natural ?", "return 0 ?"),
    Bug("a pair takes no last joker", "joker-for-pair", "if (jokers > 0) {", "if (jokers > 1) {"),
    Bug("two jokers take no third card", "jokers-for-one", "return (jokers > 1 ||", "return (jokers > 2 ||"),
    Bug("two single cards at one joker", "one-joker-each", "now->single || n > 1))", "n > 1))"),
    Bug("three jokers together against the limit", "no-empty-part", "if (s->most < 3 && now->parts)", "if (0)"),
    Bug("no joker is a discard", "joker-discards", "? others.one | held : SPLIT", "? others.one : SPLIT"),
    Bug("no joker is a discard at the limit", "joker-discard-limit", "|| !(s->want & held))", "|| 1)"),
    Bug("hope ends one card early", "hope", "(s->open && !now->single ? size - 1 : 0)", "(s->open ? size - 1 : 0)"),
    Bug("as many triples are too few", "triples-enough", "count_cards(in) >= 3 * need", "count_cards(in) > 3 * need"),
    Bug("a hand of cards counts one too many", "cards-to-spare", "(s->l.number + s->groups) - open)", "(s->l.number + s->groups))"),
    Bug("a triplet of the first mates only", "triplet-mates", "rest = mates; rest; rest &= rest - 1)", "rest = mates; rest; rest = 0)"),
    Bug("a run is tried once", "run-again", "if (run >= from &&", "if (run > from &&"),
    Bug("a twin makes no pair of its own", "pair-of-twins", "if ((pair >= from || !pairs_only) &&", "if (pair >= from &&"),
    Bug("three of a kind are one single card", "loose-singles", "& (0 - rest) ? 2 : 1;", "& (0 - rest) ? 0 : 0;"),
    Bug("a card goes out of a tunnela", "tunnela-kept", "next.all &= ~set;", ";"),
    Bug("a tunnela in three parts", "tunnela-discards", "s->want &= ~(now->all & ~three);", "s->want &= ~now->all;"),
    Bug("one more card that fits is two pairs", "two-pairs", "(with_a && with_b)", "(with_a || with_b)"),
    Bug("a pair lets none of its cards go", "pair-discards", "rest.one | (with_a ? b : 0) | (with_b", "rest.one | (with_b"),
    Bug("no run is laid twice", "run-laid-twice", "runs & runs_in(rest.one, l->starts)", "runs & (runs - 1) & runs_in(rest.one, l->starts)"),
    Bug("no tunnela behind a run against the limit", "tunnelas-behind", "s->tunnelas = s->most < 3 ? ~(uint64_t)0 : tunnelas;", "s->tunnelas = tunnelas;"),
    Bug("no run before the last against the limit", "runs-before", "s->runs = s->most < 3 ? ~(uint64_t)0 : runs;", "s->runs = runs;"),
    Bug("a tunnela broken is no dublee", "tunnela-as-dublee", "held & (~c.two | c.three)", "held & ~c.two"),
    Bug("an unknown tiplu makes a man wild", "men-wild", "if (tiplu != RUMMY_NONE || !men)", "if (1)"),
    Bug("jokers are dealt out twice", "deal-jokers", "? joker[--jokers] :", "? joker[0] :"),
    Bug("marriages always first", "partition", "if (h->rules->partition == RUMMY_MARRIAGE_PARTITION_MARRIAGES_FIRST)", "if (1)"),
    Bug("a tunnela scores on the dublee route", "tunnela-needs", "&& route != RUMMY_MARRIAGE_THREE)", "&& route == RUMMY_MARRIAGE_NO_ROUTE)"),
    Bug("K-A-2 is a marriage against the option", "marriage-wrap", "&& !h->rules->marriage_ace_wrap)", "&& 0)"),
    Bug("poplu marries only below the king", "marriage-neighbours", "tiplu + 1 : cyclic ? suit :", "tiplu + 1 : cyclic ? RUMMY_NONE :"),
    Bug("every ordinary joker is an alter", "alter-colour", "return same ? twin :", "return same ? other != suit :"),
    Bug("the tiplu's whole rank is wild", "rank-jokers", "rules->rank_jokers == RUMMY_MARRIAGE_RANK_JOKERS_ALL ||", "1 ||"),
    Bug("a tunnela keeps the card that a marriage takes", "tunnela-broken", "(marriages && !adds ? h->trio : 0)", "(uint64_t)0"),
    Bug("all tunnelas count, dear or not", "tunnelas-most", "if (tunnelas_worth(h, sort, n) - lost > most)", "if (1)"),
    Bug("tunnelas have no price by their number", "tunnela-totals", "if (totals[sort][i])", "if (0)"),
    Bug("a tunnela that adds loses its cards", "tunnela-adds", "lost += adds ? 0 :", "lost += 0 ? 0 :"),
    Bug("a marriage laid is worth no more", "laid-marriage", "!n ||", "1 ||"),
    Bug("a point is always worth one", "point-value", "amount *= rules->point_value;", ""),
    Bug("what is kidnapped is lost", "kidnap", "s.points[winner] += s.points[seat];", ";"),
    Bug("dublee losers pay like others", "dublee-loser-pays", "? rules->seen_dublee_loser_pays :", "? rules->seen_payment :"),
    Bug("losers settle against the option", "losers-settle", "(!rules->pairwise_maal || (", "(("),
    Bug("two unseen losers settle always", "losers-settle", "(!rules->unseen_pairs_settle && !seen[a] && !seen[b])", "0"),
    Bug("tunnelas in any order", "expose-order", "return s->exposed[s->turn] >> kind ?", "return s->exposed[s->turn] >> kind & 1 ?"),
    Bug("locked tunnelas do not count", "locked-count", "return locked < 3 ? 3 - locked : 0;", "return 3 + 0 * locked;"),
    Bug("a draft that cannot be completed", "draft-completes", "if (can_lay(rest, starts, more, place))", "if (1)"),
    Bug("a joker may be taken after seeing", "joker-pickup", "if (joker && pickup != RUMMY_MARRIAGE_JOKER_DISCARD_PICKUP_FREE)", "if (0)"),
    Bug("a dublee seat takes what it likes", "dublee-pickup", "&& !(completes && finishes))", "&& 0)"),
    Bug("a taken discard forces nothing", "forced", "s->forced = s->route[seat] == RUMMY_MARRIAGE_DUBLEE &&", "s->forced = 0 &&"),
    Bug("dublees win after three", "dublee-routes", "s->route[seat] == RUMMY_MARRIAGE_THREE || (s->route", "(s->route"),
    Bug("the taken card may go at once", "taken-stays", "return allowed ? allowed : held;", "return held;"),
    Bug("everybody is shown the tiplu", "knows-tiplu", "(seat >= 0 && s->seen[seat]);", "1;"),
    Bug("a draft is shown", "draft-hidden", "hidden = 1;", ";"),
]  # fmt: skip


# ------------------------------------------------------------------------------
# What is asked, with the right answers
# ------------------------------------------------------------------------------


def faces_of(cards: Sequence[str]) -> bytes:
    return bytes(cards.count(kind) for kind in ALL)


def bits(kinds: set[str] | Sequence[str]) -> int:
    return sum(1 << ALL.index(kind) for kind in set(kinds))


def lay_ids() -> dict[str, int]:
    """Return the id of each lay move by its text (the header numbers tunnelas from 56, runs
    by their first card from 108).
    """
    found = {}
    for word, cards in lay_words("wrap"):
        found[word] = (56 if cards[0] == cards[1] else 108) + KINDS.index(word.split()[1])
    return found


LAY_IDS = lay_ids()
LAY_OF = {tuple(sorted(word.split()[1:])): number for word, number in LAY_IDS.items()}


def move_id(word: str) -> int:
    act, _, rest = word.partition(" ")
    if act == "lay":
        return LAY_IDS[word]
    first = {"draw": 0, "take": 1, "see": 2, "done": 3, "expose": 4, "pair": 160}
    first |= {"discard": DISCARD, "finish": FINISH, "finish-pairs": FINISH_PAIRS}
    return first[act] + (ALL.index(rest) if rest else 0)


def about_a_hand(rng: Random, tiplu: str, cards: list[str], rules: Mapping[str, Any]) -> Iterator[Question]:
    shown = KINDS.index(tiplu)
    if len(cards) == 13:
        blind = finishes13(cards, None, rules)
        yield Question("finishes", rules, (255, faces_of(cards), (0, 4, CLOSED)), (bits(blind), 0))
        right = finishes13(cards, tiplu, rules)
        yield Question("finishes", rules, (shown, faces_of(cards), (0, 4, CLOSED)), (bits(right), 0))
        if right:
            rest = list(cards)
            rest.remove(rng.choice(sorted(right)))
            yield Question("arrange", rules, (tiplu, tuple(rest), rules), (1,))
        rest = list(cards)
        rest.remove(gone := rng.choice(cards))
        yield Question("win", rules, (shown, faces_of(rest), (0, 4, CLOSED)), (int(gone in right),))
        return
    number = rng.choice([8, 7, 6])
    yield Question("finishes", rules, (255, faces_of(cards), (3, 4, CLOSED)), (bits(finishes22(cards, None, rules)), 0))
    right, pairs = finishes22(cards, tiplu, rules), dublee_finishes(cards, number)
    yield Question("finishes", rules, (shown, faces_of(cards), (3, 4, number)), (bits(right), bits(pairs)))
    rest = list(cards)
    rest.remove(gone := rng.choice(cards))
    reached = (gone in right) + 2 * (gone in pairs)
    yield Question("win", rules, (shown, faces_of(rest), (3, 4, number)), (reached,))
    tunnelas = [kind for kind in KINDS if cards.count(kind) == 3]
    if tunnelas:
        exposed = rng.sample(tunnelas, rng.randint(1, len(tunnelas)))
        faces, want = faces_of(unlocked(cards, exposed)), max(0, 3 - len(exposed))
        right = finishes22(cards, tiplu, rules, exposed)
        yield Question("finishes", rules, (shown, faces, (want, min(4, 7 - len(exposed)), CLOSED)), (bits(right), 0))
    ways = [sorted(LAY_OF[tuple(sorted(part))] for part in way) for way in primary_triples(cards, rules)]
    yield Question("primary", rules, (faces_of(cards),), tuple(number for way in sorted(ways) for number in way))


def about_limited_jokers() -> Iterator[Question]:
    """Ask about a hand in which only 7s 8s 9s, all jokers and the last of the primary combinations, must be
    laid: nowhere else may they stand together.
    """
    rules = {"max_jokers_in_combo": 1, "joker_natural_use": False}
    parts = ("7s 8s 9s", "7c 7c 7c", "9d 9d 9d", "Ks Ks Ks", "Ac 2c 3c", "4d 5d 6d", "Th Jh Qh", "Qc")
    cards = [card for part in parts for card in part.split()]
    right = finishes22(cards, "8s", rules)
    assert "Qc" in right
    yield Question("finishes", rules, (KINDS.index("8s"), faces_of(cards), (3, 4, CLOSED)), (bits(right), 0))


def about_a_combo(rng: Random, rules: Mapping[str, Any]) -> Question:
    """Ask about three cards that are a combination or nearly so: 2 for primary, 1 for valid, 0 for none."""
    men = rules.get("printed_jokers", 0)
    while True:
        tiplu = rng.choice(KINDS if rng.random() < 0.7 else [kind for kind in KINDS if kind[0] in "AK"])
        wild = sorted(jokers(tiplu, rules) - (set() if men else {MAN}))
        suit = [kind for kind in KINDS if kind[1] == tiplu[1]]
        beside = [suit[(suit.index(tiplu) + step) % 13] for step in (-1, 1)]  # jokers or not
        three = list(rng.choice(sorted(literal_primary("wrap"))))
        if rng.random() < 0.3:
            three = [three[0][0] + rng.choice("cdhs") for _ in range(3)]
        for _ in range(rng.choice([0, 1, 1, 2])):
            three[rng.randrange(3)] = rng.choice(
                [rng.choice(wild), rng.choice(three), rng.choice([*KINDS, *beside * 13])]
            )
        if not problems(three, None, men):
            right = valid(three, tiplu, rules)
            laid = primary(three, rules) and (rules.get("joker_natural_use", True) or not set(three) & set(wild))
            cards = tuple(ALL.index(card) for card in three)
            return Question("combo", rules, (KINDS.index(tiplu), cards), (2 if laid else int(right),))


def about_maal(rng: Random) -> Question:
    rules = maal_rules(rng) if rng.random() < 0.7 else {"alter": (5, 15, 25)}
    tiplu, cards = maal_hand(rng, rules)
    exposed, shown, route = some_exposed(rng, cards), some_exposed(rng, cards), rng.choice(ROUTES)
    counting = {*exposed, *shown} if rules.get("tunnela_scope") == "shown" else {*exposed}
    married = KINDS.index(tiplu) % 4
    right = points(cards, tiplu, sorted(counting), route, rules, married)
    data = (KINDS.index(tiplu), faces_of(cards), bits(exposed), bits(shown), married, ROUTES.index(route))
    return Question("maal", rules, data, (right,))


def about_payments(rng: Random) -> Question:
    options = marriage_random.any_options(rng)
    names = ("unseen_maal", "dublee_bonus_form", "unseen_pairs_settle", "pairwise_maal", "seen_dublee_loser_pays")
    rules = {name: options[name] for name in names if rng.random() < 0.6}
    players = rng.randint(2, 6)
    score, routes = [rng.randint(0, 40) for _ in range(players)], [rng.choice(ROUTES) for _ in range(players)]
    winner, dublee = rng.randrange(players), rng.random() < 0.4
    routes[winner] = "dublee" if dublee else "three"
    right = settle(score, [route != "none" for route in routes], winner, dublee, rules, routes)
    return Question("settle", rules, (tuple(score), tuple(map(ROUTES.index, routes)), winner), tuple(right))


def told_the_tiplu(model: Model) -> int:
    """Return the seats that know the tiplu as a bit set, the spectator above them."""
    if model.tiplu is None:
        return 0
    if model.phase == "over" or model.rules["tiplu_mode"] == "face_up_at_deal":
        return (1 << model.players + 1) - 1
    return sum(1 << seat for seat, route in enumerate(model.route) if route != "none")


def about_a_round(rng: Random) -> Question:
    """Ask for the legal moves, who is told the tiplu, and what of a draft is hidden, at every step of a round of the
    slow model, and for the nets. The tiplu is set aside at the deal, and the round ends where a reshuffle would be
    needed: chance decides nothing.
    """
    players, dealer = rng.randint(2, 6), rng.randint(0, 1)
    mode = rng.choice(["hidden_preset", "last_stock_card", "face_up_at_deal"])
    fixed: dict[str, Any] = {"tiplu_mode": mode}
    if rng.random() < 0.3:
        fixed |= {"dublees_to_see": 3, "dublees_to_win": rng.choice([3, 4]), "dublee_direct_win_unseen": False}
    chosen = marriage_random.rules(rng, tunnela_scope="exposed_at_start", **fixed)
    make = rng.choice([marriage_random.tunnela_deck, marriage_random.pairs_deck, marriage_random.runs_deck, None])
    deck = make(rng, players, chosen) if make else stack(players=players, rules=chosen, seed=rng.getrandbits(32))
    model = Model([str(card) for card in deck], players, dealer, chosen.to_dict())
    moves: list[int] = []
    answer: list[int] = []
    while not model.waits:
        legal = sorted(model.legal(), key=move_id)
        answer += [*map(move_id, legal), -1 - told_the_tiplu(model), -1 - len(model.draft)]
        if model.phase == "over" or len(moves) >= 80:
            break
        eager = [
            word
            for word in legal
            if word.split()[0] in ("expose", "lay", "pair", "see", "finish", "finish-pairs", "take")
        ]
        word = rng.choice(eager if eager and rng.random() < 0.7 else legal)
        moves.append(move_id(word))
        model.play(word)
    if model.waits:
        moves.pop()
    elif model.phase == "over":
        answer += model.net()
    kinds = bytes(ALL.index(str(card)) for card in deck)
    return Question("round", chosen.to_dict(), (players, dealer, kinds, tuple(moves)), tuple(answer))


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    """Hundreds of seeded hands of every class and combinations under each of RULES, maal,
    settlements and rounds, with right answers.
    """
    asked: list[Question] = []
    for which, rules in enumerate(RULES):
        for name, maker in CLASSES.items():
            rng = Random(f"planted {name} {which}")
            for _ in range(5):
                asked += about_a_hand(rng, *maker(rng, rules), rules)
        rng = Random(f"planted combos {which}")
        asked += [about_a_combo(rng, rules) for _ in range(200)]
    asked += about_limited_jokers()
    rng = Random("planted")
    asked += [about_maal(rng) for _ in range(800)]
    asked += [about_payments(rng) for _ in range(300)]
    asked += [about_a_round(rng) for _ in range(250)]
    return asked


# ------------------------------------------------------------------------------
# Asking an engine
# ------------------------------------------------------------------------------


class Engine:
    """One build of the library, asked through its header."""

    def __init__(self, ffi: FFI, lib: Any) -> None:
        self.ffi, self.lib = ffi, lib
        self.native: dict[int, Any] = {}

    def rules_of(self, question: Question) -> Any:
        """Return the options as C takes them; a mapping keeps its own, as long as its question lives."""
        found = self.native.get(id(question.rules))
        if found is None:
            found = self.native[id(question.rules)] = self.ffi.new("rummy_marriage_rules *")
            self.lib.rummy_marriage_rules_init(found)
            set_options(self.lib, found, "RUMMY_MARRIAGE", question.rules)
        return found

    def ask(self, question: Question) -> tuple[int, ...]:
        """Return the engine's answer, or its error code."""
        answer: tuple[int, ...] = getattr(self, question.what)(self.rules_of(question), *question.data)
        return answer

    def finishes(self, rules: Any, tiplu: int, faces: bytes, goal: tuple[int, int, int]) -> tuple[int, ...]:
        """Return the discards of one row, or its error code."""
        asked, by = self.ffi.new("rummy_marriage_goal *", goal), self.ffi.new("uint64_t[1][2]")
        code = self.lib.rummy_marriage_finishes(rules, asked, faces, bytes([tiplu]), 1, by, self.ffi.NULL)
        return (by[0][0], by[0][1]) if code >= 0 else (code,)

    def win(self, rules: Any, tiplu: int, faces: bytes, goal: tuple[int, int, int]) -> tuple[int, ...]:
        """Return by which ways one row is the goal, or its error code."""
        asked, out = self.ffi.new("rummy_marriage_goal *", goal), self.ffi.new("uint8_t[1]")
        code = self.lib.rummy_marriage_win(rules, asked, faces, bytes([tiplu]), 1, out, self.ffi.NULL)
        return (out[0],) if code >= 0 else (code,)

    def arrange(self, rules: Any, tiplu: str, cards: tuple[str, ...], options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return 1 if the combinations are valid and of just these cards."""
        out: Any = self.ffi.new("uint8_t[7][3]")
        combos = len(cards) // 3
        code = self.lib.rummy_marriage_arrange(rules, faces_of(cards), KINDS.index(tiplu), combos, out)
        if code != combos or max(out[i][j] for i in range(combos) for j in range(3)) > 52:
            return (min(0, code),)
        parts = [[ALL[out[i][j]] for j in range(3)] for i in range(combos)]
        same = sorted(card for part in parts for card in part) == sorted(cards)
        return (int(same and all(valid(part, tiplu, options) for part in parts)),)

    def primary(self, rules: Any, faces: bytes) -> tuple[int, ...]:
        out: Any = self.ffi.new("uint16_t[2048][3]")
        code = self.lib.rummy_marriage_primary(rules, faces, 3, out, 2048)
        ways = sorted([out[i][0], out[i][1], out[i][2]] for i in range(code))
        return (code,) if code < 0 else tuple(number for way in ways for number in way)

    def combo(self, rules: Any, tiplu: int, cards: tuple[int, ...]) -> tuple[int, ...]:
        code = self.lib.rummy_marriage_combo(rules, tiplu, bytes(cards))
        return (0 if code < 0 else 2 if code < 2 else 1,)

    def maal(
        self, rules: Any, tiplu: int, faces: bytes, exposed: int, shown: int, married: int, route: int
    ) -> tuple[int, ...]:
        out: Any = self.ffi.new("rummy_marriage_maal *")
        code = self.lib.rummy_marriage_score(rules, faces, tiplu, exposed, shown, married, route, out)
        return (out.points,) if code >= 0 else (code,)

    def settle(self, rules: Any, score: tuple[int, ...], routes: tuple[int, ...], winner: int) -> tuple[int, ...]:
        out: Any = self.ffi.new("rummy_marriage_settlement *")
        players = len(score)
        code = self.lib.rummy_marriage_settle(rules, players, score, bytes(routes), winner, out)
        return (code,) if code < 0 else tuple(out.payoffs[seat] for seat in range(players))

    def round(self, rules: Any, players: int, dealer: int, deck: bytes, moves: tuple[int, ...]) -> tuple[int, ...]:
        ffi, lib = self.ffi, self.lib
        state: Any = ffi.new("rummy_marriage_state *")
        view: Any = ffi.new("rummy_marriage_view *")
        event: Any = ffi.new("rummy_event *")
        out: Any = ffi.new("uint16_t[371]")
        hidden = 0  # events that a spectator may not know of yet
        count = lib.rummy_marriage_deal(state, rules, players, dealer, deck, 0)
        found: list[int] = []
        for move in (*moves, None):
            if count < 0:
                return (*found, count)
            count = lib.rummy_marriage_moves(state, out)
            told = 0
            for seat in range(players + 1):
                lib.rummy_marriage_view_of(state, seat if seat < players else -1, view)
                told |= (view.tiplu != lib.RUMMY_NONE) << seat
            found += [*ffi.unpack(out, count), -1 - told, -1 - hidden]
            if move is not None:
                count = lib.rummy_marriage_play(state, -1, move, event, ffi.NULL)
                hidden = 0 if lib.rummy_event_for(event, -1, event) else hidden + 1
        outcome: Any = ffi.new("rummy_marriage_outcome *")
        if lib.rummy_marriage_outcome_of(state, outcome) >= 0:
            found += [outcome.settlement.payoffs[seat] for seat in range(players)]
        return tuple(found)


test_engine_as_it_is_has_no_mismatch = agrees(Engine)
test_planted_bug_is_caught = catches(BUGS, Engine)
