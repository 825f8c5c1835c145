class Flattener:
    def __init__(self, nested):
        self.nested = nested

    def __iter__(self):
        for item in self.nested:
            if isinstance(item, list):
                for inner in Flattener(item):
                    yield inner
            else:
                yield item


def flatten(nested):
    return list(Flattener(nested))


class Towers:
    def __init__(self):
        self.moves = []

    def move(self, n, source, target, spare):
        if n == 0:
            return
        self.move(n - 1, source, spare, target)
        self.moves.append((source, target))
        self.move(n - 1, spare, target, source)


def hanoi(n, source, target, spare):
    towers = Towers()
    towers.move(n, source, target, spare)
    return towers.moves
