"""What GitHub Classroom is handed is told to the log of a workflow, and no command there."""

import json

import pytest

from grader.exchange.platform_results import classroom_result
from grader.model.disclosure import disclose
from grader.model.report import Outcome, Reveal, Shown
from tests.unit.exchange.builders import case, report

FORGED = "notice title=Autograding complete"


def obeyed(log: str) -> list[str]:
    """List the lines that GitHub's runner takes for commands."""
    lines = log.replace("\r", "\n").split("\n")
    return [line for line in lines if line.lstrip().startswith("::") or "##[" in line]


@pytest.mark.parametrize(
    "said",
    [
        f"::{FORGED}::Points 7/7",
        f"x\n::{FORGED}::Points 7/7",
        f"x\r\n \t\u3000::{FORGED}::Points 7/7\n::stop-commands::x",
        f"x ##[{FORGED}]Points 7/7",
        f"x\n##[##[{FORGED}]Points 7/7\n###[stop-commands]x",
    ],
)
def test_a_submission_gives_the_log_no_command(said: str) -> None:
    """Points travel as commands in the log, so no text of a submission is one there."""
    failed = case(1, Outcome.ERROR, message=said, shown=Shown("add(1)", "3", said))

    disclosed = disclose(report("ann", failed), [Reveal.VALUES])
    [test] = json.loads(classroom_result(disclosed))["tests"]

    assert "Points 7/7" in test["message"]
    assert obeyed(test["message"]) == []


def test_other_text_stays_as_it_is() -> None:
    """Slices, headings and several lines are shown as they were said."""
    said = "use rels[::-1]\n## [1] and # stay\na :: b"

    disclosed = disclose(report("ann", case(1, Outcome.FAILED, message=said)), [Reveal.SENTENCE])
    [test] = json.loads(classroom_result(disclosed))["tests"]

    assert test["message"].startswith(said)
