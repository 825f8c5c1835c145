"""Users that jails run as are claimed one by one, where the machine has them."""

import os
import sys
from pathlib import Path

import pytest

from grader.sandbox import capabilities

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="jails are Linux's")


def test_a_user_is_mapped_or_not(tmp_path: Path) -> None:
    """A container that knows few users is understood from its map."""
    table = tmp_path / "map"
    table.write_text("         0       1000          1\n         5     100000       1000\n")

    known = [number for number in (0, 1, 5, 1004, 1005) if capabilities._is_in_map(table, number)]

    assert known == [0, 5, 1004]


@pytest.fixture(params=[("claims", "others"), ("file/claims", "claims")])
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """Where users are claimed, of which the first can be made or not, as if we could change users.

    It is the second that is used then.
    """
    (tmp_path / "file").touch()
    folders = tuple(tmp_path / name for name in request.param)
    monkeypatch.setattr(capabilities, "_CLAIMS", folders)
    monkeypatch.setattr(capabilities, "can_change_user", lambda: True)
    monkeypatch.setattr(capabilities, "_is_mapped", lambda uid: True)
    return tmp_path


@linux_only
@pytest.mark.usefixtures("folder")
def test_users_are_claimed_one_by_one() -> None:
    """Two jails get two users, and a released one is given again."""
    first, second = capabilities.claim_user(), capabilities.claim_user()
    first.release()
    third = capabilities.claim_user()
    for user in (second, third):
        user.release()

    assert first.uid != second.uid
    assert third.uid == first.uid


@linux_only
def test_a_claim_is_nothing_to_write(folder: Path) -> None:
    """Forks that strangers' bytes reach inherit it; the folder is its owner's alone."""
    import fcntl

    users = [capabilities.claim_user() for _ in range(3)]
    rights = [fcntl.fcntl(one.claim, fcntl.F_GETFL) & os.O_ACCMODE for one in users if one.claim]
    for user in users:
        user.release()

    assert len({user.uid for user in users}) == 3
    assert all(user.is_ours_alone for user in users)
    assert rights == [os.O_RDONLY] * 3
    assert (folder / "claims").stat().st_mode & 0o077 == 0


@linux_only
def test_nobody_is_taken_where_nothing_can_be_claimed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where no folder can be made the jail is nobody, and not said to be alone."""
    (tmp_path / "file").touch()
    monkeypatch.setattr(capabilities, "_CLAIMS", (tmp_path / "file/claims",))
    monkeypatch.setattr(capabilities, "can_change_user", lambda: True)
    monkeypatch.setattr(capabilities, "_is_mapped", lambda uid: True)

    assert capabilities.claim_user() == capabilities.JailUser(65534)


@linux_only
def test_nobody_is_taken_where_few_users_are_mapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where our numbers do not exist the jail is nobody, and not said to be alone."""
    monkeypatch.setattr(capabilities, "can_change_user", lambda: True)
    monkeypatch.setattr(capabilities, "_is_mapped", lambda uid: uid == 65534)

    user = capabilities.claim_user()

    assert user.uid == 65534
    assert not user.is_ours_alone
