"""Namespaces for processes of ours: no network, socket, shared memory or name of this machine.

They are made once, by a process that ends at once, and joined by any number of forks: to join
costs a tenth of what it costs to make them.
"""

import os
import socket
from dataclasses import dataclass

from grader.inside.libc import capset, setns, unshare

from .capabilities import can_mount

_USER = {"user": 0x10000000}
_OTHERS = {"net": 0x40000000, "ipc": 0x08000000, "uts": 0x04000000}


@dataclass(frozen=True)
class Namespaces:
    """What a process can join; nothing where this machine lets us make nothing."""

    descriptors: tuple[int, ...] = ()
    gives_rights: bool = False  # over these namespaces, to who joins them as an ordinary user

    @classmethod
    def make(cls) -> "Namespaces":
        """Make them; an ordinary user's need a user namespace around them."""
        if not can_mount() and os.geteuid() == 0:
            return cls()  # in a user namespace it would be no user of this machine's any more
        kinds = _OTHERS if can_mount() else _USER | _OTHERS
        try:
            return cls(_made(kinds), gives_rights=not can_mount())
        except OSError:
            return cls()

    @property
    def can_be_joined(self) -> bool:
        """Tell whether there are any."""
        return bool(self.descriptors)

    def join(self) -> None:
        """Leave this machine's, for good."""
        for descriptor in self.descriptors:
            setns(descriptor)
            os.close(descriptor)
        if self.gives_rights:
            capset(0)

    def close(self) -> None:
        """Let go of them; the kernel ends them with their last process."""
        for descriptor in self.descriptors:
            os.close(descriptor)


def _made(kinds: dict[str, int]) -> tuple[int, ...]:
    """Open them while the process that makes them waits; raises OSError where it may not."""
    said, say = os.pipe()
    waits, go = os.pipe()
    maker = os.fork()
    if maker == 0:
        os.close(go)
        _make(kinds, say, waits)
    os.close(say)
    os.close(waits)
    try:
        if not os.read(said, 1):
            raise PermissionError("no namespaces can be made here")
        paths = [f"/proc/{maker}/ns/{kind}" for kind in kinds]
        return tuple(os.open(path, os.O_RDONLY | os.O_CLOEXEC) for path in paths)
    finally:
        os.close(said)
        os.close(go)
        os.waitpid(maker, 0)


def _make(kinds: dict[str, int], say: int, waits: int) -> None:
    try:
        uid, gid = os.geteuid(), os.getegid()
        unshare(sum(kinds.values()))
        socket.sethostname("jail")
        if "user" in kinds:
            _write("setgroups", "deny")
            _write("uid_map", f"{uid} {uid} 1")
            _write("gid_map", f"{gid} {gid} 1")
        os.write(say, b".")
        os.read(waits, 1)
    finally:
        os._exit(0)


def _write(name: str, text: str) -> None:
    opened = os.open(f"/proc/self/{name}", os.O_WRONLY)
    os.write(opened, text.encode())
    os.close(opened)
