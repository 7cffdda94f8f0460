"""The page of the example server in a browser: whole rounds of both games, with the mouse and with the keyboard.

`RUMMYCORE_BROWSER` names the browser. With it, nothing here is skipped.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

BROWSER = os.environ.get("RUMMYCORE_BROWSER") or shutil.which("chromium")
if not os.environ.get("RUMMYCORE_BROWSER"):
    for package in ("websockets", "playwright"):
        pytest.importorskip(package, reason=f"a browser needs the package {package}: pip install '.[examples,browser]'")
    if BROWSER is None:
        pytest.skip("there is no browser: install chromium", allow_module_level=True)

import server
import table
from example_tables import serving
from playwright.async_api import Browser, Page, async_playwright

RULES = {"okey": "CLASSIC", "marriage": "NEPAL"}
SEED = 5  # with which the first seat of Marriage sees the tiplu and wins
KEYS = {"draw": "d", "take": "t", "show": "s", "see": "s", "pass": "p", "done": "o"}
PIECE_KEYS = {"discard": "x", "finish": "f", "finish-pairs": "g"}
SET_KEYS = {"lay": "l", "pair": "l", "expose": "e"}

SHOWN = """() => {
  const all = (path, key) => [...document.querySelectorAll(path)].map((node) => node.dataset[key]);
  const text = (path) => [...document.querySelectorAll(path)].map((node) => node.textContent);
  return {
    status: document.getElementById("status").textContent,
    hand: all("#rack .slot .piece", "piece"),
    legal: [...new Set([...all("#middle button:enabled, #actions button:enabled, #sets button", "move")])].filter(Boolean),
    acts: all("#actions button", "act"),
    fixed: all("#middle figure > .piece", "piece").filter(Boolean),
    top: all("#pile .piece[data-piece]", "piece"),
    stock: text("#middle figure:first-child figcaption")[0],
    counts: text("#others .note"),
    points: text("#scores td:last-child").map((n) => Number(n.replace("\\u2212", "-"))),
    log: document.querySelectorAll("#log li").length,
    end: text("#end h2, #end li"),
    changes: text("#end td[data-label=Round]").map((n) => Number(n.replace("\\u2212", "-"))),
    pieces: all("#end .piece", "piece"),
    trouble: document.getElementById("trouble").hidden ? "" : document.getElementById("trouble").textContent,
  };
}"""


@asynccontextmanager
async def pages() -> AsyncIterator[tuple[table.Lobby, str, Browser]]:
    """Run a server and a browser. Give the tables, the address and the browser."""
    async with serving() as (lobby, _, port), async_playwright() as play:
        browser = await play.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield lobby, f"http://127.0.0.1:{port}", browser
        await browser.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots move at once, nobody is too quick, and every match has the same seed."""
    monkeypatch.setattr(secrets, "randbits", lambda bits: SEED)
    monkeypatch.setattr(table, "PAUSE", 0.0)
    monkeypatch.setattr(server, "BURST", 100_000)


async def opened(browser: Browser, address: str, game: str) -> tuple[Page, list[str]]:
    """Open the table T through the lobby, sit down and deal. Return the page, and the list of what goes wrong in it."""
    page = await browser.new_page(viewport={"width": 1280, "height": 720})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: None if request.url.startswith(address) else faults.append(request.url))
    page.set_default_timeout(8000)
    await page.goto(address)
    await page.fill("#player", "Ann")
    await page.fill("[name=table]", "T")
    await page.select_option("[name=game]", game)
    await page.select_option("[name=rules]", RULES[game])
    await page.click("text=Open and sit down")
    await page.click("[data-act=next]")
    await page.wait_for_selector("#rack .piece")
    return page, faults


async def turn_of(lobby: table.Lobby, page: Page) -> Any:
    """Wait until the first seat is to act, or the round is over, and the page shows it. Return the round."""
    place = lobby.tables["T"]
    for _ in range(800):
        state: Any = place.match.state
        if place.turn in (0, None) and await page.locator("#log li").count() == len(state.events(0)):
            return state
        await asyncio.sleep(0.01)
    raise AssertionError("the page does not show all events")


