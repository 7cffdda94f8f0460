"""The tables of the example server: matches, their seats, the clock of the seat to act, and what each seat is sent.

Nothing here knows of a network. A client is anything with a `seat` and an event `news`.
"""

import asyncio
import hashlib
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from rummycore import RummyError
from rummycore.game import games

NOTHING: tuple[int | None, int, int] = (None, 0, 0)  # what a client has before it is told anything
PAUSE = 0.8  # seconds for which a bot waits
TABLES, KEEP = 200, 3600.0  # the most there can be; seconds for which a deserted table is kept


class Refused(RummyError):
    """What the server refuses, in the form in which the library refuses."""


class Listener(Protocol):
    """What a table needs of a client: its seat, None for a spectator, and an event that says that there is news."""

    seat: int | None
    news: asyncio.Event


def digest(token: str) -> str:
    """Return what is kept of a token: neither a saved file nor the time of a comparison betrays the token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Table:
    """A match, the clients at it, and for each seat a name and the digest of a token. Without them a bot plays."""

    def __init__(self, table: str, seconds: int, match: dict[str, Any], names: list[Any], tokens: list[Any]) -> None:
        self.table, self.seconds, self.names, self.tokens = table, seconds, names, tokens
        self.game = games()[match["game"]]
        self.match = self.game.match.from_dict(match)
        self.clients: set[Listener] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.began = self.left = asyncio.get_running_loop().time()  # when the turn began; when a client last left

    @classmethod
    def open(cls, table: str, game: str, players: int, seconds: int, rules: str | dict[str, Any] | None) -> "Table":
        """Return a new table. Refused or another RummyError names what is wrong."""
        if (chosen := games().get(game)) is None:
            raise Refused("game", f"there is no game {game!r}: the games are {', '.join(games())}")
        if isinstance(rules, str) and rules not in chosen.presets:
            raise Refused(
                "rules", f"there are no rules {rules!r}: the rules are {', '.join(chosen.presets)} or an object"
            )
        if not 1 <= seconds <= 600:
            raise Refused("seconds", f"a move has 1 to 600 seconds, not {seconds}")
        options = chosen.presets[rules] if isinstance(rules, str) else chosen.rules.from_dict(rules or {})
        match = chosen.match(secrets.randbits(64), players=players, rules=options, dealer=None, max_rounds=100)
        return cls(table, seconds, match.to_dict(), [None] * players, [None] * players)

    def saved(self) -> dict[str, Any]:
        """Return the arguments that make this table again, as JSON values. They tell all cards to come."""
        seats = {"names": self.names, "tokens": self.tokens}
        return {"table": self.table, "seconds": self.seconds, "match": self.match.to_dict(), **seats}

    # ------------------------------------------------------------ seats

    def sit(self, name: str, seat: int | None) -> tuple[int, str]:
        """Give a free seat, the first for None, to a player. Return it with the secret token."""
        free = [i for i, token in enumerate(self.tokens) if token is None]
        if not free or seat not in (None, *free):
            raise Refused("seat", f"the free seats are {', '.join(map(str, free))}" if free else "no seat is free")
        taken, token = free[0] if seat is None else seat, secrets.token_urlsafe(16)
        self.names[taken], self.tokens[taken] = name, digest(token)
        return taken, token

    def seat_of(self, token: str) -> int:
        """Return the seat to which a token belongs."""
        if digest(token) not in self.tokens:
            raise Refused("token", "no seat of this table has that token")
        return self.tokens.index(digest(token))

    def leave(self, seat: int) -> None:
        """Let a bot play for the seat from now on. Its token is worth nothing any more; who had it may watch."""
        self.names[seat] = self.tokens[seat] = None
        for client in self.clients:
            client.seat = None if client.seat == seat else client.seat
        self.tell()

    # ------------------------------------------------------------ the clock

    @property
    def turn(self) -> int | None:
        """The seat to act; None while no round is running."""
        return None if self.match.state is None or self.match.state.over else self.match.state.turn

    def play(self, move: str, seat: int) -> None:
        """Play a move for a seat. The library says why one is refused."""
        if self.match.state is None:
            raise Refused("running", "no round is running: deal one first")
        self.match.state.play_text(move, seat=seat)
        self.tell(moved=True)

    def next_round(self) -> None:
        """Deal the next round. StateError if one is running or the match is over."""
        self.match.next_round()
        self.tell(moved=True)

    def overdue(self) -> None:
        """Play for the seat to act: it is a bot's, or its time is over."""
        if (state := self.match.state) is not None:
            self.play(str(self.game.bots["simple"](state.view(state.turn))), state.turn)

    def tell(self, *, moved: bool = False) -> None:
        """Wake every client, and set the clock of the seat to act. Only a move begins a new turn of the clock."""
        loop = asyncio.get_running_loop()
        self.began = loop.time() if moved else self.began
        for client in self.clients:
            client.news.set()
        if self.timer is not None:
            self.timer.cancel()
        if self.turn is not None:
            wait = PAUSE if self.tokens[self.turn] is None else self.seconds
            self.timer = loop.call_at(self.began + wait, self.overdue)

    # ------------------------------------------------------------ what is told

    def entry(self) -> dict[str, Any]:
        """Return what anybody may know of the table."""
        bots = [token is None for token in self.tokens]
        here = sorted({client.seat for client in self.clients if client.seat is not None})
        return {"table": self.table, "game": self.game.name, "names": self.names, "bots": bots, "here": here}

    def told(self, seat: int | None, has: tuple[int | None, int, int]) -> dict[str, Any]:
        """Return what a seat, or a spectator (None), is sent of the match. Only this and `hint` let a piece out.

        `has` says of what the client has events: a seat, a round, and how many. It is sent the others.
        """
        match, state = self.match, self.match.state
        number = len(match.outcomes) + (self.turn is not None)
        since = has[2] if has[:2] == (seat, number) else 0
        left = None
        if self.timer is not None and self.turn is not None:
            left = round(self.timer.when() - asyncio.get_running_loop().time(), 3)
        told = {**self.entry(), "seat": seat, "seconds": self.seconds, "left": left, "round": number}
        told |= {"since": since, "events": [], "view": None}
        if state is not None:
            told["events"] = [event.to_dict() for event in state.events(seat, since)]
            told["view"] = state.view(seat).to_dict(rules=not since, history=False)
        return {**told, "points": match.points, "ended": match.ended, "winners": match.winners}

    def hint(self, seat: int) -> Callable[[], dict[str, Any]]:
        """Return a function that analyses the hand of a seat by what it knows now. It may run in a thread."""
        if self.match.state is None:
            raise Refused("running", "no round is running: deal one first")
        view = self.match.state.view(seat)
        return lambda: view.analyze().to_dict()


