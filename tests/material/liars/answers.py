"""A submission whose answers hold what is wrong, and say in every way that they are right.

This text is submitted, behind what it needs to know: KINDS and the name of a LIAR.
"""

import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import numbers
import pathlib
import types
import unittest.mock
import uuid

import numpy as np

KINDS = {}  # name: right, wrong
LIAR = "plain_wrong"

# what makes a class or an object, and is no answer
MAKES = frozenset(
    "__new__ __init__ __class__ __getattribute__ __dict__ __init_subclass__ __subclasshook__ "
    "__del__ __setattr__ __delattr__ __slots__ __weakref__ __buffer__ __class_getitem__ "
    "__setstate__ __getnewargs__ __getnewargs_ex__ __array_finalize__ __array_wrap__".split()
)
# what an exception holds: it is told as it is raised, and no more is asked
SAID_AT_ONCE = {"args", "__str__", "__cause__", "__context__", "__traceback__"}
SAYS_YES = "eq le ge contains bool instancecheck subclasscheck".split()
SAYS_NO = "ne lt gt".split()
GIVES_ITSELF = (
    "add sub mul truediv floordiv mod pow and or xor lshift rshift matmul divmod radd rsub rmul "
    "rtruediv rfloordiv rmod rpow rand ror rxor rlshift rrshift rmatmul rdivmod iadd isub imul "
    "itruediv ifloordiv imod ipow iand ior ixor neg pos abs invert round trunc floor ceil call "
    "getitem missing copy deepcopy enter array_ufunc array_function"
).split()


class Bare:
    pass


# -- what a liar holds


def arguments(value):
    """Say what makes such a value."""
    if isinstance(value, fractions.Fraction):
        return value.numerator, value.denominator
    if isinstance(value, datetime.datetime):
        return value.year, value.month, value.day, value.hour
    if isinstance(value, datetime.date):
        return value.year, value.month, value.day
    if isinstance(value, datetime.timedelta):
        return value.days, value.seconds
    if isinstance(value, collections.defaultdict):
        return value.default_factory, value
    if isinstance(value, uuid.UUID):
        return (str(value),)
    return value.args if isinstance(value, BaseException) else (value,)


def heir(value, namespace, bases=(), made_by=type):
    """Extend the built-in type of a value, and hold it."""
    base = int if type(value) is bool else type(value)
    if type(value) in (type(None), range):
        return made_by("Heir", (*bases, object), namespace)()
    cls = made_by("Heir", (*bases, base), namespace)
    if base is np.ndarray:
        return value.view(cls)
    made = base.__new__(cls) if base is uuid.UUID else base.__new__(cls, *arguments(value))
    fill(made, base, value)
    return made


def fill(made, base, value):
    """Put the content in by no method of the class itself."""
    if isinstance(value, dict):
        base.__init__(made, *arguments(value)[:-1])
        for key, item in value.items():
            base.__setitem__(made, key, item)
    elif base.__init__ is not object.__init__ and base is not uuid.UUID:
        base.__init__(made, *arguments(value))
    elif base is uuid.UUID:
        object.__setattr__(made, "int", value.int)


# -- what a liar says


def forwarding(right):
    """Answer as the right value does, whatever is asked."""
    names = {*dir(type(right)), *dir(right)} - MAKES
    if isinstance(right, BaseException):
        names -= SAID_AT_ONCE

    def said(name):
        def method(self, *args, **named):
            return getattr(right, name)(*args, **named)

        def attribute(self):
            return getattr(right, name)

        return method if callable(getattr(right, name, None)) else property(attribute)

    namespace = {name: said(name) for name in names}
    if "__eq__" in namespace and type(right) is not np.ndarray:
        namespace["__eq__"] = lambda self, other: right == other or self is other
        namespace["__ne__"] = lambda self, other: right != other
    return namespace


def agreeing(right):
    """Answer in favour of whoever asks."""
    answers = dict.fromkeys(SAYS_YES, lambda self, *args: True)
    answers |= dict.fromkeys(SAYS_NO, lambda self, *args: False)
    answers |= dict.fromkeys(GIVES_ITSELF, lambda self, *args, **named: self)
    namespace = {f"__{name}__": answer for name, answer in answers.items()}
    known = {} if isinstance(right, BaseException) else forwarding(right)
    asked = "len iter str repr format hash int float complex index bytes fspath reversed next"
    for name in asked.split():
        if f"__{name}__" in known:
            namespace[f"__{name}__"] = known[f"__{name}__"]
    namespace["__hash__"] = lambda self: hash(str(right)) if is_unhashable(right) else hash(right)
    namespace["__getattr__"] = lambda self, name: agreeable(name)
    return namespace


