from collections import Counter
from dataclasses import dataclass, field


class InvalidTransition(Exception):
    """There is no way from here."""


class UnknownEvent(ValueError):
    """Neither a coin nor a push."""


@dataclass
class Turnstile:
    is_open: bool = False
    counts: Counter = field(default_factory=Counter)

    def __getattr__(self, name):
        if name == "state":
            return "unlocked" if self.is_open else "locked"
        raise AttributeError(name)

    def coin(self):
        return True

    def push(self):
        if not self.is_open:
            raise InvalidTransition(self.state)
        return False

    def handle(self, event):
        actions = {"coin": self.coin, "push": self.push}
        if event not in actions:
            raise UnknownEvent(event)
        self.is_open = actions[event]()
        self.counts.update([event])
        return self
