"""Chooses how well submissions are isolated, and says so in one line."""

from msgspec import Struct

from grader.errors import JailError
from grader.sandbox.isolation import best_isolation
from grader.sandbox.spec import Isolation

_MEANING = {
    "full": "namespaces, Landlock, seccomp",
    "reduced": "Landlock, seccomp, no namespaces",
    "none": "no isolation",
}
_ORDER: tuple[Isolation, ...] = ("none", "reduced", "full")


class Chosen(Struct, frozen=True):
    """A level, and the line that says what was chosen and why."""

    name: Isolation
    notice: str


def choose_isolation(asked: Isolation | None) -> Chosen:
    """Take what is asked for, else the best there is; raises JailError where that is too little."""
    best = best_isolation()
    if asked is None and best == "none":
        raise JailError(
            "This machine cannot isolate submissions; `grader doctor` says what is missing. "
            "Code that you trust can be judged with --isolation=none."
        )
    level = asked or best
    if _ORDER.index(level) > _ORDER.index(best):
        raise JailError(
            f"Isolation {level} cannot be had here, at best {best}. `grader doctor` says why."
        )
    return Chosen(level, f"Isolation: {level} ({_MEANING[level]}).")
