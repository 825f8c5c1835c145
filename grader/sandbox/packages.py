"""Finds a lesson's packages beside the grader, and what they bring along; says what is missing.

What reads distributions is loaded where it is used, since every command that judges asks and most
lessons list no package.
"""

import functools
import importlib.util
import shlex
import sys
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from grader.errors import JailError
from grader.model.course import Lesson
from grader.model.phrases import listed

if TYPE_CHECKING:
    from importlib.metadata import Distribution

_MOST_NAMED = 3  # lessons
_NOT_PARTS = ("..", "__pycache__")


def missing_packages(packages: tuple[str, ...]) -> tuple[str, ...]:
    """List those that are not installed beside the grader."""
    return tuple(
        name
        for name in packages
        if not (name.isidentifier() and importlib.util.find_spec(name) is not None)
    )


def missing_sentences(lessons: Iterable[Lesson]) -> list[str]:
    """Say what is missing for lessons and what to type, in one sentence; none where nothing is."""
    lacking = {one.id: names for one in lessons if (names := missing_packages(one.installed))}
    if not lacking:
        return []
    names = tuple(dict.fromkeys(chain.from_iterable(lacking.values())))
    needing = f"{listed(lacking, _MOST_NAMED)} {'needs' if len(lacking) == 1 else 'need'}"
    lacks = f"{listed(names)}, which this machine lacks. Type: {install_command(names)}"
    return [f"{needing} {lacks}"]


def refuse_missing(packages: tuple[str, ...]) -> None:
    """Raise JailError for packages that are not installed."""
    if names := missing_packages(packages):
        raise JailError(
            f"To be installed beside the grader: {listed(names)}. Type: {install_command(names)}"
        )


def install_command(packages: tuple[str, ...]) -> str:
    """Say what to type to install packages beside the grader."""
    words = f"{shlex.quote(sys.executable)} -m pip install {' '.join(packages)}"
    return f"{words} (as imported: the index may have it under another name)"


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
    """Find the distributions that hold packages, and those that they require, without end."""
    if not packages:
        return ()
    from importlib import metadata

    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    found: dict[str, Distribution] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [(name, "") for package in packages for name in _brought_by(package)]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        try:
            one = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        found[canonicalize_name(name)] = one
        for line in one.requires or ():
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                waiting += ((needed.name, each) for each in ("", *needed.extras))
    return tuple(found.values())


def _brought_by(package: str) -> list[str]:
    """Name the distributions that hold a package; most are called like it, which is quick."""
    from importlib import metadata

    try:
        if {package, f"{package}.py"} & _tops(metadata.distribution(package)):
            return [package]
    except (metadata.PackageNotFoundError, ValueError):  # the latter for an empty name
        pass
    return metadata.packages_distributions().get(package, [])


def _tops(one: "Distribution") -> set[str]:
    """List what a distribution has in the folder that it is installed in."""
    tops = {path.parts[0] for path in one.files or ()}
    return {top for top in tops if top not in _NOT_PARTS and not top.endswith(".pth")}
