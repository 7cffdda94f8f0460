"""The example server with clients, for the tests of the server and of its page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import server
import table
from websockets.asyncio.client import ClientConnection, connect


class Player:
    """A client of the server that remembers all that it was sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.events: list[Any] = []

    async def say(self, word: str, **message: Any) -> None:
        await self.socket.send(json.dumps({"type": word, **message}))

    async def hear(self, word: str, when: Callable[[dict[str, Any]], object] = lambda message: True) -> dict[str, Any]:
        """Return the next message of a type for which the condition holds."""
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), 10))
            self.heard.append(message)
            if message["type"] == "table":
                self.events[message["since"] :] = message["events"]
            if message["type"] == word and when(message):
                return message

    async def refused(self, text: str | bytes) -> str:
        """Return the code of the error that answers a text."""
        await self.socket.send(text)
        error = await self.hear("error")
        assert set(error) == {"type", "error", "sentence"}
        assert 0 < len(error["sentence"]) <= 300
        return str(error["error"])

    async def join(self, name: str, **seat: Any) -> dict[str, Any]:
        await self.say("join", table="T", player=name, **seat)
        return await self.hear("joined")

    async def play_out(self, choose: Callable[[list[str]], str]) -> dict[str, Any]:
        """Play this seat's moves until the round is over. Return the last message."""
        while True:
            message = await self.hear("table", lambda m: m["view"] and (m["view"]["moves"] or m["view"]["outcome"]))
            if message["view"]["outcome"]:
                return message
            await self.say("play", move=choose(message["view"]["moves"]))


def choice(seed: int) -> Callable[[list[str]], str]:
    """Return a player that finishes if it can, and otherwise does anything."""
    rng = Random(seed)
    return lambda moves: next((move for move in moves if move.startswith("finish")), rng.choice(moves))


Dial = Callable[[], Awaitable[Player]]


@asynccontextmanager
async def serving(path: Path | None = None) -> AsyncIterator[tuple[table.Lobby, Dial, int]]:
    """Run a server. Give its tables, a function that connects a player, and its port."""
    lobby = table.Lobby(path)
    sockets = []
    async with server.running(lobby, "127.0.0.1", 0) as running:
        port = next(iter(running.sockets)).getsockname()[1]

        async def dial() -> Player:
            sockets.append(await connect(f"ws://127.0.0.1:{port}", compression=None))
            return Player(sockets[-1])

        try:
            yield lobby, dial, port
        finally:
            for socket in sockets:
                socket.transport.abort()
