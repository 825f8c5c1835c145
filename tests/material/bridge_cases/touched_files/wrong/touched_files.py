def mark_done(folder):
    pass


def make_package(folder):
    pass


def stamp(path):
    pass


def set_mode(path):
    pass
