"""People are enrolled, listed, handed over and forgotten, in a file and on a server."""

from datetime import timedelta

import msgspec
from msgspec.structs import replace

from grader.record.attempts import (
    list_attempts,
)
from grader.record.forgetting import export_person, forget_person
from grader.record.people import enrol, is_known, write_audit
from grader.record.store import Store
from tests.unit.record.records import (
    NOW,
    all_students,
    everything,
    fill,
    read_audit,
    record,
)


def test_lists_are_in_the_same_order_everywhere(store: Store) -> None:
    """Names sort by code point in every database, whatever its language."""
    names = ["Zoe", "a", "ab", "a b", "A", "_", "é", "z", "ß", "10", "9"]
    for name in names:
        record(store, name)

    with store.reading() as reading:
        assert all_students(reading) == sorted(names)
        assert [row.student for row in list_attempts(reading)] == sorted(names)


def test_the_trail_names_people_until_they_are_forgotten(store: Store) -> None:
    """After forgetting, the trail still says what happened, but no longer of whom."""
    fill(store, "ada")
    with store.writing() as writing:
        write_audit(writing, "backup", NOW, detail="by hand")
    with store.reading() as reading:
        before = read_audit(reading)

    with store.engine.begin() as writing:
        erased = forget_person(writing, "ada", NOW)

    with store.reading() as reading:
        after = read_audit(reading)
        assert not is_known(reading, "ada")
    assert {entry.student for entry in before} == {"ada", None}
    assert after[:-1] == [replace(entry, student=None) for entry in before]
    assert (after[-1].event, after[-1].student) == ("forgotten", None)
    assert erased == 1 + 3 + 1 + 2 + 1 + 1 + 2 + 1 + 4


def test_forgetting_one_leaves_the_others(store: Store) -> None:
    """Nothing of another student is erased, and who comes back begins again."""
    fill(store, "ada")
    fill(store, "bob")
    bob = export_person(store, "bob")

    with store.engine.begin() as writing:
        forget_person(writing, "ada", NOW)

    again = record(store, "ada")
    with store.reading() as reading:
        assert export_person(store, "bob") == bob
        assert [entry.event for entry in read_audit(reading) if entry.student == "ada"] == [
            "submitted"
        ]
    assert again.number == 1


def test_export_holds_all_and_is_plain(store: Store) -> None:
    """What is handed over names every table and can be written as JSON."""
    fill(store, "ada")
    fill(store, "bob")

    export = export_person(store, "ada")
    nobody = export_person(store, "eve")

    text = msgspec.json.encode(export).decode()
    counts = {name: len(rows) for name, rows in export.items()}
    assert counts == {
        "students": 1,
        "attempts": 3,
        "not_judged": 1,
        "earlier_verdicts": 2,
        "drafts": 1,
        "hints": 1,
        "grants": 2,
        "remarks": 1,
        "accounts": 1,
        "secrets": 3,
        "audit": 3 + 2 + 1 + 2 + 1 + 1,
    }
    assert "well done, ada" in text
    assert "bob" not in text
    assert set(map(len, nobody.values())) == {0}


def test_enrolling_twice_is_enrolling_once(store: Store) -> None:
    """A student is on record once, since the first time."""
    with store.writing() as writing:
        enrol(writing, "ada", NOW)
        enrol(writing, "ada", NOW + timedelta(1))

    assert [(row[0], row[2]) for row in everything(store)["students"]] == [("ada", NOW)]
