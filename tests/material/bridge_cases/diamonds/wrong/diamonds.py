class Base:
    def __init__(self):
        self.trace = ["Base"]

    def who(self):
        return ["Base"]


class Left(Base):
    def __init__(self, left=1):
        Base.__init__(self)
        self.left = left
        self.trace.append("Left")

    def who(self):
        return ["Left", *Base.who(self)]


class Right(Base):
    def __init__(self, right=2):
        Base.__init__(self)
        self.right = right
        self.trace.append("Right")

    def who(self):
        return ["Right", *Base.who(self)]


class Bottom(Right, Left):
    def who(self):
        return ["Bottom", *Left.who(self), *Right.who(self)]


class Json:
    def to_json(self):
        return {}


class Report(Bottom):
    pass


class Registry(type):
    known = {}


class Plugin(metaclass=Registry):
    pass


class Csv:
    suffix = ".csv"


class Tracked:
    children = []
    tag = ""


class First(Tracked):
    pass


class Single:
    pass


class Box:
    def __init__(self, width):
        self.width = width
