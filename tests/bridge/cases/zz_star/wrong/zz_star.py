class InputCell:
    def __init__(self, value):
        self.value = value

class ComputeCell:
    def __init__(self, inputs, function):
        self.inputs = inputs
        self.function = function
        self.value = function([c.value for c in inputs])
class Help: pass
