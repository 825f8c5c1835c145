"""Lays out a jail's scratch folder, and empties it between submissions.

    scratch/
    ├── work/    the submission's working folder and HOME; its module is written here by the jail
    ├── tmp/     its TMPDIR
    ├── cases/   tmp_path of the hidden cases, which write and read it too
    ├── lib/     links to the packages it may import (jails without a root of their own)
    └── root/    a root folder of its own: copies of Python and the packages, read-only to it,
                 and the three folders above, which are then links into it

At "full" the jail has all this on a file system of its own, under the same paths, and sees nothing
written here: work/ and tmp/ stay empty, cases/ is the trusted side's alone.
"""

import os
import shutil
from pathlib import Path

from grader.inside.order import Folders
from grader.inside.sweep import sweep

_WRITTEN = ("work", "tmp", "cases")


class Workspace:
    """The scratch folder of one jail."""

    def __init__(self, scratch: Path, uid: int | None = None) -> None:
        self.scratch = Path(os.path.abspath(scratch))  # noqa: PTH100 - links in it stay unresolved
        self._uid = uid

    @property
    def work(self) -> Path:
        """Where a submission starts."""
        return self.scratch / "work"

    @property
    def cases(self) -> Path:
        """Where hidden cases keep their files; the same path on both sides."""
        return self.scratch / "cases"

    @property
    def lib(self) -> Path:
        """Where links to packages lie."""
        return self.scratch / "lib"

    @property
    def root(self) -> Path:
        """What a jail with a root folder of its own sees as /."""
        return self.scratch / "root"

    def folders(self, volume: str = "") -> Folders:
        """Name the folders as both sides know them."""
        work, tmp, cases = (str(self.scratch / name) for name in _WRITTEN)
        return Folders(work, tmp, cases, volume)

    def lay_out(self) -> None:
        """Make the folders that a submission writes; what an earlier jail left is removed."""
        self.remove()
        self.scratch.mkdir(parents=True, exist_ok=True)
        for name in _WRITTEN:
            self._make(self.scratch / name)

    def lay_out_in_root(self) -> None:
        """Make them inside root/, where they have the same path once root/ is /."""
        self.remove()
        inner = self.root / self.scratch.relative_to("/")
        inner.mkdir(parents=True)
        for folder in (inner, *inner.parents):
            if folder.is_relative_to(self.root):
                folder.chmod(0o755)
        (inner / "root").symlink_to("/")  # so that resolved paths hold inside too
        for name in _WRITTEN:
            self._make(inner / name)
            (self.scratch / name).symlink_to(inner / name)

    def share(self, path: Path) -> None:
        """Hand one file or folder, made by us in cases/, to the jail's user."""
        if self._uid is not None:
            os.chown(path, self._uid, self._uid, follow_symlinks=False)

    def clear(self) -> None:
        """Empty what submissions and cases write."""
        for name in _WRITTEN:
            folder = (self.scratch / name).resolve()
            if folder.is_dir():
                sweep(str(folder))
            else:
                self._make(folder)

    def remove(self) -> None:
        """Remove all that was laid out, but not the scratch folder."""
        for name in _WRITTEN:
            written = self.scratch / name
            if written.is_symlink():
                written.unlink()
            elif written.is_dir():
                sweep(str(written))
                written.rmdir()
        inner = self.root / self.scratch.relative_to("/")
        for name in _WRITTEN:
            if (inner / name).is_dir():
                sweep(str(inner / name))
        for made in (self.lib, self.root):
            if made.exists():
                shutil.rmtree(made)

    def _make(self, folder: Path) -> None:
        folder.mkdir(mode=0o700)
        self.share(folder)
