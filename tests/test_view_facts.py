"""What a view tells of the table beside the pieces: what may be taken, who is a joker, what the own cards score."""

from __future__ import annotations

from random import Random

from kit import Kit, State
from kits import EACH

from rummycore import marriage


@EACH
def test_what_may_be_taken_is_known_to_all(kit: Kit, scale: int) -> None:
    """`takeable` is the same for all; who takes it gets just that; after a draw nothing may be taken."""
    taken = kept = 0
    state: State
    for state in kit.moments(Random("takeable"), scale // 3):
        views = [state.view(seat) for seat in (None, *range(state.players))]
        (top,) = {view.takeable for view in views}
        moves = {str(move) for move in state.legal_moves()}
        if not {"draw", "take", "pass"} & moves:
            assert top is None
        if "take" in moves:
            taken += 1
            twin = state.copy()
            twin.play("take")
            assert twin.view(state.turn).drawn == top == views[0].discards[-1][1]
        elif top is not None:
            kept += 1
            assert "draw" in moves
    assert taken > scale // 100


def test_roles_and_maal_are_for_who_knows_the_tiplu(scale: int) -> None:
    """A seat that knows the tiplu has the roles of the jokers and the points of all its cards (M-23 to M-25), as the
    functions say them of the open cards; nobody else has either."""
    from kits import KITS

    told = scored = 0
    state: marriage.State
    for state in KITS["marriage"].moments(Random("facts"), scale // 10):
        for seat in (None, *range(state.players)):
            view = state.view(seat)
            assert (view.roles is None) == (view.tiplu is None)
            assert (view.maal is None) == (view.tiplu is None or seat is None)
            if view.tiplu is None:
                continue
            told += 1
            assert view.roles == marriage.roles(view.tiplu, rules=state.rules)
            if seat is None or view.maal is None:
                continue
            laid = [card for move in view.laid[seat] for card in move.cards]
            locked = [card for card in view.exposed[seat] if view.hand.count(card) < 3]
            held = [*view.hand, *laid, *(card for card in dict.fromkeys(locked) for _ in range(3))]
            held = held if state.rules.exposed_tunnela == "locked" else [*view.hand, *laid]
            exposed = [card for card in view.exposed[seat] if held.count(card) == 3]
            shown = [move.cards[0] for move in view.laid[seat] if len(set(move.cards)) == 1 and len(move.cards) == 3]
            assert view.maal == marriage.maal(
                held, tiplu=view.tiplu, exposed=exposed, shown=shown, route=view.routes[seat], rules=state.rules
            )
            scored += view.maal.points > 0
            if state.outcome is not None and seat != state.outcome.winner:
                assert view.maal == state.outcome.maal[seat]
    assert told > scale // 50
    assert scored > scale // 100
