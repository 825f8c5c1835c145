"""Finds the shared libraries that an interpreter and its extension modules load."""

import functools
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.errors import JailError

_UNWINDER = "libgcc_s.so.1"  # no module names it: the C library loads it when a thread ends
_NOT_FOR_JAILS = "_tkinter"  # brings a window system's libraries along


@dataclass(frozen=True)
class Library:
    """A shared library, under the name that others ask for."""

    name: str  # an absolute path for the loader, which programs name so
    path: Path


@functools.cache
def libraries_of(program: Path, folder: Path, modules: tuple[str, ...]) -> tuple[Library, ...]:
    """List what a program and the extension modules below a folder need, and the loader.

    Nothing of them runs: the loader is asked to trace, with the modules as if preloaded.
    """
    # A preloaded path is cut at blanks and colons, so the modules are named from their folder.
    preload = [_UNWINDER, *(f"./{module}" for module in modules)]
    environment = {"LD_TRACE_LOADED_OBJECTS": "1", "LD_PRELOAD": ":".join(preload)}
    if "LD_LIBRARY_PATH" in os.environ:
        environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
    try:
        traced = subprocess.run(
            [program], cwd=folder, env=environment, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise JailError(f"The libraries of {program} could not be found: {error}") from error
    return read_trace(traced.stdout)


def read_trace(text: str) -> tuple[Library, ...]:
    """Pick the libraries and the loader from what a traced program prints."""
    return tuple(filter(None, map(_library, text.splitlines())))


def extension_modules(folder: Path) -> Sequence[str]:
    """List the shared objects at any depth of a folder, as paths from it."""
    found = (path.relative_to(folder) for path in folder.rglob("*.so"))
    return sorted(str(path) for path in found if not path.name.startswith(_NOT_FOR_JAILS))


def _library(line: str) -> Library | None:
    """Read one line of a trace: "name => path (address)" or "path (address)"."""
    name, arrow, path = line.rpartition(" (")[0].strip().partition(" => ")
    if arrow and path and not name.startswith("."):
        return Library(name, Path(path).resolve())
    return Library(name, Path(name).resolve()) if name.startswith("/") else None
