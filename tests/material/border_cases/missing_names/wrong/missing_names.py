def present():
    return 2


_private = present
nothing_here = present
absent = 3


class Box:
    size = 0

    def open(self):
        return True


def broken():
    return None


def needs():
    return None


def unbound():
    return 1
