"""A server for tables of Okey and Marriage over WebSockets. docs/servers.md explains it and lists the messages.

Run `python docs/examples/server.py 8000 tables.json` and open http://localhost:8000 in a browser for each player.
"""

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from inspect import signature
from pathlib import Path
from typing import Any

from table import NOTHING, Lobby, Refused, Table
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from rummycore import RummyError

PAGE = Path(__file__).with_name("client.html")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:"
LONGEST, MAX_SIZE = 4096, 1 << 16  # characters of a message that is read; bytes of one that ends the connection
BURST, RATE, CLIENTS, SAVE = 40, 10.0, 1000, 5.0  # messages at once, and a second; clients; seconds between savings
WORDS = ("list", "create", "join", "watch", "leave", "next", "play", "hint")  # each is a method on_... of Client
KINDS: dict[str, tuple[str, tuple[type, ...]]] = {  # what the values of a message must be
    **dict.fromkeys(("type", "table", "game", "player", "token", "move"), ("a text of 1 to 40 characters", (str,))),
    **dict.fromkeys(("players", "seat", "seconds"), ("a whole number", (int,))),
    "rules": ("a name or an object", (str, dict)),
}


class Client:
    """A connection: at no table, in a seat, or watching, with the seat None."""

    def __init__(self, lobby: Lobby, socket: ServerConnection) -> None:
        self.lobby, self.socket, self.news = lobby, socket, asyncio.Event()
        self.table: Table | None = None
        self.seat: int | None = None
        self.has = NOTHING
        self.allowance, self.latest = float(BURST), 0.0

    async def say(self, word: str, **message: Any) -> None:
        await self.socket.send(json.dumps({"type": word, **message}))

    async def tell(self) -> None:
        """Send what is new. A slow client gets fewer and longer messages."""
        with suppress(ConnectionClosed):
            while await self.news.wait():
                self.news.clear()
                if self.table is not None:
                    told = self.table.told(self.seat, self.has)
                    self.has = (told["seat"], told["round"], told["since"] + len(told["events"]))
                    await self.say("table", **told)

    async def hear(self) -> None:
        """Do what each message asks for, until the connection ends."""
        with suppress(ConnectionClosed):
            async for text in self.socket:
                try:
                    await self.act(text)
                except RummyError as error:
                    await self.say("error", error=error.code, sentence=error.sentence)
                    if error.code == "flood":
                        return

    def act(self, text: str | bytes) -> Awaitable[None]:
        """Return the call that a message asks for. Refused if it asks for none."""
        now = asyncio.get_running_loop().time()
        self.allowance, self.latest = min(BURST, self.allowance + RATE * (now - self.latest)) - 1, now
        if self.allowance < 0:
            raise Refused("flood", f"at most {BURST} messages at once and {RATE:g} a second are allowed")
        try:
            message = json.loads(text) if isinstance(text, str) and len(text) <= LONGEST else None
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise Refused("message", f"a message must be a JSON object in a text of at most {LONGEST} characters")
        for key, value in message.items():
            what, kinds = KINDS.get(key, ("left out", ()))
            if type(value) not in kinds or (type(value) is str and not (value.isprintable() and 0 < len(value) <= 40)):
                raise Refused("message", f"the key {key[:40]!r} must be {what}")
        word = message.pop("type", "")
        if word not in WORDS:
            raise Refused("message", f"the type of a message must be one of {', '.join(WORDS)}")
        act: Callable[..., Awaitable[None]] = getattr(self, f"on_{word}")
        try:
            signature(act).bind(**message)
        except TypeError as error:
            raise Refused("message", f"{word}: {error}") from None
        return act(**message)

    def seated(self) -> tuple[Table, int]:
        if self.table is None or self.seat is None:
            raise Refused("seat", "you have no seat: join a table first")
        return self.table, self.seat

    def enter(self, table: Table, seat: int | None) -> None:
        """Go to a table, from another one if need be."""
        self.go()
        self.table, self.seat, self.has = table, seat, NOTHING
        table.clients.add(self)
        table.tell()

    def go(self) -> None:
        """Go from the table. The seat stays the client's own."""
        if (table := self.table) is not None:
            table.clients.discard(self)
            table.left, self.table, self.seat = asyncio.get_running_loop().time(), None, None
            table.tell()

    async def on_list(self) -> None:
        await self.say("lobby", **self.lobby.told())

    async def on_create(self, table: str, game: str, players: int = 4, seconds: int = 60, rules: Any = None) -> None:
        self.lobby.open(table, game, players, seconds, rules)
        await self.on_list()

    async def on_join(self, table: str, player: str = "", seat: int | None = None, token: str = "") -> None:
        place = self.lobby.find(table)
        mine, secret = (place.seat_of(token), token) if token else place.sit(player or "Guest", seat)
        await self.say("joined", table=table, seat=mine, token=secret)
        self.enter(place, mine)

    async def on_watch(self, table: str) -> None:
        self.enter(self.lobby.find(table), None)

    async def on_leave(self) -> None:
        if self.table is not None and self.seat is not None:
            self.table.leave(self.seat)
        self.go()
        await self.on_list()

    async def on_next(self) -> None:
        self.seated()[0].next_round()

    async def on_play(self, move: str) -> None:
        table, seat = self.seated()
        table.play(move, seat)

    async def on_hint(self) -> None:
        table, seat = self.seated()
        await self.say("hint", analysis=await asyncio.to_thread(table.hint(seat)))


def answer(connection: ServerConnection, request: Request) -> Response | None:
    """Answer a request for the page; None lets a WebSocket begin."""
    if "Upgrade" in request.headers:
        return None if len(connection.server.connections) < CLIENTS else connection.respond(503, "full\n")
    if request.path.partition("?")[0] != "/":
        return connection.respond(404, "not here\n")
    headers = Headers({"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY})
    return Response(200, "OK", headers, PAGE.read_bytes())


@asynccontextmanager
async def running(lobby: Lobby, host: str, port: int) -> AsyncIterator[Server]:
    """Serve while the block runs, and save the tables again and again and at the end."""

    async def meet(socket: ServerConnection) -> None:
        client = Client(lobby, socket)
        tasks = [asyncio.create_task(client.hear()), asyncio.create_task(client.tell())]
        try:
            for task in (await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED))[0]:
                task.result()  # a fault of the server ends this connection, and is logged
        finally:
            client.go()
            for task in tasks:
                task.cancel()

    async def keep() -> None:
        while True:
            await asyncio.sleep(SAVE)
            lobby.save()

    async with serve(meet, host, port, process_request=answer, max_size=MAX_SIZE) as server:
        keeper = asyncio.create_task(keep())
        try:
            yield server
        finally:
            keeper.cancel()
            lobby.save()


async def main(port: str = "8000", path: str = "") -> None:
    """Serve until the process is told to end."""
    end = asyncio.Event()
    for told in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(told, end.set)
    async with running(Lobby(Path(path) if path else None), "localhost", int(port)):
        print(f"http://localhost:{port}")
        await end.wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
