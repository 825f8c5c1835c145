from collections import Counter
from enum import Enum


class State(str, Enum):
    LOCKED = "locked"
    UNLOCKED = "unlocked"

    def __str__(self):
        return self.value


class Event(str, Enum):
    COIN = "coin"
    PUSH = "push"


class InvalidTransition(RuntimeError):
    pass


class Turnstile:
    def __init__(self):
        self.state = State.LOCKED
        self.history = []

    @property
    def counts(self):
        return Counter(event.value for event in self.history)

    def handle(self, event):
        event, before = Event(event), self.state
        match (before, event):
            case (_, Event.COIN):
                self.state = State.UNLOCKED
            case (State.UNLOCKED, Event.PUSH):
                self.state = State.LOCKED
            case _:
                raise InvalidTransition(f"{before}: no {event.value}")
        self.history.append(event)
        return self
