"""What a submission's interpreter reads: Python and the C library, allowed packages, parts of ours.

Folders of libraries are given whole and keep their places. What is installed or ours below them is
closed. All that is importable beyond the standard library stands in one folder of links or mounts.
"""

import functools
import importlib.util
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

import grader
from grader.errors import JailError

from .packages import parts_of, refuse_missing

# what the C library and Python's own modules read while they run
SYSTEM = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64"),
    *("/usr/share/zoneinfo", "/etc/alternatives", "/etc/ld.so.cache"),
)
# what is importable beyond the standard library, in a sandbox with a root of its own
LIB = "/jail/lib"
_INSTALLED = ("site-packages", "dist-packages")
_OUR_PARTS = ("__init__.py", "border", "cases", "model", "sandbox/__init__.py", "sandbox/inside")
_OUR_CODEC = "msgspec"
_UNWINDER = "libgcc_s.so.1"  # no module names it: the C library loads it when a thread ends


class Equipment(Struct, frozen=True):
    """All that a submission's interpreter reads, with its place on this machine."""

    program: Path
    stdlib: Path
    whole: tuple[Path, ...]  # with all below, but for what is closed; none is a link
    closed: tuple[Path, ...]
    links: dict[str, str]  # other names of what is given whole
    importable: dict[str, Path]  # by its name below LIB


@functools.cache
def equipment_for(packages: tuple[str, ...]) -> Equipment:
    """Find everything on this machine; raise JailError for a package that is not installed."""
    refuse_missing(packages)
    program = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    stdlib = Path(sysconfig.get_path("stdlib")).resolve()
    of_python = ("lib", sys.platlibdir, "share/zoneinfo")
    names = (*SYSTEM, *(f"{sys.base_prefix}/{part}" for part in of_python))
    places = {name: Path(name).resolve() for name in names if Path(name).exists()}
    places[str(stdlib)] = stdlib
    whole = tuple(
        path
        for path in dict.fromkeys(places.values())
        if not any(path.is_relative_to(other) for other in places.values() if other != path)
    )
    folder = Path(grader.__file__).resolve().parent
    importable = {f"grader/{name}": folder / name for name in _OUR_PARTS}
    for name in (*packages, _OUR_CODEC):
        found = importlib.util.find_spec(name)
        folders = (found.submodule_search_locations or ()) if found else ()
        path = next(iter(folders), found.origin if found and found.has_location else None)
        if not path:
            raise JailError(f"The package {name} cannot be given to submissions: it has no file.")
        source = Path(path).resolve()
        importable[name if source.is_dir() else source.name] = source
    return Equipment(
        program,
        stdlib,
        whole,
        closed=_closed(whole, stdlib),
        links={name: str(path) for name, path in places.items() if name != str(path)},
        importable=importable | parts_of(packages),
    )


def _closed(whole: tuple[Path, ...], stdlib: Path) -> tuple[Path, ...]:
    """Find the folders of installed packages, and what else this process imports from, as ours."""
    found = {path for top in whole for name in _INSTALLED for path in top.glob(f"*/{name}")}
    found |= {Path(name).resolve() for name in sys.path}
    found.add(Path(grader.__file__).resolve().parents[1])
    closed = [
        path
        for path in found
        if any(path.is_relative_to(top) for top in whole)
        and path.is_dir()
        and not stdlib.is_relative_to(path)
        and path != stdlib / "lib-dynload"
    ]
    return tuple(path for path in closed if not any(other in path.parents for other in closed))


def is_given_whole(path: Path) -> bool:
    """Tell whether a submission could read what lies at a path, as it reads libraries."""
    found, place = equipment_for(()), path.resolve()
    is_below = any(place.is_relative_to(top) for top in found.whole)
    return is_below and not any(place.is_relative_to(one) for one in found.closed)


def open_parts(equipment: Equipment) -> Iterator[Path]:
    """Find what is open of what is given whole, where no mount closes the rest."""
    waiting = list(equipment.whole)
    while waiting:
        path = waiting.pop()
        if path in equipment.closed or path.is_symlink():  # a rule would open what a link leads to
            continue
        if any(one.is_relative_to(path) for one in equipment.closed):
            waiting += path.iterdir()
        else:
            yield path


def libraries(equipment: Equipment) -> Iterator[Path]:
    """Find the libraries that extension modules need, for a sandbox that has no folder whole.

    The loader traces Python with the modules as if preloaded; nothing of them runs.
    """
    for folder in (equipment.stdlib / "lib-dynload", *equipment.importable.values()):
        # A preloaded path is cut at blanks and colons, so modules are named from the folder.
        modules = [f"./{path.relative_to(folder)}" for path in folder.rglob("*.so")]
        if modules:
            tracing = {"LD_TRACE_LOADED_OBJECTS": "1", **loader_path()}
            tracing["LD_PRELOAD"] = ":".join((_UNWINDER, *modules))
            try:
                traced = subprocess.run(
                    [equipment.program], cwd=folder, env=tracing, capture_output=True, text=True,
                    check=True,
                )  # fmt: skip
            except (OSError, subprocess.SubprocessError) as error:
                raise JailError(f"No libraries could be found: {error}") from error
            for line in traced.stdout.splitlines():  # "name => path (address)"
                path = line.rpartition(" (")[0].partition(" => ")[2].strip()
                if path.startswith("/"):
                    yield Path(path)


def loader_path() -> dict[str, str]:
    """Keep the one setting that a program of this machine may need to find its libraries."""
    kept = os.environ.get("LD_LIBRARY_PATH")
    return {"LD_LIBRARY_PATH": kept} if kept else {}
