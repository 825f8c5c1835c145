"""Remembers the texts that a submission gave, so that no test runs one of them as code.

A text that the test gave first is the test's own, also when it comes back.
"""

from collections.abc import Iterable
from typing import Any

from grader.wire import libraries

_KEPT = 2000
_MIN_LENGTH = 3
_LISTED = 100  # texts of longer lists are no arguments of one call
_DEEP = 4
_SIGNS = "<>|"


class Heard:
    """The texts of one submission, bounded in number."""

    def __init__(self) -> None:
        self._texts: set[str] = set()
        self._given: set[str] = set()

    def give(self, values: Iterable[Any], depth: int = 0) -> None:
        """Remember the texts that the test hands over, as arguments or not far within them."""
        for value in values:
            if type(value) is str:
                if len(value) >= _MIN_LENGTH and value not in self._texts:
                    self._given.add(value)
            elif type(value) in (list, tuple) and len(value) <= _LISTED and depth < _DEEP:
                self.give(value, depth + 1)

    def note(self, value: Any, depth: int = 0) -> None:
        """Remember the texts in a value that came from the jail."""
        kind = type(value)
        if kind in (bytes, bytearray):
            self.note(value.decode("utf-8", "replace"), depth)
        elif kind is str:
            if len(value) >= _MIN_LENGTH and len(self._texts) < _KEPT and value not in self._given:
                self._texts.add(value)
        elif kind in (list, tuple, set, frozenset) and depth < _DEEP:
            if any(type(item) not in (int, float, bool) for item in value):
                for item in value:
                    self.note(item, depth + 1)
        elif kind is dict and depth < _DEEP:
            self.note([*value.keys(), *value.values()], depth + 1)
        elif depth < _DEEP and (library := libraries.kind_of(value)) is not None:
            self.note(list(libraries.leaves(library.take(value))), depth)

    def are_signs_in(self, line: str) -> bool:
        """Whether a text that came from the jail says more in a command line than one word."""
        return any(sign in heard for heard in self._texts if heard in line for sign in _SIGNS)

    def are_in(self, text: str) -> bool:
        """Whether a text holds one that came from the jail, and is none that the test gave."""
        return text not in self._given and any(heard in text for heard in self._texts)
