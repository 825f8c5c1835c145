class Account:
    def __init__(self, owner="nobody"):
        self.owner = owner


class Door:
    def __init__(self, on_change=None, account=None):
        self.on_change = on_change
        self.account = account or Account()

    def open(self):
        if self.on_change:
            return self.on_change("open")
        return "open"


class Shelf:
    def __init__(self, things):
        self.things = things

    def size(self):
        return len(self.things)

    def holds(self, thing):
        return thing in self.things

    def first(self):
        return self.things[0]

    def locked(self):
        with self.things:
            return True

    def take(self, place):
        del self.things[place]


def listening(callbacks):
    return list(filter(None, callbacks))


def first_that_answers(callbacks):
    for callback in callbacks:
        if callback():
            return callback
