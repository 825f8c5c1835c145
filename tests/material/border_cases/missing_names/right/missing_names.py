def present():
    return 1


def _private():
    return 2


class Box:
    pass


def broken():
    return undefined_thing


def needs():
    import surely_not_installed

    return surely_not_installed


count = 0


def unbound():
    count += 1
    return count
