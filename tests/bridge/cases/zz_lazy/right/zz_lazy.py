class C:
    def __init__(self, xs, f):
        self.xs = xs
        self.f = f
        self.value = f([x for x in xs])
class D:
    def __init__(self, f):
        self.f = f
        self.value = f(3)
class E:
    def __init__(self, xs, f):
        self.f = f
        self.xs = xs
        self.value = f([x.value for x in xs])
class I:
    def __init__(self, value):
        self.value = value
