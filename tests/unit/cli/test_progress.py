"""Where nobody looks at a bar, a line says every ten seconds how far a class is."""

import io

from grader.cli.progress import shown_progress, told_in_lines
from grader.feedback.screen import Screen


class Clock:
    """Says what time it is said to be."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Tell the time."""
        return self.now


def test_a_line_every_ten_seconds() -> None:
    """Each says how many are done and about how long the rest takes; the end needs none."""
    written, clock = io.StringIO(), Clock()
    tell = told_in_lines(Screen(file=written), "sums", clock)

    for seconds, done in ((0, 0), (9, 3), (10, 4), (15, 6), (20, 8), (40, 16)):
        clock.now = 100.0 + seconds
        tell(done, 16)

    assert written.getvalue().splitlines() == [
        "Judging sums: 4 of 16, about 30 s left.",
        "Judging sums: 8 of 16, about 20 s left.",
    ]


def test_nothing_is_promised_before_the_first() -> None:
    """Where none is done, no time can be told."""
    written, clock = io.StringIO(), Clock()
    tell = told_in_lines(Screen(file=written), "sums", clock)
    clock.now += 11

    tell(0, 16)

    assert written.getvalue() == "Judging sums: 0 of 16.\n"


def test_a_file_gets_no_bar() -> None:
    """What is no terminal is written nothing to by a run that is short."""
    written = io.StringIO()

    with shown_progress(Screen(file=written), "sums") as tell:
        tell(1, 2)
        tell(2, 2)

    assert written.getvalue() == ""


def test_a_terminal_gets_a_bar() -> None:
    """Where somebody looks, the number is shown at once."""
    written = io.StringIO()

    with shown_progress(Screen(file=written, is_terminal=True, width=80), "sums") as tell:
        tell(1, 2)

    assert "Judging sums" in written.getvalue()
    assert "1/2" in written.getvalue()