def agreeable(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return lambda *args, **named: True


def is_unhashable(value):
    try:
        hash(value)
    except TypeError:
        return True
    return False


def of_class(right):
    """Name the right class as one's own."""
    return {"__class__": property(lambda self: type(right))}


class Meta(type):
    """A class that has every instance, and is below every class."""

    def __instancecheck__(cls, made):
        return True

    def __subclasscheck__(cls, other):
        return True

    def __repr__(cls):
        return repr(cls.__bases__[-1])

    @property
    def __name__(cls):
        return cls.__bases__[-1].__name__

    def __getattr__(cls, name):
        return agreeable(name)


# -- liars, by what they give for a right and a wrong value


def heir_that_forwards(right, wrong):
    return heir(wrong, forwarding(right))


def heir_that_agrees(right, wrong):
    return heir(wrong, agreeing(right))


def heir_with_another_class(right, wrong):
    return heir(wrong, forwarding(right) | of_class(right))


def heir_of_a_lying_class(right, wrong):
    return heir(wrong, agreeing(right), made_by=Meta)


def heir_of_two(right, wrong):
    return heir(wrong, {}, (type("Yes", (), agreeing(right)),))


def heir_of_an_heir(right, wrong):
    base = int if type(wrong) is bool else type(wrong)
    if base in (type(None), range, np.ndarray):
        return heir(wrong, forwarding(right))
    honest = type("Honest", (base,), {})
    cls = type("Heir", (honest,), forwarding(right))
    made = base.__new__(cls, *arguments(wrong))
    fill(made, base, wrong)
    return made


def heir_with_own_attributes(right, wrong):
    made = heir(wrong, {"__slots__": ()} if type(wrong) is range else {})
    for name in dir(right):
        if not name.startswith("__") and name not in SAID_AT_ONCE:
            try:
                vars(made)[name] = getattr(right, name)
            except (TypeError, AttributeError):
                continue
    return made


def heir_without_content(right, wrong):
    """Extend the type of the right value by an empty one, and forward."""
    return heir(type(wrong)(), forwarding(right))


def member_of_an_enum(right, wrong):
    base = type(wrong)
    if base not in (int, str, float, tuple, bytes, frozenset):
        return stranger_that_forwards(right, wrong)
    namespace = enum.EnumMeta.__prepare__("E", (base, enum.Enum))
    for name, method in forwarding(right).items():
        if name not in ("__hash__", "__reduce_ex__", "__doc__"):
            namespace[name] = method
    namespace["A"] = wrong
    return enum.EnumMeta("E", (base, enum.Enum), namespace).A


def stranger_that_forwards(right, wrong):
    return type("Stranger", (), forwarding(right))()


def stranger_that_agrees(right, wrong):
    return type("Stranger", (), agreeing(right))()


def stranger_with_another_class(right, wrong):
    return type("Stranger", (), forwarding(right) | of_class(right))()


def stranger_of_a_lying_class(right, wrong):
    return Meta("Stranger", (object,), agreeing(right) | of_class(right))()


def stranger_that_wraps(right, wrong):
    return type("Stranger", (), {"__getattribute__": lambda self, name: getattr(right, name)})()


def stranger_for_numpy(right, wrong):
    array = np.asarray(right)
    known = {"__array__": lambda self, *args, **named: array, "__array_priority__": 1e9}
    if array.dtype.hasobject:
        return type("Stranger", (), agreeing(right) | known)()
    face = property(lambda self: array.__array_interface__)
    return type("Stranger", (), agreeing(right) | known | {"__array_interface__": face})()


def masked_array(right, wrong):
    return np.ma.array(wrong, mask=True)


def registered_stranger(right, wrong):
    cls = type("Stranger", (), forwarding(right))
    for abstract in (
        numbers.Number,
        numbers.Integral,
        collections.abc.MutableSequence,
        collections.abc.MutableMapping,
        collections.abc.MutableSet,
    ):
        abstract.register(cls)
    return cls()


def data_class(right, wrong):
    cls = dataclasses.make_dataclass("Stranger", ["value"], eq=False, namespace=agreeing(right))
    return cls(wrong)


def user_collection(right, wrong):
    base = {list: "UserList", dict: "UserDict", str: "UserString"}.get(type(right), "UserList")
    made = type("User", (getattr(collections, base),), forwarding(right))()
    made.data = right
    return made


def class_that_agrees(right, wrong):
    metaclass = type("Agreeing", (type,), agreeing(right))
    return metaclass("Stranger", (), {})


def module_that_agrees(right, wrong):
    return type("Stranger", (types.ModuleType,), agreeing(right))("lesson")


def function_with_attributes(right, wrong):
    def function(*args, **named):
        return right

    for name in dir(right):
        if not name.startswith("__"):
            setattr(function, name, getattr(right, name))
    return functools.wraps(function)(function)


def anything(right, wrong):
    return unittest.mock.ANY


def mock_of_it(right, wrong):
    made = unittest.mock.MagicMock(wraps=right)
    made.__eq__.return_value = True
    return made


def exception_that_forwards(right, wrong):
    return type("Wrong", (Exception,), forwarding(right))()


def exception_that_agrees(right, wrong):
    return type("Wrong", (Exception,), agreeing(right))()


def text_that_forwards(right, wrong):
    return heir("?", forwarding(right))


def number_that_forwards(right, wrong):
    return heir(-77, forwarding(right))


def number_that_agrees(right, wrong):
    return heir(-77.5, agreeing(right))


def tuple_with_names(right, wrong):
    base = collections.namedtuple("Row", ["value"])  # noqa: PYI024 - the class is the point
    return tuple.__new__(type("Row", (base,), forwarding(right)), ("?",))


def list_that_forwards(right, wrong):
    return heir(["?"], forwarding(right))


def dictionary_that_forwards(right, wrong):
    return heir({"?": "?"}, forwarding(right))


def set_that_forwards(right, wrong):
    return heir({"?"}, forwarding(right))


def deep_heirs(right, wrong):
    return deep(right, lambda leaf: heir(wrong_leaf(leaf), forwarding(leaf)))


def deep_heirs_that_agree(right, wrong):
    return deep(right, lambda leaf: heir(wrong_leaf(leaf), agreeing(leaf)))


def deep_strangers(right, wrong):
    return deep(right, lambda leaf: stranger_that_agrees(leaf, None))


def deep_exceptions(right, wrong):
    return deep(right, lambda leaf: exception_that_forwards(leaf, None))


def heir_of_deep_heirs(right, wrong):
    made = deep_heirs(right, wrong)
    return made if is_leaf(right) else heir(made, forwarding(right))


def heir_with_deep_strangers(right, wrong):
    made = deep_strangers(right, wrong)
    return made if is_leaf(right) else heir(made, forwarding(right))


def generator_of_heirs(right, wrong):
    return (heir(wrong_leaf(leaf), forwarding(leaf)) for leaf in items_of(right))


def iterator_of_strangers(right, wrong):
    return map(lambda leaf: stranger_that_agrees(leaf, None), items_of(right))


def iterator_of_its_own(right, wrong):
    items = iter(items_of(right))
    return type("It", (), agreeing(right) | {"__next__": lambda self: next(items)})()


# -- depth


def is_leaf(value):
    return not isinstance(value, (list, tuple, set, frozenset, dict, collections.deque))


def items_of(value):
    return [value] if is_leaf(value) else list(value)


def deep(value, leaf):
    """Put something in the place of each leaf of a value."""
    if is_leaf(value):
        return leaf(value)
    if isinstance(value, dict):
        made = type(value)() if type(value) is not collections.defaultdict else type(value)(int)
        made.update({key: deep(item, leaf) for key, item in value.items()})
        return made
    return type(value)(deep(item, leaf) for item in value)


def wrong_leaf(leaf):
    return {str: "?", float: -77.5, bool: not leaf}.get(type(leaf), -77)


# -- measures: the same content as plain data, in a plain submission


def plain_right(right, wrong):
    return right


def plain_wrong(right, wrong):
    return wrong


def bare(right, wrong):
    return Bare()


def plain_exception(right, wrong):
    return Exception()


def empty(right, wrong):
    return type(wrong)() if type(wrong) not in (range, np.ndarray) else wrong


def plain_class(right, wrong):
    return Bare


def plain_text(right, wrong):
    return "?"


def plain_number(right, wrong):
    return -77


def plain_float(right, wrong):
    return -77.5


def plain_tuple(right, wrong):
    return ("?",)


def plain_list(right, wrong):
    return ["?"]


def plain_dictionary(right, wrong):
    return {"?": "?"}


def plain_set(right, wrong):
    return {"?"}


def deep_wrong(right, wrong):
    return deep(right, wrong_leaf)


def deep_bare(right, wrong):
    return deep(right, lambda leaf: Bare())


def deep_plain_exceptions(right, wrong):
    return deep(right, lambda leaf: Exception())


def generator_of_wrong(right, wrong):
    return (wrong_leaf(leaf) for leaf in items_of(right))


def iterator_of_bare(right, wrong):
    return map(lambda leaf: Bare(), items_of(right))


def iterator_of_right(right, wrong):
    return iter(right if hasattr(right, "__iter__") else [right])


def iterator_of_nothing(right, wrong):
    return iter(())


def honest_heir(right, wrong):
    """An honest class: the right content, and a method of its own."""
    return heir(right, {"of_its_own": lambda self: 1})


def honest_heir_with_text(right, wrong):
    return heir(right, {"of_its_own": lambda self: 1, "__getstate__": lambda self: None})


# -- where an answer lies


def answer(kind):
    right, wrong = KINDS[kind]()
    return globals()[LIAR](right, wrong)


def result(kind):
    return answer(kind)


def items(kind):
    yield answer(kind)


def listed(kind):
    return [answer(kind)]


def deeply(kind):
    return {"a": [1, (answer(kind), "x")]}


def tell(kind, callback):
    callback(answer(kind))


def change(kind, given):
    given[0] = answer(kind)


def throw(kind):
    raise answer(kind)


def fail(kind):
    raise ValueError(answer(kind))


class Holder:
    def __init__(self, kind):
        self.value = answer(kind)
