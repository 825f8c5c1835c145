"""What a right submission may do in another style, and what no style lets it do."""

from collections import deque
from typing import Any

import numpy
import pandas
import pytest
from grader.bridge.session import Session

from grader.border.contract import Contract
from grader.border.inert import Inert, WrongResult

from .conftest import Open

pytestmark = pytest.mark.jail

YES = """
class Yes:
    def __eq__(self, other):
        return True
    __hash__ = None
    def __rsub__(self, other):
        return 0
    __contains__ = __lt__ = __gt__ = __eq__
"""


def learned(session: Session) -> Contract:
    """The contract of the one case that was recorded."""
    return session.learned.contract_of_case()


def lesson(session: Session) -> Any:
    """The stand-in for the submission's module."""
    return session.ask("import", ("lesson", False))


def use(open_session: Open, reference: str, submission: str, test: Any) -> Any:
    """Record a test with the reference, then run it with a submission."""
    recorded = open_session(reference)
    test(lesson(recorded))
    return test(lesson(open_session(submission, learned(recorded))))


def test_a_found_method_is_called(open_session: Open) -> None:
    """A method that `__getattr__` finds is called where the reference has it on its class."""
    reference = "class C:\n    def f(self): return 1\n"
    found = "class C:\n    def __getattr__(self, name): return lambda: 1\n"

    assert use(open_session, reference, found, lambda m: m.C().f()) == 1


def test_an_attribute_that_is_no_call_target_is_inert(open_session: Open) -> None:
    """Where the reference's attribute is data, a function in it is none."""
    reference = "class C:\n    f = 1\n"
    function = "class C:\n    def __getattr__(self, name): return lambda: 1\n"

    assert isinstance(use(open_session, reference, function, lambda m: m.C().f), Inert)


def test_a_list_stands_for_a_generator(open_session: Open) -> None:
    """Objects come in a list where the reference yields them, and the other way round."""
    head = "class N:\n    value = 1\n"
    yielding = head + "def f():\n    yield N()\n"
    listing = head + "def f():\n    return [N()]\n"

    def values(module: Any) -> list[Any]:
        return [node.value for node in module.f()]

    assert use(open_session, yielding, listing, values) == [1]
    assert use(open_session, listing, yielding, values) == [1]


def test_reflected_operators_are_one_family(open_session: Open) -> None:
    """`a < b` is admitted for a class that knows only `>`."""
    less = "class C:\n    def __lt__(self, o): return True\n"
    greater = "class C:\n    def __gt__(self, o): return True\n"

    assert use(open_session, less, greater, lambda m: m.C() < m.C()) is True


@pytest.mark.parametrize(
    "inner", ["Yes()", "type('T', (tuple,), {'x': 1})([Yes()])", "[Yes()]", "(i for i in [Yes()])"]
)
def test_no_container_carries_an_object_past_the_contract(open_session: Open, inner: str) -> None:
    """Where the reference gives plain data, an always-equal object equals nothing at any depth."""
    forged = YES + f"def f():\n    return {inner}\n"

    def compared(module: Any) -> Any:
        found = module.f()
        return found == (5, 5) or list(found) == [5] or 5 in found

    try:
        is_taken = use(open_session, "def f():\n    return [5, 5]\n", forged, compared)
    except WrongResult:
        is_taken = False
    assert not is_taken


def test_a_number_of_its_own_is_compared_by_what_it_holds(open_session: Open) -> None:
    """A subclass of float equals what it holds, whatever its own operators say."""
    reference = "def f():\n    return 1.5\n"
    forged = YES + "class F(float, Yes):\n    pass\ndef f():\n    return F(2.5)\n"

    def compared(module: Any) -> list[bool]:
        found = module.f()
        return [found == 1.5, abs(1.5 - found) < 0.1, found < 1, found + 1 == 3.5]

    assert use(open_session, reference, forged, compared) == [False, False, False, True]


ARRAYS = [
    "numpy.array([Yes()], dtype=object)",
    "type('T', (tuple,), {})([numpy.array([Yes()], dtype=object)])[0]",
    "type('T', (tuple,), {'x': 1})([numpy.array([Yes()], dtype=object)])",
    "numpy.array([[[Yes()]]], dtype=object)[0]",
]


@pytest.mark.parametrize("inner", ARRAYS)
def test_no_array_carries_an_object_past_the_contract(open_session: Open, inner: str) -> None:
    """Always-equal objects in an array of objects equal no number."""
    plain = "import numpy\ndef f():\n    return numpy.array([5, 5])\n"
    forged = "import numpy\n" + YES + f"def f():\n    return {inner}\n"

    def compared(module: Any) -> Any:
        found = module.f()
        return numpy.array_equal(found, [5]) or 5 in found or list(found) == [5]

    try:
        is_taken = use(open_session, plain, forged, compared)
    except WrongResult:
        is_taken = False
    assert not is_taken


