"""What waits is found in the order in which it is to be judged."""

from grader.record.attempts import begin_judging, first_waiting, record_handed_in, still_as_read
from grader.record.store import Store
from grader.record.tables import attempts
from tests.unit.record.records import NOW, SUMS, record, settle, submission


def waiting(store: Store, *versions: str, but: tuple[int, ...] = (), most: int = 9) -> list[str]:
    """Name whose attempts a worker is to judge first."""
    with store.reading() as reading:
        return [row.student for row in first_waiting(reading, versions, but, 2, most)]


def test_who_waits_at_a_screen_goes_before_a_class(store: Store) -> None:
    """The class came first; of each kind the oldest goes first."""
    with store.writing() as writing:
        class_ = [submission("ann"), submission("ben")]
        handed_in = record_handed_in(writing, class_, SUMS, "v1", NOW)
    for name in ("cem", "dan"):
        record(store, name)

    assert waiting(store, "v1") == ["cem", "dan", "ann", "ben"]
    assert waiting(store, "v0", "v1", most=1) == ["cem"]
    assert waiting(store, "v1", but=(handed_in[0].row.id,)) == ["cem", "dan", "ben"]


def test_a_worker_is_given_what_it_can_judge(store: Store) -> None:
    """Not what has its verdict, was tried too often, or is of another course or grader."""
    done, tried, other, mine = (record(store, name) for name in ("ann", "ben", "cem", "dan"))
    settle(store, done)
    with store.writing() as writing:
        begin_judging(writing, tried)
        begin_judging(writing, tried)
        begin_judging(writing, mine)
        of_other = attempts.update().where(attempts.c.id == other.id)
        writing.execute(of_other.values(grader_version="0"))

    assert waiting(store, "v1") == ["dan"]
    assert waiting(store, "v2") == []
    assert waiting(store) == []


def test_what_was_judged_since_it_was_read_is_known(store: Store) -> None:
    """Whoever claims attempts late asks before judging them again."""
    rows = [record(store, f"s{number:03}") for number in range(250)]
    settle(store, rows[7])

    with store.reading() as reading:
        assert still_as_read(reading, rows) == {row.id for row in rows} - {rows[7].id}
        assert still_as_read(reading, []) == set()
