class Account:
    def __init__(self, owner="nobody"):
        self.owner = owner


class Door:
    def __init__(self, on_change=None, account=None):
        self.on_change = on_change
        self.account = Account()

    def open(self):
        if not self.on_change:
            return None
        return self.on_change("opened")


class Shelf:
    def __init__(self, things):
        self.things = things

    def size(self):
        return 0

    def holds(self, thing):
        return False

    def first(self):
        return None

    def locked(self):
        return True

    def take(self, place):
        self.things.pop(place)


def listening(callbacks):
    return callbacks[:1]


def first_that_answers(callbacks):
    return None
