class Base:
    def __init__(self, **rest):
        self.trace = getattr(self, "trace", []) + ["Base"]

    def who(self):
        return ["Base"]


class Left(Base):
    def __init__(self, left=1, **rest):
        super().__init__(**rest)
        self.left = left
        self.trace.append("Left")

    def who(self):
        return ["Left", *super().who()]


class Right(Base):
    def __init__(self, right=2, **rest):
        super().__init__(**rest)
        self.right = right
        self.trace.append("Right")

    def who(self):
        return ["Right", *super().who()]


class Bottom(Left, Right):
    def who(self):
        return ["Bottom", *super().who()]


class Json:
    def to_json(self):
        return {k: v for k, v in vars(self).items() if k != "trace"}


class Report(Json, Bottom):
    pass


class Registry(type):
    known = {}

    def __new__(mcs, name, bases, names):
        cls = super().__new__(mcs, name, bases, names)
        mcs.known[name.lower()] = cls
        return cls


class Plugin(metaclass=Registry):
    pass


class Csv(Plugin):
    suffix = ".csv"


class Tracked:
    children = []

    def __init_subclass__(cls, tag="none", **rest):
        super().__init_subclass__(**rest)
        cls.tag = tag
        Tracked.children.append(cls.__name__)


class First(Tracked, tag="one"):
    pass


class Single:
    _only = None

    def __new__(cls):
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only


class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner):
        return self if instance is None else getattr(instance, self.name)

    def __set__(self, instance, value):
        if value <= 0:
            raise ValueError(f"{self.name[1:]} must be positive")
        setattr(instance, self.name, value)


class Box:
    width = Positive()
    __slots__ = ("_width",)

    def __init__(self, width):
        self.width = width
