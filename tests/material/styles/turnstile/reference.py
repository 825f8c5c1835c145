from collections import Counter


class InvalidTransition(Exception):
    pass


class Turnstile:
    TRANSITIONS = {
        ("locked", "coin"): "unlocked",
        ("unlocked", "coin"): "unlocked",
        ("unlocked", "push"): "locked",
    }

    def __init__(self):
        self.state = "locked"
        self.counts = Counter()

    def handle(self, event):
        if event not in ("coin", "push"):
            raise ValueError(f"{event} is no event")
        if (self.state, event) not in self.TRANSITIONS:
            raise InvalidTransition(f"no {event} while {self.state}")
        self.state = self.TRANSITIONS[self.state, event]
        self.counts[event] += 1
        return self
