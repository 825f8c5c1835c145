"""Wrong everywhere: raises and returns errors that answer any question as one likes."""


class Refused(Exception):
    reason = None

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1

    def __getitem__(self, key):
        return self

    def __len__(self):
        return 1

    def __iter__(self):
        return iter([self])

    def __contains__(self, item):
        return True

    def endswith(self, text):
        return True

    __lt__ = __le__ = __gt__ = __ge__ = __eq__


class Purse:
    def __init__(self):
        self.total = Refused("no")

    def __eq__(self, other):
        return True


def check(number):
    try:
        raise KeyError("no")
    except KeyError as error:
        if number % 2:
            raise Refused("no", [number]) from error
        raise ValueError("no")


def parse(text):
    if text == "7":
        return [Refused("no"), Purse()]
    return Refused("no") if text == "5" else ValueError("no")


def failure(number):
    return Refused(Purse())


def failures():
    raise ExceptionGroup("no", [ValueError("no")])


def spent(number):
    return Purse()
