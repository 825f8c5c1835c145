"""Finds what a lesson's packages bring along: the distributions that they come in and require."""

import functools
import importlib.util
import shlex
import sys
from collections.abc import Iterator
from importlib import metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from grader.errors import JailError


def missing_packages(packages: tuple[str, ...]) -> tuple[str, ...]:
    """List those that are not installed beside the grader."""
    return tuple(name for name in packages if not _is_here(name))


def refuse_missing(packages: tuple[str, ...]) -> None:
    """Raise JailError for packages that are not installed."""
    if missing := missing_packages(packages):
        noun = "package" if len(missing) == 1 else "packages"
        raise JailError(
            f"The {noun} {', '.join(missing)} must be installed beside the grader. "
            f"Type: {install_command(missing)}"
        )


def install_command(packages: tuple[str, ...]) -> str:
    """Say what to type to install packages beside the grader."""
    python = shlex.quote(sys.executable)
    installer = f"{python} -m pip install" if _is_here("pip") else f"uv pip install -p {python}"
    return " ".join((installer, *packages))


def required_modules(packages: tuple[str, ...]) -> tuple[str, ...]:
    """List what else must be importable for packages to work: their requirements' modules."""
    names = {name for one in _distributions(packages) for name in _modules(one)}
    return tuple(sorted(name for name in names - {*packages} if _is_here(name)))


@functools.cache  # a class asks once for each submission
def installed_versions(packages: tuple[str, ...]) -> tuple[str, ...]:
    """Name what is installed of packages and of what they require, for digests."""
    versions = (f"{one.name} {one.version}" for one in _distributions(packages))
    absent = (f"{name} is missing" for name in missing_packages(packages))
    return tuple(sorted((*versions, *absent)))


def _is_here(name: str) -> bool:
    return name.isidentifier() and importlib.util.find_spec(name) is not None


@functools.cache
def _distributions(packages: tuple[str, ...]) -> tuple[metadata.Distribution, ...]:
    found: dict[str, metadata.Distribution] = {}
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
    same = _distribution(package)
    if same is not None and package in _modules(same):
        return [canonicalize_name(package)]
    return [canonicalize_name(one) for one in metadata.packages_distributions().get(package, ())]


def _distribution(name: str) -> metadata.Distribution | None:
    try:
        return metadata.distribution(name)
    except (metadata.PackageNotFoundError, ValueError):  # the latter for an empty name
        return None


def _requirements(one: metadata.Distribution, extra: str) -> Iterator[tuple[str, str]]:
    for line in one.requires or ():
        needed = Requirement(line)
        if needed.marker is None or needed.marker.evaluate({"extra": extra}):
            yield from ((canonicalize_name(needed.name), each) for each in ("", *needed.extras))


def _modules(one: metadata.Distribution) -> set[str]:
    """List the names under which a distribution is imported."""
    firsts = (path.parts[0] for path in one.files or () if path.suffix in {".py", ".so"})
    names = (first.partition(".")[0] for first in firsts)
    return {name for name in names if name.isidentifier()}
