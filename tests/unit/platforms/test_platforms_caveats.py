"""What a report's reader may not overlook stands where an export has a place for it."""

import msgspec
import pytest

from grader.model.report import TOGETHER, Report, caveats
from grader.model.student_report import disclose
from grader.platforms.gradescope import gradescope_results
from tests.unit.platforms.builders import case
from tests.unit.platforms.builders import report as a_report


@pytest.fixture
def report() -> Report:
    """A report of a lesson whose cases ran beside the submission."""
    return msgspec.structs.replace(a_report("ann", case(1)), caveat=TOGETHER)


@pytest.fixture
def disclosure(report: Report) -> Report:
    """What of it may leave the house."""
    return disclose(report)


def test_gradescope_says_it_above_the_tests(disclosure: Report) -> None:
    """The output begins with it."""
    assert gradescope_results(disclosure)["output"].startswith(TOGETHER)


def test_each_caveat_is_listed_once(report: Report) -> None:
    """A class of such reports gives one sentence, a class of others none."""
    assert caveats([report, a_report("ann", case(1)), report]) == [TOGETHER]
    assert caveats([a_report("ann", case(1))]) == []