async def played(state: Any, move: Any) -> None:
    """Wait until the first seat has played a move."""
    for _ in range(800):
        if [str(event.move) for event in state.events(0) if event.seat == 0][-1:] == [str(move)]:
            return
        await asyncio.sleep(0.005)
    raise AssertionError(f"{move} was not played")


async def by_mouse(page: Page, move: str) -> None:
    act, _, rest = move.partition(" ")
    if act in ("draw", "take"):
        await page.click("#stock" if act == "draw" else "#pile")
    elif act in PIECE_KEYS:
        await page.click(f'.slot[data-kind="{rest}"]')
        await page.click(f'[data-act="{act}"]')
    else:
        await page.click(f'button[data-move="{move}"]')


async def by_keys(page: Page, move: str) -> None:
    act, _, rest = move.partition(" ")
    if act not in PIECE_KEYS:
        return await page.keyboard.press((KEYS | SET_KEYS)[act])
    kinds = await page.eval_on_selector_all("#rack .slot", "slots => slots.map(slot => slot.dataset.kind)")
    at = await page.eval_on_selector("#rack .slot[tabindex='0']", "slot => [...slot.parentNode.children].indexOf(slot)")
    goal = kinds.index(rest)
    await page.focus("#rack .slot[tabindex='0']")
    if at == goal and await page.get_attribute(f".slot:nth-child({at + 1})", "aria-pressed") == "false":
        await page.keyboard.press("Enter")
    while at != goal:
        down, right = divmod(goal, 15)[0] - divmod(at, 15)[0], goal - at
        key, step = (("ArrowDown", 15) if down > 0 else ("ArrowUp", -15)) if down else ("ArrowRight", 1)
        if not down and right < 0:
            key, step = "ArrowLeft", -1
        await page.keyboard.press(key)
        at += step
    return await page.keyboard.press(PIECE_KEYS[act])


def shown_right(state: Any, shown: dict[str, Any]) -> None:
    """Assert that a page shows what the first seat knows, and offers its legal moves and no others."""
    view = state.view(0)
    assert Counter(shown["hand"]) == Counter(map(str, view.hand))
    plain = {str(move) for move in view.moves if move.act not in PIECE_KEYS}
    assert set(shown["legal"]) == plain
    assert set(shown["acts"]) - {"hint", "suit", "number"} == {
        move.act for move in view.moves if move.act not in SET_KEYS and move.act not in ("draw", "take")
    } | {str(move) for move in view.moves if move.act in ("draw", "take")}
    known = [view.indicator, view.okey] if view.game == "okey" else [view.tiplu] * bool(view.tiplu)
    assert shown["fixed"] == [str(piece) for piece in known]
    assert shown["top"] == [str(piece) for _, piece in view.discards[-1:]]
    assert shown["stock"] == f"Stock: {view.stock}"
    assert [int(text.split()[0]) for text in shown["counts"]] == [view.sizes[seat] for seat in (1, 2, 3)]
    assert shown["status"].startswith(("Your turn", "You can finish", "The stock is used up"))


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize("press", [by_mouse, by_keys])
def test_a_round_is_played_through_the_page(press: Callable[[Page, str], Any], game: str) -> None:
    """A whole round goes by mouse alone, and by keyboard alone; the page shows what the seat knows before each move,
    and hands, payments and points at the end; nothing is asked of another server."""

    async def play() -> None:
        async with pages() as (lobby, address, browser):
            page, faults = await opened(browser, address, game)
            acts = set()
            while not (state := await turn_of(lobby, page)).over:
                shown_right(state, await page.evaluate(SHOWN))
                move = lobby.tables["T"].game.bots["simple"](state.view(0))
                acts.add(move.act)
                await press(page, str(move))
                await played(state, move)
            shown, outcome = await page.evaluate(SHOWN), state.outcome
            assert shown["changes"] == list(outcome.payoffs)
            assert shown["points"] == list(lobby.tables["T"].match.points)
            assert "wins" in shown["end"][0] or "Ann (you) win" in shown["end"][0]
            assert len(shown["end"]) == 1 + len(outcome.reasons)
            hands = outcome.cards if game == "marriage" else [outcome.hand, state.view(0).hand]
            assert not Counter(str(piece) for hand in hands for piece in hand) - Counter(shown["pieces"])
            assert (shown["trouble"], faults) == ("", [])
            assert {"draw", "discard"} <= acts
            if game == "marriage":
                assert {"done", "lay", "see", "finish"} <= acts
            await page.click("[data-act=next]") if press is by_mouse else await page.keyboard.press("n")
            await page.wait_for_selector("#rack .piece")
            assert lobby.tables["T"].turn is not None

    asyncio.run(play())


