PI_ISH = 3.14
LIMITS = (1, 10)
NAMES = {"en": "Hello", "de": "Hallo"}
counter = 0
history = []
ran_as_script = False


def increment():
    global counter
    counter += 1


def current():
    return counter


def remember(x):
    history.append(x)
    return len(history)


def forget():
    global history
    history = []


class Config:
    level = "info"
    seen = []

    @classmethod
    def describe(cls):
        return f"level={cls.level}"


if __name__ == "__main__":
    ran_as_script = True
