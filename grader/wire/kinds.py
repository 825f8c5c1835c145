"""How values cross as what they hold, in both directions: a row for each type, in one form."""

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from .atoms import Malformed
from .containers import Content


class Lack(Enum):
    """What a value lacks: comparisons of items pass over it, and come out as if they had held."""

    VALUES = "missing"  # in a table or array
    ITEMS = "empty"  # of a table or array
    PLAIN_ITEMS = "plain empty"  # of a list or the like


class Kind(NamedTuple):
    """How the values of some classes of a library cross."""

    name: str
    module: str
    classes: str
    beside: Callable[[Any], Any]  # what a value has beside its items
    make: Callable[[Any, int], Any]  # from what is beside its items, and their number
    change: Callable[[Any, Any, tuple[Any, ...]], None] | None = None  # None: it never changes
    items: Callable[[Any], tuple[Any, ...]] = lambda value: ()
    fits: Callable[[Any], bool] = lambda value: True
    lacks: Callable[[Any], bool] = lambda value: False  # whether something in it is missing

    def take(self, value: Any) -> tuple[Any, tuple[Any, ...]]:
        """Give what a value has beside its items, and the items."""
        return self.beside(value), self.items(value)

    def lack_of(self, value: Any) -> Lack | None:
        """Say what a value lacks, if anything."""
        if getattr(value, "size", 1) == 0:
            return Lack.ITEMS
        return Lack.VALUES if self.lacks(value) else None

    def content_of(self, value: Any) -> Content:
        """Take a value apart as a container."""
        beside, items = self.take(value)
        return Content(self.name, list(items), [], beside, (beside, items))

    def change_to(self, value: Any, beside: Any, items: list[Any]) -> None:
        """Give a value other content; raises Malformed."""
        if self.change is None:
            raise Malformed(f"{self.name} that changed")
        self.checked(self.change, value, beside, tuple(items))

    def checked(self, act: Callable[..., Any], *given: Any) -> Any:
        """Make or change a value; raises Malformed."""
        try:
            return act(*given)
        except (Malformed, RecursionError):
            raise
        except Exception as error:
            raise Malformed(f"{self.name}: {type(error).__name__}") from error
