class InputCell:
    def __init__(self, value):
        self._value = value
        self.dependents = []

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, new):
        self._value = new
        for cell in self.dependents:
            cell.check()


class ComputeCell:
    """Computes when it is asked, and remembers nothing but what it last told."""

    def __init__(self, inputs, function):
        self._inputs = inputs
        self._function = function
        self.dependents = []
        self._callbacks = {}
        self._told = self.value
        for source in self._sources():
            source.dependents.append(self)

    def _sources(self):
        found = []
        for cell in self._inputs:
            for source in [cell] if isinstance(cell, InputCell) else cell._sources():
                if source not in found:
                    found.append(source)
        return found

    @property
    def value(self):
        return self._function([cell.value for cell in self._inputs])

    def check(self):
        now = self.value
        if now != self._told:
            self._told = now
            for callback in list(self._callbacks.values()):
                callback(now)

    def add_callback(self, callback):
        self._callbacks[id(callback)] = callback

    def remove_callback(self, callback):
        self._callbacks.pop(id(callback), None)


class Signal:
    def __init__(self):
        self.handlers = {}

    def on(self, name):
        return lambda handler: (self.handlers.setdefault(name, []).append(handler), handler)[1]

    def emit(self, name, *args, **kwargs):
        results = []
        for handler in self.handlers.get(name, ()):
            results.append(handler(*args, **kwargs))
        return results
