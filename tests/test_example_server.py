"""The example server (docs/servers.md): whole rounds over sockets, reconnects, clocks, saving, hostile words."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kits import KITS

pytest.importorskip(
    "websockets", reason="the example server needs the package websockets: pip install -e '.[examples]'"
)

import server
import table
from example_tables import Dial, Player, choice, serving
from websockets.exceptions import ConnectionClosed

from rummycore import marriage

GAMES: dict[str, dict[str, Any]] = {"okey": {}, "marriage": {"max_reshuffles": 0, "turn_cap": 40}}  # for short rounds
SEED = 5


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots move at once, nobody is too quick, and every match has the same seed."""
    monkeypatch.setattr(secrets, "randbits", lambda bits: SEED)
    monkeypatch.setattr(table, "PAUSE", 0.0)
    monkeypatch.setattr(server, "BURST", 100_000)


async def opened(dial: Dial, game: str, players: int = 4, **more: Any) -> Player:
    """Open the table T of a game. Return its first player, who has not sat down yet."""
    first = await dial()
    await first.say("create", table="T", game=game, players=players, rules=GAMES[game], **more)
    await first.hear("lobby")
    return first


def known(seen: table.Table, seat: int | None) -> set[str]:
    """Return the pieces that a seat may know, found from the hands and what was played, not from a view."""
    state: Any = seen.match.state
    if state is None:
        return set()
    words = [str(event) for event in state.events(None)]
    if seat is not None:
        words += [str(event) for event in state.events(seat)] + [str(piece) for piece in state.hand(seat)]
    if seen.game.name == "okey":
        words += [str(state.indicator), str(state.okey)]
    else:
        words += [str(state.record().deck[21 * state.players])]  # the upcard
        if seat is not None and state.view(None).seen[seat]:
            words += [str(state.tiplu), *map(str, marriage.roles(state.tiplu, rules=state.rules))]
    return KITS[seen.game.name].words(" ".join(words))


