"""Finds what a lesson's packages bring along: the distributions that they come in and require.

What reads them is loaded where it is used, since every command that judges asks and most lessons
list no package.
"""

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .packages import missing_packages, refuse_missing

if TYPE_CHECKING:
    from importlib.metadata import Distribution

_NOT_PARTS = ("..", "__pycache__")


def parts_of(packages: tuple[str, ...]) -> dict[str, Path]:
    """Find all that stands in a folder of installed packages for packages and what they require.

    Beside modules that is what tells of a distribution, and the libraries that it brings along.
    """
    return {
        name: place
        for one in _distributions(packages)
        for name in _tops(one)
        if (place := Path(str(one.locate_file(name))).resolve()).exists()
    }


def plugin_modules(plugins: tuple[str, ...]) -> tuple[str, ...]:
    """List the modules that pytest is told to load; raises JailError for what is missing."""
    refuse_missing(plugins)
    if not plugins:
        return ()
    from importlib import metadata

    modules = (point.module for point in metadata.entry_points(group="pytest11"))
    return tuple(sorted(name for name in modules if name.partition(".")[0] in plugins))


@functools.cache  # a class asks once for each submission
def installed_versions(packages: tuple[str, ...]) -> tuple[str, ...]:
    """Name what is installed of packages and of what they require, for digests."""
    versions = (f"{one.name} {one.version}" for one in _distributions(packages))
    absent = (f"{name} is missing" for name in missing_packages(packages))
    return tuple(sorted((*versions, *absent)))


@functools.cache
def _distributions(packages: tuple[str, ...]) -> "tuple[Distribution, ...]":
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [(name, "") for package in packages for name in _brought_by(package)]
    while waiting:
        name, extra = waiting.pop()
        one = None if (name, extra) in seen else _distribution(name)
        seen.add((name, extra))
        if one is not None:
            found[name] = one
            waiting += _requirements(one, extra)
    return tuple(found.values())


def _brought_by(package: str) -> list[str]:
    """Name the distributions that hold a package; most are called like it, which is quick."""
    from importlib import metadata

    from packaging.utils import canonicalize_name

    same = _distribution(package)
    if same is not None and {package, f"{package}.py"} & _tops(same):
        return [canonicalize_name(package)]
    return [canonicalize_name(one) for one in metadata.packages_distributions().get(package, ())]


def _distribution(name: str) -> "Distribution | None":
    from importlib import metadata

    try:
        return metadata.distribution(name)
    except (metadata.PackageNotFoundError, ValueError):  # the latter for an empty name
        return None


def _requirements(one: "Distribution", extra: str) -> Iterator[tuple[str, str]]:
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    for line in one.requires or ():
        needed = Requirement(line)
        if needed.marker is None or needed.marker.evaluate({"extra": extra}):
            yield from ((canonicalize_name(needed.name), each) for each in ("", *needed.extras))


def _tops(one: "Distribution") -> set[str]:
    """List what a distribution has in the folder that it is installed in."""
    tops = {path.parts[0] for path in one.files or ()}
    return {top for top in tops if top not in _NOT_PARTS and not top.endswith(".pth")}
