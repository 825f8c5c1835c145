from typing import Any, Callable, Dict, List, Literal, Optional, Tuple, Union

_plugins = []


def area(width: float, height: float = 1.0) -> float:
    return width * height


def greet(names: list[str]) -> str:
    return ", ".join(names)


def total(numbers):
    found, left = 0, list(numbers)
    while left:
        found = found + left.pop()
    return found


def pick(
    items: List[int],
    default: Union[None, int] = None,
    key: Callable[[int], str] = str,
    mode: Literal["first", "last"] = "first",
    **extra: Any,
) -> Dict[str, Tuple[int, ...]]:
    return {key(items[0] if items else default): tuple(items)}


class Shape:
    def name(self):
        return type(self).__name__


class Circle(Shape):
    radius: float
    sides = 0

    def __init__(self, radius):
        self.radius = radius

    def scale(self, by: int) -> None:
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
    _plugins.append(cls)
    cls.plugin = True
    return cls


def registered():
    return [cls.__name__ for cls in _plugins]


def is_shape(cls):
    return issubclass(cls, Shape)


def made(cls):
    return cls()
