"""What a student's code prints is gathered in order, sent in pieces, and bounded."""

import pytest

from grader.inside import surroundings
from grader.inside.surroundings import Output, Printed


def test_it_is_gathered_in_order_until_it_is_much() -> None:
    """Both streams, as they were written; a long text goes out piece by piece."""
    sent: list[list[tuple[int, str]]] = []
    printed = Printed(lambda: sent.append(printed.take()))

    for stream, text in ((1, "a"), (2, "b"), (1, "c" * surroundings.FLUSH_AT), (1, "d")):
        Output(printed, stream).write(text)

    assert sent == [[(1, "a"), (2, "b"), (1, "c" * surroundings.FLUSH_AT)]]
    assert printed.take() == [(1, "d")]


def test_a_flood_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What passes the bound, counted over all that was ever printed, is dropped."""
    monkeypatch.setattr(surroundings, "STOP_AT", 10)
    printed = Printed(lambda: None)

    printed.add(1, "12345")
    first = printed.take()
    printed.add(2, "67890")
    printed.add(1, "!")

    assert (first, printed.take()) == ([(1, "12345")], [(2, "67890")])
