"""Remembers the texts that a submission gave, so that no test runs one of them as code."""

from typing import Any

_KEPT = 2000
_MIN_LENGTH = 3


class Heard:
    """The texts of one submission, bounded in number."""

    def __init__(self) -> None:
        self._texts: set[str] = set()

    def note(self, value: Any, depth: int = 0) -> None:
        """Remember the texts in a value that came from the jail."""
        kind = type(value)
        if kind is str:
            if len(value) >= _MIN_LENGTH and len(self._texts) < _KEPT:
                self._texts.add(value)
        elif kind in (list, tuple, set, frozenset) and depth < 4:
            if any(type(item) not in (int, float, bool) for item in value):
                for item in value:
                    self.note(item, depth + 1)
        elif kind is dict and depth < 4:
            self.note([*value.keys(), *value.values()], depth + 1)

    def are_in(self, text: str) -> bool:
        """Whether a text holds one that came from the jail."""
        return any(heard in text for heard in self._texts)
