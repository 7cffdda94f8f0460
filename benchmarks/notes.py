"""Fixtures of the benchmarks: every entry notes what one hand or step costs.

The figure goes into the entry's `extra_info` and into a list that is printed after the last entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

Note: TypeAlias = Callable[..., None]


@pytest.fixture(scope="session")
def lines(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Return a list. Its lines are printed after the last entry."""
    told: list[str] = []
    yield told
    reporter: Any = request.config.pluginmanager.get_plugin("terminalreporter")
    capture: Any = request.config.pluginmanager.get_plugin("capturemanager")
    if told and reporter and capture:
        with capture.global_and_fixture_disabled():
            reporter.write_line("")
            for line in [f"{'median (lowest to highest) of the rounds':>78}", *told]:
                reporter.write_line(line)


@pytest.fixture
def note(benchmark: BenchmarkFixture, request: pytest.FixtureRequest, lines: list[str]) -> Note:
    """Return a function to call after an entry's run: `note(unit, number, **more)`.

    A round of the entry has done `number` units, such as hands or steps. The function notes the cost of one, and
    `more`.
    """

    def add(unit: str, number: int, **more: object) -> None:
        info: dict[str, object] = benchmark.extra_info
        info.update(more, number=number, unit=unit)
        if benchmark.stats is None:  # disabled
            return
        stats = benchmark.stats.stats
        low, median, high = (1e9 * seconds / number for seconds in (stats.min, stats.median, stats.max))
        info.update({f"ns per {unit}": round(median, 1), "lowest": round(low, 1), "highest": round(high, 1)})
        text = f"{request.node.name[5:]:<40}{median:>12,.1f} ns a {unit} ({low:,.1f} to {high:,.1f})"
        if unit == "step":
            info["steps per second"] = round(1e9 / median)
            text += f", {1e9 / median:,.0f} steps/s"
        lines.append(text)

    return add
