class S:
    def __init__(self, items=()):
        self._items = list(items)
    def __iter__(self): return iter(self._items)
    def add(self, x): self._items.append(x)
class L(list):
    def append(self, x):
        super().append(x); self.sort()
class N(str):
    @property
    def initials(self): return self[0]