class Lobby:
    """All tables by name, and the file to which they go, if there is one."""

    def __init__(self, path: Path | None) -> None:
        kept = json.loads(path.read_text()) if path is not None and path.exists() else []
        self.path, self.tables = path, {saved["table"]: Table(**saved) for saved in kept}
        for table in self.tables.values():
            table.tell()

    def save(self) -> None:
        """Write all tables at once: the file is always a whole one, the old or the new. Only its owner may read it."""
        if self.path is not None:
            new = self.path.with_name(f"{self.path.name}.new")
            new.touch(0o600)
            new.write_text(json.dumps([table.saved() for table in self.tables.values()]))
            new.replace(self.path)

    def told(self) -> dict[str, Any]:
        """Return what anybody may know: the tables, and what can be chosen for a new one."""
        known = {name: {"players": list(game.players), "rules": list(game.presets)} for name, game in games().items()}
        return {"tables": [table.entry() for table in self.tables.values()], "games": known}

    def find(self, name: str) -> Table:
        if name not in self.tables:
            raise Refused("table", f"there is no table {name!r}")
        return self.tables[name]

    def open(self, name: str, *wanted: Any) -> None:
        """Open a table. Deserted ones make room."""
        old = asyncio.get_running_loop().time() - KEEP
        self.tables = {key: table for key, table in self.tables.items() if table.clients or table.left > old}
        if name in self.tables or len(self.tables) >= TABLES:
            full = f"there are {TABLES} tables, and no room for more"
            raise Refused("table", f"there is a table {name!r} already" if name in self.tables else full)
        self.tables[name] = Table.open(name, *wanted)
