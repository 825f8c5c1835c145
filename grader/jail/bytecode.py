"""Has what a jail imports of ours compiled where its user can read it.

A jail writes nothing there itself, and what the grader compiles while it loads is for its own user
alone, who is another one where the grader is root: then each jail would compile all of it anew.
"""

import contextlib
import os
import stat
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from grader.ground.own_code import own_digest
from grader.jail.kept_answers import kept_answer, seen

_COMPILED = "__pycache__"


def compile_once(folders: Iterable[Path], answers: Path | None) -> None:
    """Compile the modules in some folders, where that was not done since they changed.

    A folder that cannot be written is left as it is; so are all where Python was told to write no
    bytecode, or to write it elsewhere.
    """
    own = [folder for folder in folders if folder.is_dir()]
    if answers is None or sys.dont_write_bytecode or sys.pycache_prefix is not None:
        return
    # other bytecode in place of what was looked at changes the time of its folder
    state = (own_digest("cases", "inside", "wire"), *(seen(one / _COMPILED) for one in own))
    kept_answer(answers, f"compiled {own}", state, partial(_compile, own))


def _compile(folders: Iterable[Path]) -> str:
    import compileall  # once for each installation

    for folder in folders:
        compileall.compile_dir(folder, quiet=2)
        mode = stat.S_IMODE(folder.stat().st_mode)
        made = folder / _COMPILED
        _give(made, mode)
        for path in made.glob("*.pyc"):
            _give(path, mode & ~stat.S_IXUSR & ~stat.S_IXGRP & ~stat.S_IXOTH)
    return ""


def _give(path: Path, mode: int) -> None:
    """Let those read who may read the folder of the modules."""
    with contextlib.suppress(OSError):  # it is gone, or on a file system that is only read
        found = path.lstat()
        if found.st_uid == os.geteuid() and not stat.S_ISLNK(found.st_mode):
            path.chmod(mode)
