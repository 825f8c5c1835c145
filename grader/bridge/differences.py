"""Watches, where hidden cases run, for what lets two runs differ in which the same was answered.

A closed list: whatever Python tells of a run that is not known to be of no matter is noted, and
what is noted keeps the run from being remembered. What gives no sign while it runs, as a look at
the clock does, is seen in the hidden files' text, by `cases.determinism`.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any


class Difference(StrEnum):
    """What a result may hang on beside answers."""

    CHANCE = "random numbers without a seed"
    ENVIRONMENT = "the environment"
    FILES = "files"
    GARBAGE = "when Python collects garbage"
    PATCHES = "what a case patches"
    TEXT = "the text of the submission"
    OUTSIDE = "something else that a case does beside asking"


_OF_NO_MATTER = frozenset(("builtins.id", "object.__getattr__", "sys._getframe"))
_VARIABLES = frozenset(("os.putenv", "os.unsetenv"))
_OF_PYTEST = b"PYTEST_"
_TOLD = {"environ": Difference.ENVIRONMENT, "patches": Difference.PATCHES}
_SEEDS = ("seed", "numpy_seed")


class Differences:
    """What one run was seen to hang on."""

    def __init__(self, hidden_folder: str) -> None:
        self._hidden = hidden_folder
        self.found: set[Difference] = set()

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        """Look at one of Python's audit events."""
        if event in _OF_NO_MATTER:
            return
        if event in _VARIABLES:
            if not bytes(args[0]).startswith(_OF_PYTEST):
                self.found.add(Difference.ENVIRONMENT)
        elif event != "open" or not self._is_reading_hidden(*args):
            is_file = event == "open" or event.startswith(("os.", "shutil.", "tempfile."))
            self.found.add(Difference.FILES if is_file else Difference.OUTSIDE)

    def tell(self, names: Iterable[str]) -> None:
        """Look at what a submission is told beside a question."""
        more = set(names) - set(_SEEDS)
        self.found.update(_TOLD.get(name, Difference.FILES) for name in more)

    def collect(self, *_garbage: object) -> None:
        """Note that what nobody holds was found: which data both sides still share hangs on it."""
        self.found.add(Difference.GARBAGE)

    def seed(self, value: Any) -> None:
        """Look at what a generator of random numbers is begun with."""
        if value is None:
            self.found.add(Difference.CHANCE)

    def _is_reading_hidden(self, path: Any, mode: Any, _flags: Any) -> bool:
        # the lines of a case that failed, to show them to the instructor
        return isinstance(path, str) and path.startswith(self._hidden) and mode == "r"


class WatchedText(dict[str, bytes]):
    """Files that were handed in; a look into one is noted."""

    def __init__(self, sources: dict[str, bytes], differences: Differences) -> None:
        super().__init__(sources)
        self._found = differences.found

    def __getitem__(self, name: str) -> bytes:
        self._found.add(Difference.TEXT)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self._found.add(Difference.TEXT)
        return super().get(name, default)

    def values(self) -> Any:
        self._found.add(Difference.TEXT)
        return super().values()

    def items(self) -> Any:
        self._found.add(Difference.TEXT)
        return super().items()
