"""Warm jails at each level that this machine can keep."""

import sys
from collections.abc import Iterator

import pytest

from grader.sandbox.isolation import why_not
from grader.sandbox.sandbox import Sandbox
from grader.sandbox.spec import Isolation
from tests.integration.sandbox.asking import Inside, Open, let_probe_be_found, probe_spec

collect_ignore_glob = [] if sys.platform == "linux" else ["test_*.py"]


@pytest.fixture(scope="session", autouse=True)
def probe() -> None:
    """Let jails find the probe."""
    let_probe_be_found()


@pytest.fixture(scope="session", params=["full", "reduced"])
def level(request: pytest.FixtureRequest) -> Isolation:
    """Name a level; one that this machine cannot keep is skipped with the reason."""
    chosen: Isolation = request.param
    if problem := why_not(chosen):
        pytest.skip(problem)
    return chosen


@pytest.fixture(scope="session")
def jail(
    level: Isolation, probe: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Sandbox]:
    """Start one warm jail for all tests of a level: they must not see each other."""
    with Sandbox(probe_spec(level, tmp_path_factory.mktemp("scratch") / level)) as started:
        yield started


@pytest.fixture
def inside(jail: Sandbox) -> Iterator[Inside]:
    """Open one child."""
    with jail.open() as child:
        yield Inside(child)


@pytest.fixture
def open_inside(jail: Sandbox) -> Open:
    """Give a way to open children, each after the one before it was finished."""
    return lambda: Inside(jail.open())
