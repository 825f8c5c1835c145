"""Claims about folders: ours are made private, and those that others choose are refused."""

import os
import stat
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.ground.folders import (
    close_to_others,
    own_folder,
    private_folder,
    write_named,
    write_whole,
)

ADVICE = "Name a folder of your own with --out."
STRANGER = 4711


def mode(path: Path) -> int:
    """Return who may do what."""
    return stat.S_IMODE(path.stat().st_mode)


def give(path: Path) -> None:
    """Make a file, folder or link another user's."""
    os.chown(path, STRANGER, STRANGER, follow_symlinks=False)


def write_text(path: Path, text: str) -> None:
    """Write where somebody has said."""
    write_named(path, text.encode())


def test_a_folder_is_made_for_us_alone(tmp_path: Path) -> None:
    """Whatever the umask is, nobody else may look into a folder that is made."""
    own_folder(tmp_path / "made", ADVICE)

    assert mode(tmp_path / "made") == 0o700


def test_a_folder_of_ours_is_taken_as_it_is(tmp_path: Path) -> None:
    """Who may read a folder that its owner has made is the owner's choice."""
    tmp_path.chmod(0o755)

    own_folder(tmp_path, ADVICE)

    assert mode(tmp_path) == 0o755


def test_a_private_folder_is_closed(tmp_path: Path) -> None:
    """A folder that an earlier version made for all to read is closed."""
    tmp_path.chmod(0o755)

    private_folder(tmp_path, ADVICE)

    assert mode(tmp_path) == 0o700


@pytest.mark.second_user
def test_a_folder_of_another_user_is_refused(tmp_path: Path) -> None:
    """The sentence says whose it is and what to do."""
    give(tmp_path)

    with pytest.raises(UsageError) as refused:
        own_folder(tmp_path, ADVICE)

    assert str(refused.value) == (
        f"{tmp_path} belongs to user {STRANGER}, who could read and forge what is in it. {ADVICE}"
    )


def test_a_folder_that_everybody_may_write_is_refused(tmp_path: Path) -> None:
    """What lies in it may have been put there by anybody."""
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)

    with pytest.raises(UsageError, match=r"open may be written by every user"):
        own_folder(tmp_path / "open", ADVICE)

    assert mode(own_folder(tmp_path / "open" / "below", ADVICE)) == 0o700


def test_a_link_is_refused(tmp_path: Path) -> None:
    """Nothing is written where a link leads."""
    (tmp_path / "meant").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "meant")

    with pytest.raises(UsageError, match=r"link is a link, and nothing is written through one"):
        private_folder(tmp_path / "link", ADVICE)


@pytest.mark.second_user
@pytest.mark.parametrize("is_link", [False, True])
def test_what_others_put_above_is_refused(is_link: bool, tmp_path: Path) -> None:
    """Where everybody may make folders, one of another user's above ours could be exchanged."""
    tmp_path.chmod(0o1777)
    (tmp_path / "meant").mkdir()
    planted = tmp_path / "grades"
    if is_link:
        planted.symlink_to(tmp_path / "meant")
    else:
        planted.mkdir()
    give(planted)

    for write in (own_folder, write_text):
        with pytest.raises(UsageError, match=r"lies in .*grades, which (belongs to|is a link)"):
            write(planted / "sums", ADVICE)

    assert list((tmp_path / "meant").iterdir()) == []


def test_what_is_ours_or_roots_above_is_taken(tmp_path: Path) -> None:
    """A folder of ours may lie where everybody may make some, be it open itself."""
    (tmp_path / "open").mkdir()
    for folder in (tmp_path, tmp_path / "open"):
        folder.chmod(0o1777)

    own_folder(tmp_path / "open" / "grades" / "sums", ADVICE)

    assert mode(tmp_path / "open" / "grades" / "sums") == 0o700


def test_a_file_takes_the_place_of_a_link(tmp_path: Path) -> None:
    """What a link leads to stays as it was; a file that is written is ours alone."""
    other, path = tmp_path / "other", tmp_path / "page.html"
    other.write_text("kept")
    path.symlink_to(other)

    write_whole(path, b"written")

    assert other.read_text() == "kept"
    assert (path.read_bytes(), mode(path), path.is_symlink()) == (b"written", 0o600, False)


def test_a_file_that_is_handed_out_gets_its_mode(tmp_path: Path) -> None:
    """A mode is given where it is asked for."""
    write_whole(tmp_path / "page.html", b"written", 0o644)

    assert mode(tmp_path / "page.html") == 0o644


def test_what_is_named_may_be_a_link_of_ours(tmp_path: Path) -> None:
    """As /dev/stdout is one: what it leads to is written, and the link stays."""
    path = tmp_path / "link"
    path.symlink_to(tmp_path / "page.html")

    write_named(path, b"written")

    assert path.is_symlink()
    assert (tmp_path / "page.html").read_bytes() == b"written"


@pytest.mark.second_user
@pytest.mark.parametrize("is_link", [False, True])
def test_nothing_goes_into_a_pipe_or_link_of_another_user(is_link: bool, tmp_path: Path) -> None:
    """Whoever has put it there would read what is written, or have it written elsewhere."""
    path = tmp_path / "page.html"
    if is_link:
        path.symlink_to(tmp_path / "other")
    else:
        os.mkfifo(path)
    give(path)

    with pytest.raises(UsageError, match=r"page\.html belongs to user 4711\. Name another place"):
        write_named(path, b"written")

    assert not (tmp_path / "other").exists()


@pytest.mark.second_user
def test_a_file_of_another_user_is_replaced_by_one_of_ours(tmp_path: Path) -> None:
    """Whoever has it open, or may read it, reads nothing of what is written."""
    path = tmp_path / "page.html"
    path.write_text("made beforehand")
    path.chmod(0o666)
    give(path)

    with path.open() as theirs:
        write_named(path, b"written")

        assert theirs.read() == "made beforehand"
    assert (path.read_bytes(), mode(path), path.stat().st_uid) == (b"written", 0o600, os.geteuid())


def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """Where the place is taken by a folder, no unfinished file stays."""
    (tmp_path / "taken").mkdir()

    with pytest.raises(OSError, match="directory"):
        write_whole(tmp_path / "taken", b"written")

    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_closing_changes_nothing_that_is_closed(tmp_path: Path) -> None:
    """Our own rights stay as they are."""
    tmp_path.chmod(0o500)

    close_to_others(tmp_path)

    assert mode(tmp_path) == 0o500
    tmp_path.chmod(0o700)
