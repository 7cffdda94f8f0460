"""The options of this suite: how many hands of each class it tries, and whether it plants bugs."""

from __future__ import annotations

from pathlib import Path

import pytest
from planted import Builder


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long", action="store_true", help="try 5,000 hands of each class, not 500, and ten times the steps"
    )
    parser.addoption("--planted", action="store_true", help="run the tests that plant bugs, and these alone")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the files that plant bugs, or with `--planted` all others."""
    if collection_path.suffix != ".py" or collection_path.name.endswith("_planted.py") == config.getoption("--planted"):
        return None
    return True


@pytest.fixture(scope="session")
def scale(pytestconfig: pytest.Config) -> int:
    """How many hands of each class are tried under the default rules; tests of dearer questions take a share of it."""
    return 5_000 if pytestconfig.getoption("--long") else 500


@pytest.fixture(scope="session")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    """What builds the library with planted bugs."""
    return Builder(tmp_path_factory.mktemp("library"))
