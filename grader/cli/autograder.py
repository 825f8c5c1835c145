"""The door that an unpacked autograder opens: not a command of `grader`, but Gradescope's."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from grader.errors import ContentError, GraderError, JailError
from grader.ground.folders import keep_to_ourselves, write_whole
from grader.model.text import printable
from grader.platforms.autograder_run import (
    Autograder,
    check_autograder,
    grade_for_gradescope,
)

ROOT = "AUTOGRADER_ROOT"
DEBUG = "GRADER_DEBUG"
_DEFAULT_ROOT = "/autograder"
_FOR_ALL = 0o644  # the platform may read as another user
# Stdout may reach a student, so that no path and no name of a case is in these.
_WHO_ACTS: list[tuple[type[Exception], str]] = [
    (JailError, "Submissions cannot be isolated here"),
    (ContentError, "A file of the course is missing or wrong"),
    (OSError, "A file could not be read or written"),
]


def main(arguments: list[str]) -> int:
    """Do what the argument says: check or gradescope."""
    keep_to_ourselves()
    root = Path(os.environ.get(ROOT) or _DEFAULT_ROOT)
    try:
        return _TASKS[arguments[0]](root)
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        ours = f"the grader itself failed ({type(error).__name__})"
        why = next((said for kind, said in _WHO_ACTS if isinstance(error, kind)), ours)
        print(f"No verdict: {why}.")
        return 3


def _check(root: Path) -> int:
    try:
        for line in check_autograder(Autograder(root, "reduced")):
            print(printable(line, lines=False))
    except JailError as error:
        # an image may be built with fewer rights than it is run with
        print(f"Warning: {printable(str(error), lines=False)}")
    except GraderError as error:
        print(printable(str(error), lines=False))
        return 1
    return 0


def _gradescope(root: Path) -> int:
    results, line = grade_for_gradescope(Autograder(root, "reduced"))
    path = root / "results" / "results.json"
    write_whole(path, results, _FOR_ALL)
    print(line)
    return 0


_TASKS: dict[str, Callable[[Path], int]] = {
    "check": _check,
    "gradescope": _gradescope,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
