class InvalidTransition(LookupError):
    pass


def machine(counts):
    state = "locked"
    while True:
        event = yield state
        if event == "coin":
            state = "unlocked"
        elif event == "push" and state == "unlocked":
            state = "locked"
        counts[event] = counts.get(event, 0) + 1


class Counts(dict):
    def __missing__(self, event):
        return 0


class Turnstile:
    def __init__(self):
        self.counts = Counts()
        self._machine = machine(self.counts)
        self.state = next(self._machine)

    def handle(self, event):
        if event not in {"coin", "push"}:
            raise ValueError("only coin and push")
        if event == "push" and self.state == "locked":
            raise InvalidTransition("it is locked")
        self.state = self._machine.send(event)
        return self
