"""Users that jails run as are claimed one by one, where the machine has them."""

import os
import sys
from pathlib import Path

import pytest

from grader.errors import JailError
from grader.sandbox import capabilities

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="jails are Linux's")


def test_a_user_is_mapped_or_not(tmp_path: Path) -> None:
    """A container that knows few users is understood from its map."""
    table = tmp_path / "map"
    table.write_text("         0       1000          1\n         5     100000       1000\n")

    known = [number for number in (0, 1, 5, 1004, 1005) if capabilities._is_mapped(table, number)]

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
    return tmp_path


@linux_only
def test_users_are_claimed_one_by_one(folder: Path) -> None:
    """Two jails get two users, and a released one is given again; a claim is nothing to write."""
    import fcntl

    first, second = capabilities.claim_user(), capabilities.claim_user()
    assert first is not None
    assert second is not None
    first.release()
    third = capabilities.claim_user()
    assert third is not None
    rights = fcntl.fcntl(third.file, fcntl.F_GETFL) & os.O_ACCMODE
    for user in (second, third):
        user.release()

    assert first.uid != second.uid
    assert third.uid == first.uid
    assert rights == os.O_RDONLY
    assert (folder / "claims").stat().st_mode & 0o077 == 0


@linux_only
def test_without_a_claim_there_is_no_jail(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jails never share a user; who cannot change users has none to claim."""
    monkeypatch.setattr(capabilities, "_CLAIMS", (folder / "file/claims",))
    with pytest.raises(JailError, match="No user can be claimed"):
        capabilities.claim_user()

    monkeypatch.setattr(capabilities, "can_change_user", lambda: False)
    assert capabilities.claim_user() is None
