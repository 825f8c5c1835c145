class Counter:
    total = 0

    def __init__(self, n=0):
        self.n = n

    def up(self):
        self.n += 1
        Counter.total += 1
        return self.n

    def reset(self):
        self.n = 0


class Store:
    def __init__(self):
        self.rows = {}
        self.is_open = True

    def put(self, key, value):
        if not self.is_open:
            raise RuntimeError("closed")
        self.rows[key] = value

    def close(self):
        self.is_open = False
