"""What a jail's interpreter reads: Python and the C library, the allowed packages, parts of ours.

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
from grader.jail.packages import is_here, parts_of, refuse_missing

# what the C library and Python's own modules read while they run
SYSTEM = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64"),
    *("/usr/share/zoneinfo", "/etc/alternatives", "/etc/ld.so.cache"),
)
LIB = (
    "/jail/lib"  # what is importable beyond the standard library, in a jail with a root of its own
)
_INSTALLED = ("site-packages", "dist-packages")
_OUR_PARTS = ("__init__.py", "border", "cases", "inside", "model")
_OUR_CODEC = "msgspec"
_ZONES, _ZONES_PACKAGE = "/usr/share/zoneinfo", "tzdata"  # Python looks there, then in the package
_UNWINDER = "libgcc_s.so.1"  # no module names it: the C library loads it when a thread ends


class Equipment(Struct, frozen=True):
    """All that a jail's interpreter reads, with its place on this machine."""

    program: Path
    stdlib: Path
    whole: tuple[Path, ...]  # with all below, but for what is closed; none is a link
    closed: tuple[Path, ...]
    links: dict[str, str]  # other names of what is given whole
    importable: dict[str, Path]  # by its name below LIB

    def readable_inside(self) -> tuple[str, ...]:
        """List what an interpreter reads in a jail with a root of its own."""
        return (*map(str, self.whole), *self.links, LIB)

    def readable_in_place(self) -> tuple[str, ...]:
        """List what an interpreter reads where no mount closes anything."""
        parts = (part for path in self.whole for part in self._open_parts(path))
        return tuple(map(str, (*parts, *self.importable.values())))

    def _open_parts(self, path: Path) -> Iterator[Path]:
        if path in self.closed or path.is_symlink():  # a rule would open what a link leads to
            return
        if not any(one.is_relative_to(path) for one in self.closed):
            yield path
            return
        for child in path.iterdir():
            yield from self._open_parts(child)

    def libraries(self) -> Iterator[Path]:
        """Find the libraries that extension modules need, for a jail that has no folder whole.

        The loader traces Python with the modules as if preloaded; nothing of them runs.
        """
        for folder in (self.stdlib / "lib-dynload", *self.importable.values()):
            # A preloaded path is cut at blanks and colons, so modules are named from the folder.
            modules = [f"./{path.relative_to(folder)}" for path in folder.rglob("*.so")]
            if modules:
                tracing = {"LD_TRACE_LOADED_OBJECTS": "1", **loader_path()}
                tracing["LD_PRELOAD"] = ":".join((_UNWINDER, *modules))
                try:
                    traced = subprocess.run(
                        [self.program], cwd=folder, env=tracing, capture_output=True, text=True,
                        check=True,
                    )  # fmt: skip
                except (OSError, subprocess.SubprocessError) as error:
                    raise JailError(f"No libraries could be found: {error}") from error
                for line in traced.stdout.splitlines():  # "name => path (address)"
                    path = line.rpartition(" (")[0].partition(" => ")[2].strip()
                    if path.startswith("/"):
                        yield Path(path)


@functools.cache
def equipment_for(packages: tuple[str, ...]) -> Equipment:
    """Find everything on this machine; raise JailError for a package that is not installed."""
    refuse_missing(packages)
    program = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    stdlib = Path(sysconfig.get_path("stdlib")).resolve()
    prefixes = dict.fromkeys((sys.base_prefix, sys.base_exec_prefix))
    of_python = dict.fromkeys(("lib", sys.platlibdir, "share/zoneinfo"))
    names = (*SYSTEM, *(f"{prefix}/{part}" for prefix in prefixes for part in of_python))
    places = {name: Path(name).resolve() for name in names if Path(name).exists()}
    places[str(stdlib)] = stdlib
    whole = tuple(
        path
        for path in dict.fromkeys(places.values())
        if not any(path.is_relative_to(other) for other in places.values() if other != path)
    )
    importable: dict[str, Path] = {}
    for name in packages:
        importable |= _package(name)
    importable |= parts_of(packages)
    importable |= _package(_OUR_CODEC)
    if not Path(_ZONES).exists() and is_here(_ZONES_PACKAGE):
        importable |= _package(_ZONES_PACKAGE)
    folder = Path(grader.__file__).resolve().parent
    ours = (folder / name for name in _OUR_PARTS)
    importable |= {f"grader/{path.name}": path for path in ours if path.exists()}
    return Equipment(
        program,
        stdlib,
        whole,
        closed=_closed(whole, stdlib),
        links={name: str(path) for name, path in places.items() if name != str(path)},
        importable=importable,
    )


def is_given_whole(path: Path) -> bool:
    """Tell whether a submission could read what lies at a path, as it reads libraries."""
    found, place = equipment_for(()), path.resolve()
    is_below = any(place.is_relative_to(top) for top in found.whole)
    return is_below and not any(place.is_relative_to(one) for one in found.closed)


def link_importable(equipment: Equipment, folder: Path) -> None:
    """Make a folder that holds what is importable, as links, and nothing else."""
    for name, source in equipment.importable.items():
        link = folder / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(source)


def loader_path() -> dict[str, str]:
    """Keep the one setting that a program of this machine may need to find its libraries."""
    kept = os.environ.get("LD_LIBRARY_PATH")
    return {"LD_LIBRARY_PATH": kept} if kept else {}


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


def _package(name: str) -> dict[str, Path]:
    """Find a package or a module by its name; raise JailError for one without a file."""
    found = importlib.util.find_spec(name)
    folders = (found.submodule_search_locations or ()) if found else ()
    path = next(iter(folders), found.origin if found and found.has_location else None)
    if not path:
        raise JailError(f"The package {name} cannot be given to submissions: it has no file.")
    source = Path(path).resolve()
    return {name if source.is_dir() else source.name: source}
