"""A result that lies passes no case that the same wrong content does not pass as plain data."""

from functools import cache
from pathlib import Path

import pytest

from tests.integration.attack_course import needs

from .kinds import NOT_TAKEN
from .matrix import HONEST, MEASURES, OF_FUNCTIONS, Judged, Plain, all_cells, by_turns

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(400)]

OFTEN = 4  # of as many styles one is asked of all liars
SELDOM = 18
SOME = [*MEASURES][::5]


@cache
def plainly() -> Plain:
    """The cells in plain Python, all of which tell right from wrong."""
    plain = Plain(list(all_cells()))
    plain.worth_asking()
    return plain


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    """All liars, what is right, and honest classes, judged by the same cases."""
    needs("full")
    judged = Judged(by_turns(plainly().cells(), 0, OFTEN), tmp_path_factory.mktemp("all"), "full")
    judged.judge([*MEASURES, *HONEST, "plain_right"])
    return judged


def gains(judged: Judged) -> list[str]:
    """Name what liars passed and plain data of the same content does not."""
    return [
        f"{cell.kind}, {cell.style}, {liar}, as {cell.place}"
        for liar in judged.runs.keys() & MEASURES
        for cell in sorted(
            judged.passed(liar) - plainly().passed(MEASURES[liar]), key=lambda cell: cell.name
        )
    ]


def test_no_liar_gains(judged: Judged) -> None:
    """No liar of any kind gains in any style of asking, and none becomes our fault."""
    assert gains(judged) == []
    assert [run.fault for run in judged.runs.values() if run.fault is not None] == []


def test_what_is_right_is_judged_by_data(judged: Judged) -> None:
    """No case is left out but for a pickle of other types, and where data is given data is kept."""
    assert [one for one in judged.warnings if "plain data of built-in types is un" not in one] == []
    assert {cell.place for cell in judged.needing}.isdisjoint(OF_FUNCTIONS), judged.needing
    assert judged.needing


def test_some_liars_gain_nothing(tmp_path: Path) -> None:
    """Neither the other level of isolation nor the other form of hidden cases lets a liar gain."""
    needs("reduced")
    judged = Judged(by_turns(plainly().cells(), 5, SELDOM), tmp_path, "reduced", "unittest")

    judged.judge(SOME)

    assert gains(judged) == []


def test_an_honest_class_loses_nothing(judged: Judged) -> None:
    """What a class of the submission's with the right content passes in plain Python it passes."""
    right = judged.passed("plain_right")
    taken = {cell for cell in right if cell.kind not in NOT_TAKEN}

    lost = {
        f"{cell.kind}, {cell.style}, {honest}, as {cell.place}"
        for honest in HONEST
        for cell in (plainly().passed(honest) & taken) - judged.passed(honest)
    }

    assert not lost, "\n".join(sorted(lost))


def test_liars_gain_in_plain_python() -> None:
    """The liars would gain where the test and the submission share a process."""
    plain, liar = plainly(), "heir_that_forwards"

    assert len(plain.passed(liar) - plain.passed(MEASURES[liar])) > len(plain.cells()) / 2
