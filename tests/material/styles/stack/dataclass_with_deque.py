from collections import deque
from dataclasses import dataclass, field


class Sized:
    items: deque

    def __len__(self):
        return len(self.items)


@dataclass(repr=False)
class Stack(Sized):
    items: deque = field(default_factory=deque)

    def push(self, item):
        self.items.appendleft(item)

    def pop(self):
        return self.items.popleft()

    def __getitem__(self, place):
        return self.items[place]

    def __repr__(self):
        return f"{type(self).__name__}({[*reversed(self.items)]})"
