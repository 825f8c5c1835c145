"""The way of a fork of root's into a jail: arranges what that sees, and gives root up."""

import os
from pathlib import Path

from msgspec import Struct, field

from grader.inside.libc import mount, unshare

_NEW_MOUNTS = 0x20000
_PRIVATE, _RECURSIVE, _BIND = 1 << 18, 1 << 14, 1 << 12
STAGE = "/tmp"  # noqa: S108 - exists everywhere; what is mounted here only this process's heirs see
_FAILED = 1


class Passage(Struct, frozen=True):
    """What is done between fork and exec, with no second Python in between.

    A process that has given root up cannot be traced before it has become another program, so no
    other process of that user looks into the memory of the grader's that it still has.
    """

    uid: int
    stage: dict[str, str] = field(default_factory=dict)  # by place below STAGE: what stands there
    root: str = ""  # what becomes the root folder, if anything

    def take(self) -> None:
        """Go through; the program that is started next is the jail's.

        A process that cannot says why on its standard error, and ends.
        """
        try:
            self._take()
        except OSError as error:
            os.write(2, f"The jail could not be entered: {error}\n".encode())
            os._exit(_FAILED)

    def _take(self) -> None:
        os.umask(0o022)  # the jail's user must reach what is staged
        if self.stage:
            _stage(self.stage)
        if self.root:
            os.chroot(self.root)
        os.chdir("/")
        os.setgroups([])
        os.setgid(self.uid)
        os.setuid(self.uid)


def _stage(sources: dict[str, str]) -> None:
    """Mount sources where the jail's user can reach them, whoever may enter their folders."""
    unshare(_NEW_MOUNTS)
    mount("none", "/", _PRIVATE | _RECURSIVE)
    # The stage may cover a source, so all are opened first.
    opened = {place: os.open(source, os.O_PATH) for place, source in sources.items()}
    mount("tmpfs", STAGE, 0, "tmpfs", "mode=0755,size=1m")
    for place, descriptor in opened.items():
        source = Path(f"/proc/self/fd/{descriptor}")
        _make_place(Path(STAGE, place), is_folder=source.is_dir())
        mount(str(source), f"{STAGE}/{place}", _BIND)
        os.close(descriptor)


def _make_place(path: Path, *, is_folder: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_folder:
        path.mkdir()
    else:
        path.touch()
