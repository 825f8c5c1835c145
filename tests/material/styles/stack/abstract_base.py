import abc
from functools import total_ordering


class Container(abc.ABC):
    def __init__(self, items=()):
        self._items = [*items]

    def add(self, item):
        self._items += [item]

    @abc.abstractmethod
    def remove(self): ...

    def __len__(self):
        return len(self._items)

    def __str__(self):
        return f"{self.__class__.__name__}({self._items})"

    __repr__ = __str__


@total_ordering
class Stack(Container):
    push = Container.add

    def remove(self):
        if not self._items:
            raise IndexError("empty")
        *self._items, last = self._items
        return last

    def pop(self):
        return self.remove()

    def __iter__(self):
        return StackIterator(self._items)

    def __eq__(self, other):
        return self._items == other._items

    def __lt__(self, other):
        return len(self) < len(other)


class StackIterator:
    def __init__(self, items):
        self.items, self.place = items, len(items)

    def __iter__(self):
        return self

    def __next__(self):
        if self.place == 0:
            raise StopIteration
        self.place -= 1
        return self.items[self.place]
