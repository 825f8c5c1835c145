PI_ISH = 3.1
LIMITS = [1, 10]
NAMES = {"en": "Hello", "de": "hallo"}
counter = 0
history = []
ran_as_script = True


def increment():
    counter = 0
    counter += 1


def current():
    return 1


def remember(x):
    global history
    history = [*history, x, x]
    return len(history)


def forget():
    history = []


class Config:
    level = "info"

    def __init__(self):
        self.seen = []
        self.level = "info"

    @classmethod
    def describe(cls):
        return "level=info"
