"""Which powers of root this process holds, and which ordinary user a jail may be given."""

import os
import socket
from dataclasses import dataclass, field
from pathlib import Path

_CHOWN, _DAC_OVERRIDE, _KILL, _SETGID, _SETUID, _SYS_CHROOT, _SYS_ADMIN = 0, 1, 5, 6, 7, 18, 21
_TO_CHANGE_USER = (_CHOWN, _DAC_OVERRIDE, _KILL, _SETGID, _SETUID, _SYS_CHROOT)

_FIRST_USER, _USERS = 61000, 1000
_NOBODY = 65534


def can_change_user() -> bool:
    """Tell whether a jail can be given a user of its own, and a root folder of its own."""
    return os.geteuid() == 0 and all(map(_holds, _TO_CHANGE_USER))


def can_mount() -> bool:
    """Tell whether this process can arrange a mount namespace as it is."""
    return os.geteuid() == 0 and _holds(_SYS_ADMIN)


@dataclass(frozen=True)
class JailUser:
    """Who a jail's processes are; None: who we are."""

    uid: int | None = None
    claim: socket.socket | None = field(default=None, compare=False)  # while open, it is ours alone

    @property
    def is_ours_alone(self) -> bool:
        """Tell whether no other jail has the same user."""
        return self.claim is not None

    def release(self) -> None:
        """Let another jail have the user."""
        if self.claim is not None:
            self.claim.close()


def claim_user() -> JailUser:
    """Take a user that no other jail of this machine has, where we can change users at all."""
    if not can_change_user():
        return JailUser()
    for uid in range(_FIRST_USER, _FIRST_USER + _USERS):
        if not _is_mapped(uid):
            break
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            # An abstract name: the kernel frees it when its holder dies, however that happens.
            claim.bind(f"\0grader-jail-user-{uid}")
        except OSError:
            claim.close()
        else:
            return JailUser(uid, claim)
    return JailUser(_NOBODY) if _is_mapped(_NOBODY) else JailUser()


def tasks_of(uid: int) -> int:
    """Count the processes and threads of a user, as its process limit does."""
    count = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                state = (folder / "task").stat()
            except OSError:
                continue
            count += state.st_nlink - 2 if state.st_uid == uid else 0
    return count


def _holds(capability: int) -> bool:
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    for line in status.splitlines():
        if line.startswith("CapEff:"):
            return bool(int(line.split()[1], 16) >> capability & 1)
    return False


def _is_mapped(uid: int) -> bool:
    """Tell whether a user exists here; a container may know a few numbers only."""
    return all(_is_in_map(Path(f"/proc/self/{kind}_map"), uid) for kind in ("uid", "gid"))


def _is_in_map(path: Path, number: int) -> bool:
    for line in path.read_text(encoding="ascii").splitlines():
        first, _, count = map(int, line.split())
        if first <= number < first + count:
            return True
    return False
