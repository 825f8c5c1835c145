class Counter:
    total = 0

    def __init__(self, n=0):
        self.n = 0

    def up(self):
        self.n += 1
        return self.n

    def reset(self):
        pass


class Store:
    rows = {}
    is_open = False

    def put(self, key, value):
        self.rows = {key: value}

    def close(self):
        pass
