"""`grader forget` erases a student wherever they are on record."""

import pytest

from tests.integration.study.small_course import RIGHT
from tests.integration.study.terminal import STUDENT, Terminal

pytestmark = [pytest.mark.jail, pytest.mark.slow]


@pytest.mark.parametrize(("answer", "code"), [("n\n", 1), ("", 130)])
def test_whoever_does_not_confirm_keeps_everything(
    answer: str, code: int, terminal: Terminal
) -> None:
    """Without --yes it asks; anything but yes changes nothing, and is told so."""
    terminal.write("mine.py", RIGHT.format(n=1))
    assert terminal.type("submit", "plain", "mine.py").code == 0

    # a child of ours has no standard input
    asked = Terminal(terminal.course, terminal.folder, terminal.data, terminal.settings)
    said = asked.type("forget", STUDENT, stdin=answer)

    assert (said.code, "Nothing was erased." in said.err) == (code, True)
    assert len(terminal.attempts()) == 1


def test_a_backup_takes_no_place(terminal: Terminal) -> None:
    """A copy over a file is wrong use: code 2, and nothing changes."""
    terminal.write("mine.py", RIGHT.format(n=1))
    assert terminal.type("submit", "plain", "mine.py").code == 0

    over = terminal.type("backup", "mine.py")

    assert (over.code, "never takes another's place" in over.err) == (2, True)
    assert len(terminal.attempts()) == 1