@pytest.mark.parametrize("game", GAMES)
def test_four_clients_play_rounds_and_hear_only_what_they_may(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four clients play two rounds of a match; no message names a piece that its seat cannot know, or another's
    token; and what each was sent is what the library says of its seat."""
    leaks: list[str] = []
    sent: dict[int | None, list[str]] = {}
    say = server.Client.say

    async def watched(self: server.Client, word: str, **message: Any) -> None:
        text = json.dumps(message)
        if word != "joined":
            sent.setdefault(self.seat, []).append(text)
        at: Any = self.table
        if at is not None and at.turn is not None:
            named = KITS[game].words(text)
            leaks.extend(named - known(at, self.seat))
        await say(self, word, **message)

    async def play() -> None:
        async with serving() as (lobby, dial, _):
            players = [await opened(dial, game), *[await dial() for _ in range(3)]]
            watcher = await dial()
            await watcher.say("watch", table="T")
            tokens = [(await player.join(f"P{seat}"))["token"] for seat, player in enumerate(players)]
            match = lobby.tables["T"].match
            for number in (1, 2):
                await players[0].say("next")
                ends = await asyncio.gather(*(p.play_out(choice(10 * number + i)) for i, p in enumerate(players)))
                state: Any = match.state
                assert [end["view"] for end in ends] == [
                    state.view(seat).to_dict(rules=False, history=False) for seat in range(4)
                ]
                assert {end["round"] for end in ends} == {number}
                for at, player in enumerate(players):
                    assert player.events == [event.to_dict() for event in state.events(at)]
            end = await watcher.hear("table", lambda m: m["round"] == 2 and m["view"]["outcome"])
            assert (end["seat"], end["view"]["hand"], end["points"]) == (None, [], list(match.points))
            for seat, texts in sent.items():
                assert not any(token in text for text in texts for i, token in enumerate(tokens) if i != seat)
                assert not any(str(kept) in text for text in texts for kept in lobby.tables["T"].tokens)

    monkeypatch.setattr(server.Client, "say", watched)
    asyncio.run(play())
    assert leaks == []
    assert len(sent) == 5


@pytest.mark.parametrize("game", GAMES)
def test_a_client_that_comes_back_has_its_seat_and_all_events_again(game: str) -> None:
    """A token gives the seat back with the whole view and all events; a wrong token does not; the table goes on."""

    async def play() -> None:
        async with serving() as (lobby, dial, _):
            ann = await opened(dial, game)
            token = (await ann.join("Ann", seat=2))["token"]
            await ann.say("next")
            choose = choice(3)
            for _ in range(4):
                message = await ann.hear("table", lambda m: m["view"] and m["view"]["moves"])
                await ann.say("play", move=choose(message["view"]["moves"]))
            await ann.hear("table", lambda m: m["view"]["moves"])
            ann.socket.transport.abort()
            again = await dial()
            for wrong in ("x", token[:-1], token + "x", "é"):
                said = json.dumps({"type": "join", "table": "T", "token": wrong})
                assert await again.refused(said) == "token"
            await again.say("join", table="T", token=token)
            assert await again.hear("joined") == {"type": "joined", "table": "T", "seat": 2, "token": token}
            whole = await again.hear("table")
            state: Any = lobby.tables["T"].match.state
            assert (whole["since"], whole["seat"], whole["names"][2]) == (0, 2, "Ann")
            assert whole["events"] == [event.to_dict() for event in state.events(2)]
            assert whole["view"]["hand"] == [str(piece) for piece in state.hand(2)]
            await again.say("play", move=choose(whole["view"]["moves"]))
            assert (await again.play_out(choose))["view"]["outcome"]
            assert again.heard[-1]["since"] >= len(whole["events"])
            assert again.events == [event.to_dict() for event in state.events(2)]

    asyncio.run(play())


def test_a_spectator_sees_no_hand_and_moves_nothing() -> None:
    """A spectator is sent the view of nobody, and what it asks for is refused."""

    async def play() -> None:
        async with serving() as (_, dial, _port):
            ann, eve = await opened(dial, "okey"), await dial()
            await ann.join("Ann")
            await ann.say("next")
            await eve.say("watch", table="T")
            told = await eve.hear("table", lambda m: m["view"])
            assert (told["view"]["seat"], told["view"]["hand"], told["view"]["moves"]) == (None, [], [])
            for said in ({"type": "play", "move": "draw"}, {"type": "next"}, {"type": "hint"}):
                assert await eve.refused(json.dumps(said)) == "seat"

    asyncio.run(play())


def test_a_bot_plays_when_the_time_is_over() -> None:
    """A seat that does nothing is played for, move by move, until the round is over; coming back wins no time."""

    async def play() -> None:
        async with serving() as (lobby, dial, _):
            ann = await opened(dial, "okey", seconds=1)
            token = (await ann.join("Ann"))["token"]
            place = lobby.tables["T"]
            place.seconds = 600
            await ann.say("next")
            mine = await ann.hear("table", lambda m: m["view"] and m["view"]["moves"])
            began = place.began
            bob = await dial()
            await bob.say("join", table="T", token=token)
            back = await bob.hear("table")
            assert place.began == began
            assert 590 < back["left"] <= mine["left"] <= 600
            place.seconds = 0
            place.tell()
            end = await ann.hear("table", lambda m: m["view"]["outcome"])
            assert [event["seat"] for event in ann.events].count(0) > 1
            assert end["left"] is None

    asyncio.run(play())


def test_who_leaves_is_replaced_and_knows_no_more() -> None:
    """A seat that was left is free and a bot's; its token is void, and whoever else held it only watches."""

    async def play() -> None:
        async with serving() as (lobby, dial, _):
            ann, twin, bob = await opened(dial, "marriage", 2), await dial(), await dial()
            token = (await ann.join("Ann"))["token"]
            await twin.say("join", table="T", token=token)
            await twin.hear("joined")
            await bob.join("Bob")
            await ann.say("next")
            await ann.hear("table", lambda m: m["view"])
            await ann.say("leave")
            lobby_now = await ann.hear("lobby")
            assert lobby_now["tables"][0]["bots"] == [True, False]
            assert (await twin.hear("table", lambda m: m["seat"] is None))["view"]["hand"] == []
            assert await twin.refused('{"type": "hint"}') == "seat"
            assert await ann.refused(json.dumps({"type": "join", "table": "T", "token": token})) == "token"
            await ann.say("join", table="T", player="Cem", seat=0)
            assert (await ann.hear("joined"))["token"] != token
            assert lobby.tables["T"].names == ["Cem", "Bob"]
            assert await (await dial()).refused('{"type": "join", "table": "T"}') == "seat"

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_saved_tables_go_on_where_they_stopped(game: str, tmp_path: Path) -> None:
    """A new server has the tables of the file, in the middle of a round too; tokens still work and are not in it."""
    path = tmp_path / "tables.json"

    async def begin() -> tuple[Any, str]:
        async with serving(path) as (lobby, dial, _):
            ann = await opened(dial, game)
            token: str = (await ann.join("Ann"))["token"]
            await ann.say("next")
            choose = choice(5)
            for _ in range(3):
                message = await ann.hear("table", lambda m: m["view"] and m["view"]["moves"])
                await ann.say("play", move=choose(message["view"]["moves"]))
            await ann.hear("table", lambda m: m["view"]["moves"])
            return lobby.tables["T"], token

    async def resume(old: Any, token: str) -> None:
        async with serving(path) as (lobby, dial, _):
            assert lobby.tables["T"].match == old.match
            ann = await dial()
            await ann.say("join", table="T", token=token)
            await ann.hear("joined")
            assert (await ann.play_out(choice(6)))["view"]["outcome"]
            await ann.say("next")
            assert (await ann.hear("table", lambda m: m["round"] == 2))["since"] == 0

    old, token = asyncio.run(begin())
    assert token not in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    asyncio.run(resume(old, token))


ODD: list[Any] = [
    None,
    [],
    {},
    7,
    7.0,
    True,
    "",
    "\ud800",
    "\u202e",
    "x" * 41,
    "x" * 5000,
    ["list"],
    {"a": 1},
    -1,
    10**40,
]
TEXTS = ["", " ", "null", "[]", '"list"', "7", "{", '{"type"', "nan", "{}", "\x00", "[" * 4000, '{"a":' * 800, "\u00e9"]
CREATE = {"type": "create", "table": "U", "game": "okey"}
WORDS: list[dict[str, Any]] = [  # none of them asks for anything that can be had
    *({"type": word} for word in [*ODD, "join", "create", "play", "watch", "act", "list ", "__init__", "next"]),
    *({"type": "play", "move": move} for move in [*ODD, "fly", "draw ", "discard r99"]),
    *({"type": "play", "move": "draw", key: 1} for key in ["seat", "token", "self", "x" * 3000, "\ud800"]),
    *({"type": "join", "table": "T", "seat": seat} for seat in [*ODD, 2]),
    *({"type": "join", "table": "T", "token": token} for token in [*ODD, "x"]),
    *({"type": word, "table": name} for word in ["join", "watch"] for name in [*ODD, "t", "T "]),
    *({**CREATE, "table": name} for name in [*ODD, "T"]),
    *({**CREATE, "game": game} for game in [*ODD, "chess", "__class__"]),
    *({**CREATE, "players": n} for n in [*ODD, 0, 1, 5]),
    *({**CREATE, "seconds": n} for n in [*(x for x in ODD if x != 7), 0, 601]),
    *({**CREATE, "rules": rules} for rules in [*(x for x in ODD if x != {}), "PAGAT", {"rounds": -1}]),
    *({**CREATE, "rules": {"payout": value}} for value in ODD if value is not None),
    *({**CREATE, "rules": {"turn_cap": value}} for value in ODD if value != 7),
]


def test_hostile_words_are_answered_and_change_nothing() -> None:
    """Each hostile word gets an error object with a code and a sentence; the tables, and what others hear, stay."""

    async def play() -> None:
        async with serving() as (lobby, dial, _):
            ann, eve = await opened(dial, "okey", 2), await dial()
            await ann.join("Ann")
            await eve.join("Eve")
            await ann.say("next")
            turn = await ann.hear("table", lambda m: m["view"])
            mover, other = (ann, eve) if turn["view"]["moves"] else (eve, ann)
            saved = json.dumps(lobby.tables["T"].saved())
            for text in [*TEXTS, *map(json.dumps, WORDS)]:
                assert re.fullmatch(r"[a-z_]+", await other.refused(text)), text
                assert json.dumps(lobby.tables["T"].saved()) == saved, text
            assert await other.refused('{"type": "play", "move": "draw"}') == "turn"
            assert await other.refused(b'{"type": "list"}') == "message"
            assert await other.refused('{"type": "list"}' + " " * server.LONGEST) == "message"
            assert list(lobby.tables) == ["T"]
            moves = (turn if mover is ann else await mover.hear("table", lambda m: m["view"]))["view"]["moves"]
            await mover.say("play", move=moves[0])
            await other.hear("table", lambda m: m["events"])

    asyncio.run(play())


def test_mangled_messages_never_end_a_connection(scale: int) -> None:
    """Random bytes changed in true messages are answered like any other, and the connection stays."""
    rng = Random(8)
    true = [json.dumps(word) for word in WORDS] + [
        '{"type": "join", "table": "T", "player": "Eve", "seat": 1}',
        '{"type": "create", "table": "V", "game": "marriage", "players": 3, "rules": {"printed_jokers": 3}}',
    ]

    async def play() -> None:
        async with serving() as (_, dial, _port):
            eve = await opened(dial, "okey", 2)
            for _ in range(scale // 2):
                text = list(rng.choice(true)[:200])
                for _ in range(rng.randint(1, 4)):
                    text[rng.randrange(len(text))] = rng.choice('{}[]",:0aT\\ue-')
                await eve.socket.send("".join(text))
            await eve.say("list")
            await eve.hear("lobby")

    asyncio.run(play())


def test_floods_huge_and_half_messages_hurt_only_their_sender(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flood is answered and its connection closed; so is a huge message; half a message or half a handshake waits."""
    monkeypatch.setattr(server, "BURST", 20)

    async def closed(player: Player) -> int:
        with pytest.raises(ConnectionClosed) as end:
            await player.hear("nothing")
        return int(end.value.rcvd.code) if end.value.rcvd is not None else 0

    async def play() -> None:
        async with serving() as (lobby, dial, port):
            ann = await opened(dial, "okey", 2)
            await ann.join("Ann")
            half, huge, flood = await dial(), await dial(), await dial()

            async def slowly() -> AsyncIterator[str]:
                yield '{"type": '
                await asyncio.sleep(60)

            waiting = asyncio.create_task(half.socket.send(slowly()))
            await huge.socket.send("x" * (server.MAX_SIZE + 1))
            assert await closed(huge) == 1009
            _, raw = await asyncio.open_connection("127.0.0.1", port)
            raw.write(b"GET / HTTP/1.1\r\nUpgrade: web")
            _, noise = await asyncio.open_connection("127.0.0.1", port)
            noise.write(bytes(range(256)) * 8)
            for _ in range(25):
                await flood.say("list")
            await flood.hear("error", lambda m: m["error"] == "flood")
            assert await closed(flood) == 1000
            assert list(lobby.tables) == ["T"]
            await ann.say("next")
            await ann.hear("table", lambda m: m["view"])
            waiting.cancel()
            raw.close()
            noise.close()

    asyncio.run(play())


def test_deserted_tables_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are at most TABLES tables; those that nobody has been at for long go first."""
    monkeypatch.setattr(table, "TABLES", 2)

    async def play() -> None:
        async with serving() as (lobby, dial, _):
            ann, eve = await opened(dial, "okey"), await dial()
            await ann.join("Ann")
            await eve.say("create", table="U", game="okey")
            await eve.hear("lobby")
            assert await eve.refused('{"type": "create", "table": "V", "game": "okey"}') == "table"
            monkeypatch.setattr(table, "KEEP", -1.0)
            await eve.say("create", table="V", game="okey")
            await eve.hear("lobby")
            assert set(lobby.tables) == {"T", "V"}

    asyncio.run(play())


def test_the_page_comes_over_the_same_port() -> None:
    """A browser gets the page, with a policy that lets it speak to its server only; another path is not there."""

    async def ask(port: int, path: str) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        text = (await asyncio.wait_for(reader.read(), 10)).decode()
        writer.close()
        return text

    async def play() -> None:
        async with serving() as (_, _dial, port):
            page = await ask(port, "/")
            assert page.startswith("HTTP/1.1 200 OK\r\n")
            assert "default-src 'none'" in page
            assert page.endswith(server.PAGE.read_text(encoding="utf-8"))
            assert (await ask(port, "/etc/passwd")).startswith("HTTP/1.1 404")

    asyncio.run(play())


def test_the_page_asks_nobody_but_its_server() -> None:
    """The page is one file: it names no other address, and loads no script, style, font or picture."""
    page = server.PAGE.read_text(encoding="utf-8")
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)[^\s\"']+", page) == []
    assert re.findall(r"<(?:script|img|iframe|link)[^>]*(?:src|href)=\"(?!data:,)", page) == []
