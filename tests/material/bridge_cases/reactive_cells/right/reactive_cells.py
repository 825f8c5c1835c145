class InputCell:
    def __init__(self, value):
        self._value = value
        self.watchers = []

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, new):
        self._value = new
        for watcher in self.watchers:
            watcher.settle()
        for watcher in self.watchers:
            watcher.fire()


class ComputeCell:
    def __init__(self, inputs, function):
        self.inputs = inputs
        self.function = function
        self.callbacks = []
        self.watchers = []
        self.value = self.told = self.compute()
        for cell in inputs:
            self.watch(cell)

    def watch(self, cell):
        if self not in cell.watchers:
            cell.watchers.append(self)
        for below in getattr(cell, "inputs", []):
            self.watch(below)

    def compute(self):
        return self.function([cell.value for cell in self.inputs])

    def settle(self):
        for cell in self.inputs:
            if isinstance(cell, ComputeCell):
                cell.settle()
        self.value = self.compute()

    def fire(self):
        if self.value != self.told:
            self.told = self.value
            for callback in list(self.callbacks):
                callback(self.value)

    def add_callback(self, callback):
        self.callbacks.append(callback)

    def remove_callback(self, callback):
        if callback in self.callbacks:
            self.callbacks.remove(callback)


class Signal:
    def __init__(self):
        self.handlers = {}

    def on(self, name):
        def register(handler):
            self.handlers.setdefault(name, []).append(handler)
            return handler

        return register

    def emit(self, name, *args, **kwargs):
        return [handler(*args, **kwargs) for handler in self.handlers.get(name, [])]
