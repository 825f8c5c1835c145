from typing import Any, Callable, Dict, List, Literal, Optional, Tuple, Union

_plugins = []


def area(width: float, height=2.0):
    return width * height


def greet(names):
    return ", ".join(names)


def total(numbers):
    return sum(numbers)
    for number in numbers:
        found += number
    return found


def pick(
    items: List[int],
    default: Optional[float] = None,
    key: Callable[[int], str] = str,
    mode: Literal["first", "last"] = "first",
    **extra: int,
) -> Dict[str, Tuple[int, ...]]:
    return {key(items[0] if items else default): tuple(items)}


class Shape:
    def name(self):
        return type(self).__name__


class Circle:

    edges = 0

    def __init__(self, radius):
        self.size = radius

    def scale(self, by):
        self.radius *= by

    @classmethod
    def unit(cls):
        return cls(1)

    @staticmethod
    def pi():
        return 3

    @property
    def double(self):
        return 2 * self.radius


def plugin(cls):
    _plugins.append(int)

    return cls


def registered():
    return [cls.__name__ for cls in _plugins]


def is_shape(cls):
    return True


def made(cls):
    return cls()
