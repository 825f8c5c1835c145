"""Users that jails run as are claimed one by one, where the machine has them."""

import sys
from pathlib import Path

import pytest

from grader.jail import capabilities

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="jails are Linux's")


def test_a_user_is_mapped_or_not(tmp_path: Path) -> None:
    """A container that knows few users is understood from its map."""
    table = tmp_path / "map"
    table.write_text("         0       1000          1\n         5     100000       1000\n")

    known = [number for number in (0, 1, 5, 1004, 1005) if capabilities._is_in_map(table, number)]

    assert known == [0, 5, 1004]


@linux_only
def test_users_are_claimed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two jails get two users, and a released one is given again."""
    monkeypatch.setattr(capabilities, "can_change_user", lambda: True)
    monkeypatch.setattr(capabilities, "_is_mapped", lambda uid: True)
    first, second = capabilities.claim_user(), capabilities.claim_user()
    first.release()
    third = capabilities.claim_user()
    for user in (second, third):
        user.release()

    assert first.uid != second.uid
    assert third.uid == first.uid


@linux_only
def test_nobody_is_taken_where_few_users_are_mapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where our numbers do not exist the jail is nobody, and not said to be alone."""
    monkeypatch.setattr(capabilities, "can_change_user", lambda: True)
    monkeypatch.setattr(capabilities, "_is_mapped", lambda uid: uid == 65534)

    user = capabilities.claim_user()

    assert user.uid == 65534
    assert not user.is_ours_alone
