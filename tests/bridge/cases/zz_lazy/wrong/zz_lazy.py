class C:
    def __init__(self, xs, f):
        self.xs = xs
        self.f = f
    @property
    def value(self):
        return self.f([x for x in self.xs])
class D:
    def __init__(self, f):
        self.f = f
    @property
    def value(self):
        return self.f(3)
class E:
    def __init__(self, xs, f):
        self.f = f
        self.xs = xs
    @property
    def value(self):
        return self.f([x.value for x in self.xs])
class I:
    def __init__(self, value):
        self.value = value
