"""What is carried into a jail: Python, its libraries, the allowed packages, our own code.

Inside, all of it has the same place on every machine:

    /jail/python/    the interpreter and the standard library, without installed packages
    /jail/libs/      shared libraries, by the name that is asked for
    /jail/lib/       what is importable beyond the standard library: packages, grader.cases,
                     .inside, .border

Beside it stands what Python and the C library read of a system, where both look for it: time
zones, and the locale that is the same everywhere.
"""

import functools
import importlib.util
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

import grader
from grader.errors import JailError
from grader.jail.packages import refuse_missing

_UNWINDER = "libgcc_s.so.1"  # no module names it: the C library loads it when a thread ends
_LOADER_CACHE = "/etc/ld.so.cache"  # where the loader looks libraries up, outside a jail's own root
# They bring a window system's libraries along, and a network's: each library is mounts to make.
_NOT_FOR_JAILS = ("_tkinter.", "nis.")
INSTALLED = ("site-packages", "dist-packages")  # never part of a jail's standard library
# Never read by a submission, and large.
LEFT_OUT = (*INSTALLED, "test", "idlelib", "turtledemo", "ensurepip")
_JAIL = "/jail"
_PYTHON, LIBS, LIB = f"{_JAIL}/python", f"{_JAIL}/libs", f"{_JAIL}/lib"
PROGRAM = f"{_PYTHON}/bin/python3"
# Of locales only this one, so that no verdict hangs on what else a machine has.
_LOCALES = ("/usr/lib/locale/C.utf8", "/usr/lib/locale/C.UTF-8")
_ZONES_PACKAGE = "tzdata"  # where Python looks when the system has no time zones
_OUR_PARTS = ("__init__.py", "border", "cases", "inside", "model")
_OUR_CODEC = "msgspec"


class Item(Struct, frozen=True):
    """A file or folder of this machine, and where it stands in a jail."""

    source: Path
    target: str


def libraries_of(program: Path, folder: Path, modules: tuple[str, ...]) -> tuple[Item, ...]:
    """List the libraries that a program and the extension modules below a folder need.

    The loader traces the program with the modules as if preloaded; nothing of them runs.
    Raises JailError.
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


def read_trace(text: str) -> tuple[Item, ...]:
    """Pick the libraries and the loader from what a traced program prints."""
    return tuple(filter(None, map(_library, text.splitlines())))


def extension_modules(folder: Path) -> list[str]:
    """List the shared objects at any depth of a folder, as paths from it."""
    return sorted(os.path.relpath(path, folder) for path in _shared_objects(str(folder)))


def _shared_objects(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:  # large packages have thousands of files
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _shared_objects(entry.path)
            elif entry.name.endswith(".so") and not entry.name.startswith(_NOT_FOR_JAILS):
                yield entry.path


def _library(line: str) -> Item | None:
    """Read one line of a trace: "name => path (address)", or the loader's "path (address)"."""
    name, arrow, path = line.rpartition(" (")[0].strip().partition(" => ")
    if name.startswith("/"):  # which programs name so
        return Item(Path(path or name).resolve(), name)
    is_found = arrow and path and not name.startswith(".")
    return Item(Path(path).resolve(), f"{LIBS}/{name}") if is_found else None


class Equipment(Struct, frozen=True):
    """All that a jail's interpreter reads."""

    program: Path
    stdlib: Item
    libraries: tuple[Item, ...]  # the loader among them
    importable: tuple[Item, ...]  # below /jail/lib
    data: tuple[Item, ...] = ()  # of the system

    def items(self) -> tuple[Item, ...]:
        """List everything with its place."""
        program = Item(self.program, PROGRAM)
        return (program, self.stdlib, *self.libraries, *self.importable, *self.data)

    def readable_inside(self) -> tuple[str, ...]:
        """List what an interpreter reads in a jail with this layout."""
        targets = (item.target for item in (*self.libraries, *self.data))
        return (_JAIL, *(target for target in targets if not target.startswith(_JAIL)))

    def readable_in_place(self) -> tuple[str, ...]:
        """List what an interpreter reads where it stands on this machine."""
        parts = (path for path in self.stdlib.source.iterdir() if path.name not in LEFT_OUT)
        others = (item.source for item in (*self.libraries, *self.importable, *self.data))
        return tuple(map(str, (*parts, *others, _LOADER_CACHE)))


@functools.cache
def equipment_for(packages: tuple[str, ...]) -> Equipment:
    """Find everything on this machine; raise JailError for a package that is not installed."""
    refuse_missing(packages)
    required: tuple[str, ...] = ()
    if packages:
        from grader.jail.distributions import required_modules  # few lessons list any

        required = required_modules(packages)
    program = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    stdlib = Path(sysconfig.get_path("stdlib")).resolve()
    zones = _of_system((sysconfig.get_config_var("TZPATH") or "").split(os.pathsep))
    ours = (_OUR_CODEC,) if zones else (_OUR_CODEC, _ZONES_PACKAGE)
    beside = (name for name in ours if importlib.util.find_spec(name))
    names = dict.fromkeys((*packages, *required, *beside))
    folder = Path(grader.__file__).resolve().parent
    parts = (folder / name for name in _OUR_PARTS)
    ours_here = (Item(path, f"{LIB}/grader/{path.name}") for path in parts if path.exists())
    importable = [*ours_here, *map(_package, names)]
    found = _libraries(program, stdlib, importable)
    libraries = {library.target: library for library in found}
    target = f"{_PYTHON}/{sys.platlibdir}/{stdlib.name}"
    return Equipment(
        program,
        Item(stdlib, target),
        tuple(libraries.values()),
        tuple(importable),
        (*zones, *_of_system(_LOCALES)),
    )


def link_importable(equipment: Equipment, folder: Path) -> None:
    """Make a folder that holds the importable packages, as links, and nothing else."""
    for item in equipment.importable:
        link = folder / os.path.relpath(item.target, LIB)
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(item.source)


def _of_system(folders: Iterable[str]) -> tuple[Item, ...]:
    """Leave the folders that are here in their places."""
    here = (folder for folder in folders if Path(folder).is_absolute() and Path(folder).is_dir())
    return tuple(Item(Path(folder).resolve(), folder) for folder in here)


def _package(name: str) -> Item:
    found = importlib.util.find_spec(name)
    folders = (found.submodule_search_locations or ()) if found else ()
    path = next(iter(folders), found.origin if found and found.has_location else None)
    if not path:
        raise JailError(f"The package {name} cannot be given to submissions: it has no file.")
    source = Path(path).resolve()
    is_folder = source.is_dir()
    return Item(source, f"{LIB}/{name if is_folder else source.name}")


def _libraries(program: Path, stdlib: Path, importable: list[Item]) -> list[Item]:
    dynamic = stdlib / "lib-dynload"
    names = tuple(f"{dynamic.name}/{name}" for name in extension_modules(dynamic))
    found = list(libraries_of(program, stdlib, names))
    for item in importable:
        if item.source.is_dir() and (modules := extension_modules(item.source)):
            names = tuple(f"{item.source.name}/{name}" for name in modules)
            found += libraries_of(program, item.source.parent, names)
    return found
