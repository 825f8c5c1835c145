class Countdown:
    def __init__(self, start):
        self._left = iter(range(start, 0, -1))

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._left)


class Deck(list):
    pass
