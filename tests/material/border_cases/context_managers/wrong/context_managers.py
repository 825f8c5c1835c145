from contextlib import contextmanager


class Door:
    def __init__(self, swallow=False):
        self.state = "closed"
        self.last_error = None

    def __enter__(self):
        self.state = "open"

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.state = "closed"
        return True


@contextmanager
def opened(name):
    yield [name, "open"]


@contextmanager
def quiet(*kinds):
    yield
