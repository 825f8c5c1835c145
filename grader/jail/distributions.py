"""Finds what a lesson's packages bring along: the distributions that they come in and require.

What reads them is loaded where it is used, since every command that judges asks and most lessons
list no package.
"""

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .packages import is_here, missing_packages, refuse_missing

if TYPE_CHECKING:
    from importlib.metadata import Distribution


def required_modules(packages: tuple[str, ...]) -> tuple[str, ...]:
    """List what else must be importable for packages to work: their requirements' modules."""
    names = {name for one in _distributions(packages) for name in _modules(one)}
    return tuple(sorted(name for name in names - {*packages} if is_here(name)))


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
    covered: set[str] = set()
    for package in packages:
        waiting = [] if package in covered else [(name, "") for name in _brought_by(package)]
        while waiting:
            name, extra = waiting.pop()
            one = None if (name, extra) in seen else _distribution(name)
            seen.add((name, extra))
            if one is not None:
                found[name] = one
                covered |= _modules(one)
                waiting += _requirements(one, extra)
    return tuple(found.values())


def _brought_by(package: str) -> list[str]:
    """Name the distributions that hold a package; most are called like it, which is quick."""
    from importlib import metadata

    from packaging.utils import canonicalize_name

    same = _distribution(package)
    if same is not None and package in _modules(same):
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


def _modules(one: "Distribution") -> set[str]:
    """List the names under which a distribution is imported."""
    firsts = (path.parts[0] for path in one.files or () if path.suffix in {".py", ".so"})
    names = (first.partition(".")[0] for first in firsts)
    return {name for name in names if name.isidentifier()}
