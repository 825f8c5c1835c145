"""A result that lies passes no case that the same wrong content does not pass as plain data."""

from functools import cache
from pathlib import Path

import pytest

from grader.jail.spec import Isolation
from tests.integration.attack_course import needs

from .kinds import NOT_TAKEN
from .matrix import HONEST, MEASURES, TIERS, Cell, Judged, Plain, all_cells, by_turns

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(400)]

OFTEN = 4  # of as many styles one is asked of all liars
SELDOM = 12
SOME = [*MEASURES][::5]


@cache
def plainly(tier: str) -> Plain:
    """The cells of a tier in plain Python, all of which tell right from wrong."""
    plain = Plain(list(all_cells(tier)))
    plain.worth_asking()
    return plain


def gains(plain: Plain, passed: dict[str, set[Cell]]) -> list[str]:
    """Name what liars passed and plain data of the same content does not."""
    return [
        f"{cell.kind}, {cell.style}, {liar}, as {cell.place}"
        for liar, cells in passed.items()
        for cell in sorted(cells - plain.passed(MEASURES[liar]), key=lambda cell: cell.name)
    ]


@pytest.mark.parametrize("tier", TIERS)
def test_no_liar_gains(tier: str, tmp_path: Path) -> None:
    """No liar of any kind gains in any style of asking, and none becomes our fault."""
    needs("full")
    plain = plainly(tier)
    first = list(TIERS).index(tier)
    judged = Judged(by_turns(plain.cells(), first, OFTEN), tmp_path, "full")

    passed = judged.judge(list(MEASURES))

    assert not (found := gains(plain, passed)), "\n".join(found)
    assert not judged.warnings
    assert bool(judged.needs) is (tier == "objects"), judged.needs
    assert [run.fault for run in judged.runs.values()] == [None] * len(MEASURES)


@pytest.mark.parametrize(("level", "form"), [("full", "unittest"), ("reduced", "pytest")])
@pytest.mark.parametrize("tier", TIERS)
def test_some_liars_gain_nothing(tier: str, level: Isolation, form: str, tmp_path: Path) -> None:
    """Neither the other level of isolation nor the other form of hidden cases lets a liar gain."""
    needs(level)
    plain = plainly(tier)
    judged = Judged(by_turns(plain.cells(), 5, SELDOM), tmp_path, level, form)

    passed = judged.judge(SOME)

    assert not (found := gains(plain, passed)), "\n".join(found)


@pytest.mark.parametrize("tier", TIERS)
def test_an_honest_class_loses_nothing(tier: str, tmp_path: Path) -> None:
    """What a class of the submission's with the right content passes in plain Python it passes."""
    needs("full")
    plain = plainly(tier)
    taken = [cell for cell in plain.cells() if cell.kind not in NOT_TAKEN]
    cells = by_turns(taken, 1, OFTEN)
    judged = Judged(cells, tmp_path, "full")

    passed = judged.judge(["plain_right", *HONEST])

    assert passed.pop("plain_right") == {*cells}
    lost = {
        f"{cell.kind}, {cell.style}, {honest}, as {cell.place}"
        for honest, held in passed.items()
        for cell in (plain.passed(honest) & {*cells}) - held
    }
    assert not lost, "\n".join(sorted(lost))


def test_liars_gain_in_plain_python() -> None:
    """The liars would gain where the test and the submission share a process."""
    plain = plainly("functions")

    for liar in ("heir_that_forwards",):
        assert len(plain.passed(liar) - plain.passed(MEASURES[liar])) > len(plain.cells()) / 2
