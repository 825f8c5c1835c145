"""Which powers of root this process holds, and which ordinary user a sandbox may be given."""

import contextlib
import os
from pathlib import Path
from typing import IO

from msgspec import Struct

from grader.errors import UsageError
from grader.ground.folders import private_folder

from .inside.libc import NEW_MEMORY, NEW_NAME, NEW_NETWORK, NEW_USER

# CHOWN, DAC_OVERRIDE, KILL, SETGID, SETUID, SYS_CHROOT
_TO_CHANGE_USER = (0, 1, 5, 6, 7, 18)
_SYS_ADMIN = 21
# systemd gives out the numbers below these, and from 61184 on
_FIRST_USER, _USERS = 60706, 478
_NOBODY = 65534
# where only root can lock a file; the second for a container whose first is read-only
_CLAIMS = (Path("/run/grader-jail-users"), Path("/dev/shm/grader-jail-users"))  # noqa: S108


def can_change_user() -> bool:
    """Tell whether a jail can be given a user of its own, and a root folder of its own."""
    return _holds(*_TO_CHANGE_USER)


def can_mount() -> bool:
    """Tell whether this process can arrange a mount namespace as it is."""
    return _holds(_SYS_ADMIN)


def namespaces_to_leave() -> int:
    """Give the flags of the namespaces that a process of ours can make itself; 0 for none.

    Those are of the network, of shared memory and of the host's name.
    """
    kinds = NEW_NETWORK | NEW_MEMORY | NEW_NAME
    if can_mount():
        return kinds
    # root would be no user of this machine's any more in a namespace of users
    return 0 if os.geteuid() == 0 else kinds | NEW_USER


class JailUser(Struct, frozen=True):
    """Who a sandbox's processes are; None: who we are."""

    uid: int | None = None
    # while open, it is ours alone; the kernel closes it when its holder dies, however that happens
    claim: IO[bytes] | None = None

    @property
    def is_ours_alone(self) -> bool:
        """Tell whether no other sandbox has the same user."""
        return self.claim is not None

    def release(self) -> None:
        """Let another sandbox have the user."""
        if self.claim is not None:
            self.claim.close()


def claim_user() -> JailUser:
    """Take a user that no other sandbox of this machine has, where we can change users at all."""
    if not can_change_user():
        return JailUser()
    if (folder := _claims()) is not None:
        for uid in range(_FIRST_USER, _FIRST_USER + _USERS):
            if not _is_mapped(uid):
                break
            if (claim := _locked(folder / str(uid))) is not None:
                return JailUser(uid, claim)
    return JailUser(_NOBODY) if _is_mapped(_NOBODY) else JailUser()


def _claims() -> Path | None:
    for folder in _CLAIMS:
        with contextlib.suppress(OSError, UsageError):
            return private_folder(folder, "")
    return None


def _locked(path: Path) -> IO[bytes] | None:
    import fcntl  # which Windows lacks

    with contextlib.suppress(OSError):
        # to read only: forks that strangers' bytes reach inherit it
        file = os.fdopen(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600), "rb")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
        else:
            return file
    return None


def tasks_of(uid: int) -> int:
    """Count the processes and threads of a user, as its process limit does."""
    count = 0
    for tasks in Path("/proc").glob("[0-9]*/task"):
        with contextlib.suppress(OSError):
            state = tasks.stat()
            count += state.st_nlink - 2 if state.st_uid == uid else 0
    return count


def _holds(*capabilities: int) -> bool:
    """Tell whether this process is root and has these of root's powers."""
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    held = int(status.partition("CapEff:")[2].split()[0], 16)
    return os.geteuid() == 0 and all(held >> capability & 1 for capability in capabilities)


def _is_mapped(uid: int) -> bool:
    """Tell whether a user exists here; a container may know a few numbers only."""
    return all(_is_in_map(Path(f"/proc/self/{kind}_map"), uid) for kind in ("uid", "gid"))


def _is_in_map(path: Path, number: int) -> bool:
    ranges = (map(int, line.split()) for line in path.read_text(encoding="ascii").splitlines())
    return any(first <= number < first + count for first, _, count in ranges)
