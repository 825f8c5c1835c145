"""`grader reset` puts the stub back, and loses nothing of a student's."""

import pytest

from tests.integration.student.small_course import RIGHT, STUB, WRONG
from tests.integration.student.terminal import Terminal

pytestmark = pytest.mark.jail


def test_what_was_written_is_kept_beside_the_stub(terminal: Terminal) -> None:
    """Each time under a name of its own, so that it can be taken back."""
    path = terminal.write("plain/plain.py", RIGHT.format(n=1))
    first = terminal.type("reset", "plain")
    path.write_text(WRONG.format(n=1))
    second = terminal.type("reset", "plain/plain.py")
    third = terminal.type("reset", "plain")

    assert (first.code, second.code, third.code) == (0, 0, 0)
    kept = "Your file is kept as plain/plain.before-1.py.\nplain/plain.py is the stub.\n"
    assert first.out == kept
    assert "plain/plain.before-2.py" in second.out
    assert third.out == "plain/plain.py is the stub.\n"
    texts = {one.name: one.read_text() for one in path.parent.iterdir()}
    assert texts == {
        "plain.py": STUB.format(n=1),
        "plain.before-1.py": RIGHT.format(n=1),
        "plain.before-2.py": WRONG.format(n=1),
    }


def test_what_cannot_be_reset_is_said(terminal: Terminal) -> None:
    """Without a lesson, of a locked one, in the course's own folder: nothing is changed."""
    nothing = terminal.type("reset")
    locked = terminal.type("reset", "locked")
    inside = terminal.type("reset", "plain", "--work", terminal.course / "exercises")

    assert (nothing.code, locked.code, inside.code) == (2, 1, 2)
    assert locked.complaint.startswith("Locked: needs Plain.")
    assert "course's own exercises/" in inside.complaint
    assert list(terminal.folder.iterdir()) == []
