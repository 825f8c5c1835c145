"""Operators between a student's object and the rest: which are asked, and what stands in."""

from typing import Any

from grader.wire import describe
from grader.wire.containers import BASES
from grader.wire.known import DATA_BASES

# asked without leave: there is no other operand that the answer could be made for, or no answer
FREE = frozenset(
    "__repr__ __str__ __format__ __dir__ __iter__ __next__ __enter__ __exit__ __call__ "
    "__aenter__ __aexit__ __aiter__ __anext__ __await__ __getitem__ __setitem__ __delitem__ "
    "__reversed__ __missing__ __fspath__ __instancecheck__ __len__ __length_hint__ __bool__ "
    "__int__ __float__ __complex__ __index__ __round__ __trunc__ __floor__ __ceil__ __abs__ "
    "__neg__ __pos__ __invert__ __get__ __set__ __delete__".split()
)
_ORDER = frozenset(("__lt__", "__le__", "__gt__", "__ge__"))
_ARITHMETIC = (
    "add sub mul truediv floordiv mod pow and or xor lshift rshift matmul divmod concat".split()
)
_FAMILY = {f"__{p}{name}__": f"__{name}__" for name in _ARITHMETIC for p in ("", "r", "i")}
_FAMILY |= dict.fromkeys(_ORDER, "order")


def family(name: str) -> str:
    """Name what Python treats as one: `a < b` asks `b > a` where a does not know."""
    return _FAMILY.get(name, name)


def is_data_like(value: Any) -> bool:
    """Whether an object of the student's extends a built-in type, and so holds data."""
    return isinstance(value, (*BASES, *DATA_BASES))


def by_content(link: Any, owner: Any, name: str, args: tuple[Any, ...]) -> Any:
    """Apply an operator of the built-in type that an object extends to what it holds."""
    held = held_by(link, owner)
    function = getattr(type(held), name, None)
    return NotImplemented if function is None else function(held, *args)


def held_by(link: Any, value: Any) -> Any:
    """Give what an object that extends a built-in type holds, as that type."""
    content = describe.base_content(value)
    if content is None and isinstance(value, BASES):
        return link.ask("content", (value,))
    return content


def is_among(value: Any, items: Any) -> bool:
    """Look through items for a value, as `in` does where a class does not define it."""
    return any(item is value or item == value for item in items)
