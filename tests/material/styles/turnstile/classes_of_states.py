from collections import defaultdict


class InvalidTransition(Exception):
    def __init__(self, state, event):
        self.state, self.event = state, event

    def __str__(self):
        return f"{self.event} is not possible when {self.state}"


class State:
    def coin(self):
        return Unlocked()

    def push(self):
        raise InvalidTransition(self, "push")

    def __str__(self):
        return type(self).__name__.lower()

    def __eq__(self, other):
        return str(self) == str(other)


class Locked(State):
    pass


class Unlocked(State):
    def push(self):
        return Locked()


class Turnstile:
    def __init__(self):
        self._state = Locked()
        self.counts = defaultdict(int)

    state = property(lambda self: str(self._state))

    def handle(self, event):
        action = getattr(self._state, event, None)
        if action is None:
            raise ValueError(event)
        self._state = action()
        self.counts[event] += 1
        return self
