class InputCell:
    def __init__(self, value):
        self.value = value


class ComputeCell:
    def __init__(self, inputs, function):
        self.inputs = inputs
        self.function = function
        self.callbacks = set()

    @property
    def value(self):
        result = self.function([cell.value for cell in self.inputs])
        for callback in self.callbacks:
            callback(result)
        return result

    def add_callback(self, callback):
        self.callbacks.add(callback)

    def remove_callback(self, callback):
        self.callbacks.remove(callback)


class Signal:
    def __init__(self):
        self.handlers = {}

    def on(self, name):
        def register(handler):
            self.handlers[name] = [handler]

        return register

    def emit(self, name, *args):
        return [handler(*args) for handler in self.handlers[name]]
