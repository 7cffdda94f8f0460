"""The one option of this suite: how many hands of each class it tries."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="try 50,000 hands of each class, not 5,000")


@pytest.fixture(scope="session")
def scale(pytestconfig: pytest.Config) -> int:
    """How many hands of each class are tried under the default rules; tests of dearer questions take a share of it."""
    return 50_000 if pytestconfig.getoption("--long") else 5_000
