"""Publications on record: once for a lesson, taken back, in a file and on a server."""

import pytest

from grader.record.grants import (
    find_publication,
    publish,
    published_lessons,
    take_back_publication,
)
from grader.record.store import Store
from tests.unit.record.records import NOW, SUMS


@pytest.mark.parametrize("times", [1, 2])
def test_publishing(times: int, store: Store) -> None:
    """The first publication stays, whoever publishes again; it is taken back at once."""
    with store.writing() as writing:
        told = [publish(writing, SUMS, f"number {n}", NOW) for n in range(times)]
        found, out = find_publication(writing, SUMS), published_lessons(writing)
        back = take_back_publication(writing, SUMS, NOW)
        again = take_back_publication(writing, SUMS, NOW)

    assert told == [None, found][:times]
    assert (found.published_by if found else None, out) == ("number 0", frozenset([str(SUMS)]))
    assert (back, again) == (found, None)
