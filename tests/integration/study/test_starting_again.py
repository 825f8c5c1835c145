"""`grader start --again` puts the stub back, and loses nothing of a student's."""

import pytest

from tests.integration.study.small_course import RIGHT, STUB, WRONG
from tests.integration.study.terminal import Terminal

pytestmark = pytest.mark.jail


def test_what_was_written_is_kept_beside_the_stub(terminal: Terminal) -> None:
    """Each time under a name of its own, so that it can be taken back."""
    path = terminal.write("plain/plain.py", RIGHT.format(n=1))
    first = terminal.type("start", "plain", "--again")
    path.write_text(WRONG.format(n=1))
    second = terminal.type("start", "1", "--again")
    third = terminal.type("start", "plain", "--again")

    assert (first.code, second.code, third.code) == (0, 0, 0)
    assert "Your file is kept as plain/plain.py.old-1." in first.out
    assert "Your file is kept as plain/plain.py.old-2." in second.out
    assert "is kept as" not in third.out
    texts = {one.name: one.read_text() for one in path.parent.glob("plain.py*")}
    assert texts == {
        "plain.py": STUB.format(n=1),
        "plain.py.old-1": RIGHT.format(n=1),
        "plain.py.old-2": WRONG.format(n=1),
    }


def test_a_text_lies_beside_the_code(terminal: Terminal) -> None:
    """`start` says where, and a browser shows its formulas."""
    readme = terminal.course / "exercises" / "plain" / "README.md"
    readme.write_text("# Plain\n\nAdd $x^2$.\n")

    said = terminal.type("start", "plain")

    assert "The text, to read in a browser: plain/lesson.html." in said.out
    page = (terminal.folder / "plain" / "lesson.html").read_text()
    assert "<msup>" in page
    assert page.count("<h1") == 1


def test_what_cannot_begin_again_is_said(terminal: Terminal) -> None:
    """Without a lesson, of a locked one, in the course's own folder: nothing is changed."""
    nothing = terminal.type("start", "--again")
    locked = terminal.type("start", "locked", "--again")
    inside = terminal.type("start", "plain", "--again", "--work", terminal.course / "exercises")

    assert (nothing.code, locked.code, inside.code) == (2, 1, 2)
    assert locked.complaint.startswith("Locked: needs Plain.")
    assert "course's own exercises/" in inside.complaint
    assert list(terminal.folder.iterdir()) == []