def test_the_rack_is_arranged_by_dragging_and_by_keys() -> None:
    """A piece goes where it is dragged or moved by shift and arrows; a drop on the discards discards; sorting sorts;
    a hint names a legal discard; a page that is loaded anew has its seat again; another one only watches."""

    async def middle(page: Page, selector: str) -> tuple[float, float]:
        box = await page.locator(selector).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def drag(page: Page, start: str, end: str) -> None:
        await page.mouse.move(*await middle(page, start))
        await page.mouse.down()
        await page.mouse.move(*await middle(page, end), steps=3)
        await page.mouse.up()

    async def kinds(page: Page) -> list[str]:
        found: list[str] = await page.eval_on_selector_all("#rack .slot", "slots => slots.map(s => s.dataset.kind)")
        return found

    async def play() -> None:
        async with pages() as (lobby, address, browser):
            page, faults = await opened(browser, address, "okey")
            state = await turn_of(lobby, page)
            before = await kinds(page)
            first, empty = before.index(next(filter(None, before))), 29
            await drag(page, f".slot:nth-child({first + 1})", f".slot:nth-child({empty + 1})")
            after = await kinds(page)
            assert (after[first], after[empty]) == ("", before[first])
            await page.focus(f".slot:nth-child({empty + 1})")
            await page.keyboard.press("Shift+ArrowLeft")
            await page.keyboard.press("Shift+ArrowUp")
            assert (await kinds(page))[13] == before[first]
            await page.keyboard.press("1")
            assert await kinds(page) == before
            await page.keyboard.press("2")
            ranks = [kind[1:] for kind in await kinds(page) if kind and kind != "F"]
            assert ranks == sorted(ranks, key=int)
            if "draw" in map(str, state.legal_moves()):
                await page.click("#stock")
            state = await turn_of(lobby, page)
            await page.click("[data-act=hint]")
            await page.wait_for_selector("#hint .piece")
            best = state.view(0).analyze().discards[0].discard
            assert await page.get_attribute("#hint .piece", "data-piece") == str(best)
            await page.reload()
            await page.wait_for_selector("#rack .piece")
            assert Counter(filter(None, await kinds(page))) == Counter(map(str, state.hand(0)))
            watcher = await browser.new_page()
            await watcher.goto(address)
            await watcher.click("text=Watch")
            await watcher.wait_for_selector("#stock")
            assert await watcher.locator("#rack .piece").count() == 0
            assert (await watcher.evaluate(SHOWN))["legal"] == []
            await drag(page, f'.slot[data-kind="{best}"]', "#pile")
            await played(state, f"discard {best}")
            assert faults == []

    asyncio.run(play())


def test_the_page_fits_desktops_and_phones() -> None:
    """Nothing lies beside the window, and the whole rack is in it without scrolling."""

    async def play() -> None:
        async with pages() as (lobby, address, browser):
            for game in RULES:
                page, _ = await opened(browser, address, game)
                await turn_of(lobby, page)
                for width, height in ((1280, 720), (390, 844)):
                    await page.set_viewport_size({"width": width, "height": height})
                    assert await page.evaluate("document.documentElement.scrollWidth") <= width
                    box = await page.locator("#rack").bounding_box()
                    assert box is not None
                    assert box["y"] + box["height"] <= height
                await page.close()
                lobby.tables.clear()

    asyncio.run(play())
