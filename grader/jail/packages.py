"""Says which of a lesson's packages are installed beside the grader, and what to type if not."""

import importlib.util
import shlex
import sys
from collections import defaultdict
from collections.abc import Iterable

from grader.errors import JailError
from grader.model.course import Lesson, LessonId
from grader.model.phrases import listed

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
