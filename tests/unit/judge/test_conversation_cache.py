"""What is known is kept for this user's graders alone, and whatever happens to the file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.judge import conversation_cache
from grader.judge.conversation_cache import KeptConversations
from grader.judge.conversations import Over, Row, first_key, rows_of
from grader.judge.opening import Opening, Openings
from grader.wire.tape import Turn
from tests.unit.judge.builders import a_result

OVER = Over((a_result("one"),), "")


def rows(name: str, asks: bytes = b"q") -> list[Row]:
    """Write what one conversation adds."""
    turns = [Turn("", b"", b"begun"), Turn("one", asks, b"a")]
    return rows_of(first_key([name], None), turns, OVER)


def learned(path: Path, *names: str) -> KeptConversations:
    """Open a file, and add conversations."""
    kept = KeptConversations(path)
    for name in names:
        kept.take(rows(name), (), contradicts=False)
    return kept


def known(path: Path) -> set[bytes]:
    """Read the keys of all that a file knows."""
    return {row.key for row in KeptConversations(path).rows()}


def keys(*names: str) -> set[bytes]:
    """List the keys of conversations."""
    return {row.key for name in names for row in rows(name)}


def test_two_graders_write_at_once(tmp_path: Path) -> None:
    """What both have added is there."""
    path = tmp_path / "lesson.known"
    first, second = learned(path, "one"), learned(path, "two")
    first.save()
    second.save()

    assert known(path) == keys("one", "two")


Damage = Callable[[Path], object]
DAMAGES: dict[str, Damage] = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "emptied": lambda path: path.write_bytes(b""),
    "without a mark": lambda path: path.write_bytes(path.read_bytes().partition(b"\n")[2]),
    "a bit changed": lambda path: path.write_bytes(path.read_bytes()[:-1] + b"\0"),
    "another secret": lambda path: (path.parent / "seal.key").write_bytes(b"x" * 32),
    "another lesson's": lambda path: path.replace(path.with_name("other.known")),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_or_foreign_file_is_worth_nothing(damage: Damage, tmp_path: Path) -> None:
    """Nothing of it is believed, and the next command writes it again."""
    path = tmp_path / "lesson.known"
    learned(path, "planted").save()
    damage(path)

    for file in tmp_path.glob("*.known"):
        assert known(file) == set()
        learned(file, "again").save()
        assert known(file) == keys("again")


def test_a_contradiction_ends_it_for_good(tmp_path: Path) -> None:
    """Nothing is known any more, also by who writes what he has learned before."""
    path = tmp_path / "lesson.known"
    early = learned(path, "one")
    late = learned(path, "one")
    late.take(rows("one", asks=b"other"), (), contradicts=False)

    late.save()
    early.save()

    assert late.is_off
    assert KeptConversations(path).is_off
    assert known(path) == set()


ONE, OTHER = (Opening(tier, [Turn("", b"q", b"a")], b"begin") for tier in (b"one", b"other"))


def begun(path: Path, opening: Opening) -> KeptConversations:
    """Open a file, and note how conversations begin."""
    kept = learned(path, "one")
    kept.take((), (), contradicts=False, openings=Openings(opening))
    return kept


def test_how_conversations_begin_is_kept(tmp_path: Path) -> None:
    """Who comes later knows it, and says the same again."""
    path = tmp_path / "lesson.known"
    begun(path, ONE).save()
    begun(path, ONE).save()

    kept = KeptConversations(path)

    assert (kept.openings, kept.is_off) == (Openings(ONE), False)


def test_where_they_begin_otherwise_nothing_is_known(tmp_path: Path) -> None:
    """The next run and another grader are heard alike."""
    first, second = tmp_path / "first.known", tmp_path / "second.known"
    begun(first, ONE).save()
    late = begun(first, OTHER)
    at_once = [begun(second, opening) for opening in (ONE, OTHER)]
    for kept in (late, *at_once):
        kept.save()

    assert [KeptConversations(path).is_off for path in (first, second)] == [True, True]
    assert [KeptConversations(path).openings for path in (first, second)] == [Openings()] * 2


def test_all_lessons_together_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that was not written for the longest goes first."""
    learned(tmp_path / "old.known", "one").save()
    size = (tmp_path / "old.known").stat().st_size
    monkeypatch.setattr(conversation_cache, "_MOST_BYTES", size + size // 2)

    learned(tmp_path / "new.known", "one").save()

    assert [path.name for path in tmp_path.glob("*.known")] == ["new.known"]


def test_where_nothing_can_be_kept_nothing_is_known(tmp_path: Path) -> None:
    """A folder that cannot be made costs time, and no verdict."""
    (tmp_path / "file").write_bytes(b"")

    kept = learned(tmp_path / "file" / "lesson.known", "one")
    kept.save()

    assert known(tmp_path / "file" / "lesson.known") == set()
