"""What is judged is remembered at once, and a kill costs no more than the last line."""

import os
from pathlib import Path

import pytest

from grader.flows.grading.outputs import JOURNAL, Journal, entry_key, read_journal
from tests.unit.flows.builders import judged


def opened(folder: Path) -> Journal:
    """Open a folder's journal as grading does."""
    return Journal(folder, read_journal(folder))


def fill(folder: Path, *keys: str) -> bytes:
    """Journal a submission under each key; give the file's bytes."""
    with opened(folder) as journal:
        for key in keys:
            journal.add(key, judged(key))
    return (folder / JOURNAL).read_bytes()


def known(folder: Path, *keys: str) -> list[str]:
    """Name the keys that a fresh journal finds."""
    with opened(folder) as journal:
        return [key for key in keys if journal.find(key) is not None]


def test_what_is_added_is_found(tmp_path: Path) -> None:
    """An entry is found in the same run and in the next."""
    with opened(tmp_path) as journal:
        journal.add("a", judged("ann"))

        assert journal.find("a") == judged("ann")
        assert journal.find("b") is None
    with opened(tmp_path) as again:
        assert again.find("a") == judged("ann")


def test_an_entry_is_on_disk_before_the_next_begins(tmp_path: Path) -> None:
    """A run that is killed between two submissions has kept the first."""
    with opened(tmp_path) as journal:
        journal.add("a", judged("ann"))

        assert known(tmp_path, "a") == ["a"]


def test_a_line_cut_anywhere_costs_itself_only(tmp_path: Path) -> None:
    """Wherever a kill cuts the last line, the lines before it are whole."""
    whole = fill(tmp_path, "a", "b")
    first = whole.index(b"\n\n") + 1

    for end in range(first, len(whole) - 2, 17):
        (tmp_path / JOURNAL).write_bytes(whole[:end])
        assert known(tmp_path, "a", "b") == ["a"]


def test_a_run_goes_on_after_a_cut_line(tmp_path: Path) -> None:
    """What is added after a cut line is not swallowed by it."""
    whole = fill(tmp_path, "a", "b")
    (tmp_path / JOURNAL).write_bytes(whole[:-40])

    fill(tmp_path, "c")

    assert known(tmp_path, "a", "b", "c") == ["a", "c"]


NO_TEXT, TOO_DEEP = b'{"key": "\xff"}', b'{"x": ' + b"[" * 100_000


@pytest.mark.parametrize(
    "line",
    [
        *(b"{", b"null", b"\xff\xfe", b'{"key": 1}', b'{"key": "a", "judged": {}}', b"\0" * 99),
        pytest.param(NO_TEXT, id="no text"),
        pytest.param(TOO_DEEP, id="too deep"),
    ],
)
def test_a_line_that_is_none_is_left_out(line: bytes, tmp_path: Path) -> None:
    """A line of another version, or of no version, is as if it were not there."""
    whole = fill(tmp_path, "a")
    (tmp_path / JOURNAL).write_bytes(line + whole + line)

    assert known(tmp_path, "a") == ["a"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
def test_a_journal_of_another_user_is_not_believed(tmp_path: Path) -> None:
    """What somebody else wrote is as if it were not there."""
    fill(tmp_path, "a")
    os.chown(tmp_path / JOURNAL, 65534, 65534)

    assert read_journal(tmp_path) == {}


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_journal_that_all_may_write_is_not_believed(tmp_path: Path) -> None:
    """What anybody could have written is as if it were not there."""
    fill(tmp_path, "a")
    (tmp_path / JOURNAL).chmod(0o602)

    assert read_journal(tmp_path) == {}


def test_the_last_entry_of_a_key_counts(tmp_path: Path) -> None:
    """A submission that is judged again has its newest report."""
    with opened(tmp_path) as journal:
        journal.add("a", judged("ann", points="0"))
        journal.add("a", judged("ann", points="1"))

    with opened(tmp_path) as again:
        assert again.find("a") == judged("ann", points="1")


def test_two_runs_at_once_do_not_mix(tmp_path: Path) -> None:
    """Lines of two journals on one file stay whole."""
    with opened(tmp_path) as one, opened(tmp_path) as other:
        for number in range(5):
            one.add(f"one {number}", judged("x" * 5000))
            other.add(f"other {number}", judged("y" * 5000))

    keys = [f"{name} {number}" for number in range(5) for name in ("one", "other")]
    assert known(tmp_path, *keys) == keys


def test_only_what_is_kept_stays(tmp_path: Path) -> None:
    """Keeping drops all other entries, and a key that is not known adds none."""
    with opened(tmp_path) as journal:
        for key in ("a", "b", "c"):
            journal.add(key, judged(key))
        journal.keep(["c", "a", "z"])

    assert known(tmp_path, "a", "b", "c", "z") == ["a", "c"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [JOURNAL]


def test_nothing_kept_is_an_empty_journal(tmp_path: Path) -> None:
    """An empty journal can be read."""
    with opened(tmp_path) as journal:
        journal.keep([])

    assert known(tmp_path, "a") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ann", "ab"), ("ben", "ab")),
        (("ann", "ab"), ("ann", "ac")),
        (("ann", "bc"), ("annb", "c")),
        (("ann", None), ("ann", "")),
        (("ann",), ("ann", "")),
    ],
)
def test_each_part_makes_another_key(
    one: tuple[str | None, ...], other: tuple[str | None, ...]
) -> None:
    """Keys differ where any part differs, and agree where none does."""
    assert entry_key(*one) != entry_key(*other)
    assert entry_key(*one) == entry_key(*one)


def test_a_journal_is_not_written_through_a_link(tmp_path: Path) -> None:
    """A link where the journal should be leads nowhere."""
    other = tmp_path / "other"
    other.write_bytes(b"somebody's\n")
    (tmp_path / JOURNAL).symlink_to(other)

    with pytest.raises(OSError, match="symbolic link"):
        opened(tmp_path)

    assert other.read_bytes() == b"somebody's\n"
