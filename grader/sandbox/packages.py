"""Finds a lesson's packages beside the grader, and what they bring along; says what is missing.

What reads distributions is loaded where it is used, since every command that judges asks and most
lessons list no package.
"""

import functools
import importlib.util
import shlex
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from grader.errors import JailError
from grader.model.course import Lesson, LessonId
from grader.model.phrases import listed

if TYPE_CHECKING:
    from importlib.metadata import Distribution

# What is not installed tells nobody who brings it: these are known to be called otherwise there.
_DISTRIBUTIONS = {
    "Bio": "biopython",
    "Crypto": "pycryptodome",
    "PIL": "pillow",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "docx": "python-docx",
    "dotenv": "python-dotenv",
    "git": "gitpython",
    "imblearn": "imbalanced-learn",
    "jwt": "pyjwt",
    "mpl_toolkits": "matplotlib",
    "pptx": "python-pptx",
    "serial": "pyserial",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "umap": "umap-learn",
    "yaml": "pyyaml",
    "zmq": "pyzmq",
}
_MOST_NAMED = 3  # lessons
_NOT_PARTS = ("..", "__pycache__")
_CALLED_ALIKE = frozenset(
    ("matplotlib", "networkx", "numpy", "pandas", "polars", "requests", "scipy", "seaborn", "sympy")
)


def missing_packages(packages: tuple[str, ...]) -> tuple[str, ...]:
    """List those that are not installed beside the grader."""
    return tuple(name for name in packages if not is_here(name))


def missing_sentences(lessons: Iterable[Lesson]) -> list[str]:
    """Word what is missing and what to type, once for all lessons that miss the same."""
    lacking: dict[tuple[str, ...], list[LessonId]] = defaultdict(list)
    for lesson in lessons:
        if missing := missing_packages(lesson.installed):
            lacking[missing].append(lesson.id)
    return [
        f"{listed(ids, _MOST_NAMED)} {'needs' if len(ids) == 1 else 'need'} {listed(missing)}, "
        f"which this machine lacks. Type: {install_command(missing)}"
        for missing, ids in lacking.items()
    ]


def refuse_missing(packages: tuple[str, ...]) -> None:
    """Raise JailError for packages that are not installed."""
    if missing := missing_packages(packages):
        noun = "package" if len(missing) == 1 else "packages"
        raise JailError(
            f"The {noun} {', '.join(missing)} must be installed beside the grader. "
            f"Type: {install_command(missing)}"
        )


def install_command(packages: tuple[str, ...]) -> str:
    """Say what to type to install packages beside the grader, and where that may not be it."""
    python = shlex.quote(sys.executable)
    installer = f"{python} -m pip install" if is_here("pip") else f"uv pip install -p {python}"
    brought_by = dict.fromkeys(_DISTRIBUTIONS.get(name, name) for name in packages)
    unsure = [name for name in packages if name not in _DISTRIBUTIONS.keys() | _CALLED_ALIKE]
    note = f" (as imported: the index may have {listed(unsure)} under another name)"
    return " ".join((installer, *brought_by)) + (note if unsure else "")


def is_here(name: str) -> bool:
    """Whether a module can be imported."""
    return name.isidentifier() and importlib.util.find_spec(name) is not None


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
