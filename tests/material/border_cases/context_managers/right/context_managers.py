from contextlib import contextmanager


class Door:
    def __init__(self, swallow=False):
        self.state = "closed"
        self.swallow = swallow
        self.last_error = None

    def __enter__(self):
        self.state = "open"
        return self

    def __exit__(self, kind, error, trace):
        self.state = "closed"
        if kind is not None:
            self.last_error = kind.__name__
        return self.swallow


@contextmanager
def opened(name):
    box = [name, "open"]
    try:
        yield box
    finally:
        box[1] = "closed"


@contextmanager
def quiet(*kinds):
    try:
        yield
    except kinds:
        pass
