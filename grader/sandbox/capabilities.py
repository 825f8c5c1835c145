"""Which powers of root this process holds, and which ordinary user a sandbox is given."""

import contextlib
import os
from pathlib import Path
from typing import IO

from msgspec import Struct

from grader.errors import JailError, UsageError
from grader.ground.folders import private_folder

from .inside.libc import NEW_MEMORY, NEW_NAME, NEW_NETWORK, NEW_USER

# CHOWN, DAC_OVERRIDE, KILL, SETGID, SETUID, SYS_CHROOT
_TO_CHANGE_USER = (0, 1, 5, 6, 7, 18)
_SYS_ADMIN = 21
_USERS = range(60706, 61184)  # which systemd gives to no service
# where only root can lock a file; the second for a container whose first is read-only
_CLAIMS = (Path("/run/grader-jail-users"), Path("/dev/shm/grader-jail-users"))  # noqa: S108


class JailUser(Struct, frozen=True):
    """A user that no other sandbox of this machine has."""

    uid: int
    # the claim: the kernel closes it when its holder dies, however that happens
    file: IO[bytes]

    def release(self) -> None:
        """Let another sandbox have the user."""
        self.file.close()


def can_change_user() -> bool:
    """Tell whether a jail can be given a user of its own, and a root folder of its own."""
    return _holds(*_TO_CHANGE_USER) and all(
        _is_mapped(Path(f"/proc/self/{kind}_map"), _USERS[-1]) for kind in ("uid", "gid")
    )


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


def claim_user() -> JailUser | None:
    """Take a user for one sandbox; None where we cannot change users, so that it is who we are.

    Raises JailError where none can be claimed.
    """
    if not can_change_user():
        return None
    for folder in _CLAIMS:
        with contextlib.suppress(OSError, UsageError):
            private_folder(folder, "")
            for uid in _USERS:
                if (file := _locked(folder / str(uid))) is not None:
                    return JailUser(uid, file)
    places = " or ".join(str(folder.parent) for folder in _CLAIMS)
    raise JailError(f"No user can be claimed for a jail. Let the grader write {places}.")


def _locked(path: Path) -> IO[bytes] | None:
    import fcntl  # which Windows lacks

    # to read only: forks that strangers' bytes reach inherit it
    file = os.fdopen(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600), "rb")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


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


def _is_mapped(table: Path, number: int) -> bool:
    """Tell whether a user exists here; a container may know a few numbers only."""
    ranges = (map(int, line.split()) for line in table.read_text(encoding="ascii").splitlines())
    return any(first <= number < first + count for first, _, count in ranges)