EACH = """
class Each{bases}:
    def __init__(self, items): self.items = iter(items)
    def __iter__(self): return self
    def __next__(self): return next(self.items)
"""


def test_an_iterator_of_its_own_stands_for_a_generator(open_session: Open) -> None:
    """An object that gives one item after the other is looped over as a generator is."""
    yielding = "def f():\n    yield from [1, 2]\n"
    own = EACH.format(bases="") + "def f():\n    return Each([1, 2])\n"

    assert use(open_session, yielding, own, lambda m: list(m.f())) == [1, 2]
    assert use(open_session, own, yielding, lambda m: list(m.f())) == [1, 2]


def test_an_iterator_of_its_own_brings_nothing_past_the_contract(open_session: Open) -> None:
    """An always-equal iterator equals nothing, and neither do always-equal items of one."""
    yielding = "def f():\n    yield 5\n"
    forged = YES + EACH.format(bases="(Yes)") + "def f():\n    return Each([Yes()])\n"

    def compared(module: Any) -> list[bool]:
        found = module.f()
        each = iter(found)
        return [found == 5, each == 5, [found] == [5], [each] == [5]]

    assert use(open_session, yielding, forged, compared) == [False, False, False, False]
    for item in (lambda m: next(m.f()) == 5, lambda m: sum(m.f()) - 5, lambda m: 5 in m.f()):
        with pytest.raises(WrongResult):
            use(open_session, yielding, forged, item)


def test_objects_are_looped_over_by_position(open_session: Open) -> None:
    """Objects come from `__getitem__` where the reference's `__next__` gives them, and back."""
    head = "class N:\n    value = 1\nclass C:\n"
    yielding = head + "    def __iter__(self):\n        yield N()\n"
    indexed = head + "    def __getitem__(self, i):\n        return [N()][i]\n"

    def values(module: Any) -> list[Any]:
        return [node.value for node in module.C()]

    assert use(open_session, yielding, indexed, values) == [1]
    assert use(open_session, indexed, yielding, values) == [1]


REVERSED = ["Each([2, 1])", "[2, 1].__class__([2, 1])", "C([2, 1])"]


@pytest.mark.parametrize("given", REVERSED)
def test_what_goes_backwards_is_looped_over(open_session: Open, given: str) -> None:
    """`__reversed__` may give anything to loop over where the reference has items and a length."""
    head = "class C:\n    def __init__(self, items): self.items = items\n"
    reference = head + (
        "    def __len__(self): return len(self.items)\n"
        "    def __getitem__(self, i): return self.items[i]\n"
    )
    own = head + (
        "    def __iter__(self): return iter(self.items)\n"
        f"    def __reversed__(self): return {given}\n"
    )
    source = EACH.format(bases="") + own

    assert use(open_session, reference, source, lambda m: [*reversed(m.C([1, 2]))]) == [2, 1]


def test_what_goes_backwards_equals_nothing(open_session: Open) -> None:
    """An always-equal object equals no list that the reference's `__reversed__` gave."""
    reference = "class C:\n    def __reversed__(self): return [2, 1]\n"
    forged = YES + "class C:\n    def __reversed__(self): return Yes()\n"

    def compared(module: Any) -> list[bool]:
        found: Any = reversed(module.C())
        return [found == [2, 1], [found] == [[2, 1]]]

    assert use(open_session, reference, forged, compared) == [False, False]


DECORATED = """
class Decorated:
    def __init__(self, function): self.function = function
    def __call__(self, *args): return self.function(*args)
    def __get__(self, owner, cls=None): return GIVEN
def deco(function): return Decorated(function)
"""
GIVEN = [
    "__import__('functools').partial(self, owner)",
    "__import__('types').MethodType(self, owner)",
    "Decorated(lambda *args: self.function(owner, *args))",
]


@pytest.mark.parametrize("given", GIVEN)
def test_a_decorator_binds_methods_in_its_own_way(open_session: Open, given: str) -> None:
    """What an object of the student's binds is called as a function is that Python binds."""
    reference = "def deco(f):\n    return lambda *args: f(*args)\n"

    def called(module: Any) -> Any:
        class Owner:
            plus = module.deco(lambda _self, number: number + 1)

        return Owner().plus(2)

    assert use(open_session, reference, DECORATED.replace("GIVEN", given), called) == 3


@pytest.mark.parametrize("given", ["Yes()", "Called()", "lambda: 5"])
def test_what_a_decorator_gives_for_data_equals_nothing(open_session: Open, given: str) -> None:
    """An always-equal object is no attribute, whether or not it can be called."""
    reference = "def deco(f):\n    return property(f)\n"
    forged = YES + "class Called(Yes):\n    def __call__(self): return 5\n" + DECORATED

    def compared(module: Any) -> list[bool]:
        class Owner:
            five = module.deco(lambda _self: 5)

        found = Owner().five
        return [found == 5, [found] == [5], found != 5]

    try:
        found = use(open_session, reference, forged.replace("GIVEN", given), compared)
    except WrongResult:
        found = [False, False, True]
    assert found == [False, False, True]


CONTAINERS = "list deque set bytearray dict OrderedDict Counter defaultdict".split()


@pytest.mark.parametrize("base", CONTAINERS)
def test_a_container_of_its_own_is_compared_by_what_it_holds(open_session: Open, base: str) -> None:
    """A subclass of a container equals what it holds, whatever its own operators say."""
    head = f"from collections import *\nBASE = {base}\n"
    head += "FIELDS = ({1: None},) if issubclass(BASE, dict) else ([1],)\n"
    head += "FIELDS = (None, *FIELDS) if BASE is defaultdict else FIELDS\n"
    plain = head + "def f():\n    return BASE(*FIELDS)\n"
    forged = head + YES + "class F(Yes, BASE):\n    pass\ndef f():\n    return F(*FIELDS)\n"

    def equal(module: Any) -> list[bool]:
        found = module.f()
        kinds: list[Any] = [deque, bytearray, set, list]
        kind = next((each for each in kinds if isinstance(found, each)), dict.fromkeys)
        same, other = kind([1]), kind([2])
        return [found == same, found == other, other == found, 2 in found]

    assert use(open_session, plain, forged, equal) == [True, False, False, False]


def test_a_callback_comes_back_anywhere(open_session: Open) -> None:
    """The test's own function comes back where the reference gave none."""
    reference = "def f(callback):\n    return None\n"

    def callback() -> None: ...

    given = use(open_session, reference, "def f(c):\n    return c\n", lambda m: m.f(callback))
    assert given is callback


def test_a_matcher_of_the_test_is_no_answer(open_session: Open) -> None:
    """An object of the test's that decides equality is not admitted as a result."""

    class Any5:
        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 5

    reference = "def f(x):\n    return 5\n"
    forged = "def f(x):\n    return x\n"

    assert isinstance(use(open_session, reference, forged, lambda m: m.f(Any5())), Inert)


LYING_TABLE = """
import pandas

class Table(pandas.DataFrame):
    def equals(self, other):
        return True

def f():
    return Table({"a": [9]})
"""


def test_a_lying_table_is_no_answer(open_session: Open) -> None:
    """Where the reference gave a table, an object of a class of the student's is inert."""
    reference = "import pandas\n\ndef f():\n    return pandas.DataFrame({'a': [1]})\n"

    honest = use(open_session, reference, reference, lambda m: m.f())
    assert honest.equals(pandas.DataFrame({"a": [1]}))
    assert isinstance(use(open_session, reference, LYING_TABLE, lambda m: m.f()), Inert)


LYING_NUMBER = """
class F(float):
    def __format__(self, spec):
        return "2.5"
"""
CARRIED = {
    "to a callback": ("def f(give):\n    give({})\n", "call"),
    "by name to a callback": ("def f(give):\n    give(number={})\n", "named"),
    "by a generator": ("def f(give):\n    yield {}\n", "next"),
    "by an iterator": ("def f(give):\n    return iter([{}])\n", "next"),
}


@pytest.mark.parametrize(("text", "way"), CARRIED.values(), ids=CARRIED)
def test_a_number_is_plain_however_it_is_given(open_session: Open, text: str, way: str) -> None:
    """What carries data is an object, and admits none in the place of the data."""
    reference, submission = text.format("2.5"), text.format("F(9.75)")

    def formatted(module: Any) -> str:
        seen: list[Any] = []
        if way == "next":
            return format(next(module.f(None)))

        def take(number: float) -> None:
            seen.append(number)

        module.f(take)
        return format(seen[0])

    assert use(open_session, reference, LYING_NUMBER + submission, formatted) == "9.75"


def test_an_iterator_of_ones_own_stands_for_a_generator(open_session: Open) -> None:
    """An object that gives one item after the other is right in the place of a generator."""
    reference = "def f():\n    yield 1\n"
    own = (
        "class It:\n    def __iter__(self):\n        return self\n"
        "    def __next__(self):\n        return 1\n\ndef f():\n    return It()\n"
    )

    assert use(open_session, reference, own, lambda m: next(iter(m.f()))) == 1
