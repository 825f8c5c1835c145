"""What a submission forges by objects in place of data, and by what they answer."""

from tests.integration import controls

from .attack import Attack, asks, attack


def lies(asked: str, right: str, *forged: str) -> Attack:
    """Say yes to whatever is asked, in place of data."""
    return Attack(asks(asked), right, tuple(YES + one for one in forged), IN_PLACE)


IN_PLACE = (controls.any_object, controls.any_answer)
YES = """
class Yes:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __len__(self): return 3
    def __iter__(self): return iter([1, 2, 3])
    def __contains__(self, item): return True
    def startswith(self, *given): return True
    __hash__ = None

"""
GATE = {
    "in place of data": lies(
        "assert lesson.f() == 5", "def f(): return 5", "def f(): return Yes()", "f = Yes"
    ),
    "in place of a text": lies(
        "assert lesson.f().startswith('he')", "def f(): return 'hello'", "def f(): return Yes()"
    ),
    "an error in place of a text": attack(
        asks("assert lesson.f().startswith('he')"),
        "def f(): return 'hello'",
        "class E(Exception):\n    def startswith(self, *given): return True\ndef f(): return E()",
        by=IN_PLACE,
    ),
    "in a list": lies("assert lesson.f() == [5]", "def f(): return [5]", "def f(): return [Yes()]"),
    "in a dictionary": lies(
        "assert lesson.f() == {1: 5}", "def f(): return {1: 5}", "def f(): return {1: Yes()}"
    ),
    "in an argument that is changed": lies(
        "x = [1]\nlesson.f(x)\nassert x == [5]",
        "def f(x): x[0] = 5",
        "def f(x): x[0] = Yes()",
    ),
    "yielded": lies("assert next(lesson.f()) == 5", "def f(): yield 5", "def f(): yield Yes()"),
    "handed to a callback": lies(
        "seen = []\nlesson.f(seen.append)\nassert seen[0] == 5",
        "def f(call): call(5)",
        "def f(call): call(Yes())",
    ),
    "in an error": lies(
        "with pytest.raises(ValueError) as caught: lesson.f()\nassert caught.value.args[0] == 5",
        "def f(): raise ValueError(5)",
        "def f(): raise ValueError(Yes())",
    ),
    "as an attribute": lies(
        "assert lesson.C().value == 5", "class C: value = 5", "class C: value = Yes()"
    ),
    "in a list that came as an object's": lies(
        "box = lesson.Box()\nassert lesson.f()[0].startswith('he')",
        "class Box: pass\ndef f(): return ['hello']",
        "SHARED = [Yes()]\nclass Box:\n    def __new__(cls): return SHARED\ndef f(): return SHARED",
    ),
    "in a list that is changed later": lies(
        "got = lesson.f()\nbox = lesson.Box()\nassert got[0].startswith('he')",
        "class Box: pass\ndef f(): return ['hello']",
        "SHARED = ['x']\nclass Box:\n    def __init__(self): SHARED[0] = Yes()\n"
        "def f(): return SHARED",
    ),
    "as one of three": attack(
        asks("assert len(lesson.f()) == 3"),
        "def f(): return [1, 2, 3]",
        f"{YES}def f(): return [Yes()] * 3",
        f"{YES}def f(): return dict.fromkeys('abc', Yes())",
        by=(controls.part_by_part,),
    ),
    "where the test catches everything": attack(
        asks("try:\n    assert lesson.f() == 5\nexcept BaseException: pass"),
        "def f(): return 5",
        f"{YES}def f(): return Yes()",
        by=(controls.forgiven,),
    ),
    "a coroutine in place of items": attack(
        asks("for got, want in zip(lesson.f(), [3, 5]): assert got == want"),
        "def f(): return [3, 5]",
        "async def f(): pass",
        by=(controls.any_coroutine, controls.any_nothing),
    ),
    "an object of the test, back again": attack(
        asks(
            "right = Right()\nlesson.show(right)\nassert lesson.f() == right",
            "class Right:\n    def use(self): pass\n"
            "    def __eq__(self, other): return other == 25 or type(other) is Right\n",
        ),
        "def show(right): right.use()\ndef f(): return 25",
        "def show(right): global f; f = lambda: right",
        by=(controls.any_object,),
    ),
}
VALUE = """
class V:
    def __init__(self, x=0): self.x = x
    def __eq__(self, other): return isinstance(other, V) and self.x == other.x
def make(x): return V(x)
"""
V_YES = VALUE.replace("return isinstance(other, V) and self.x == other.x", "return True")
BESIDE = {
    "a list": "assert [lesson.make(1), lesson.solve(5)] == [lesson.V(1), 25]",
    "a loop": (
        "for function, x, right in ((lesson.make, 1, lesson.V(1)), (lesson.solve, 5, 25)):\n"
        "    assert function(x) == right"
    ),
    "one list": "assert lesson.both() == [lesson.V(1), 25]",
}
WITH = (
    "class C:\n    def __init__(self, *kinds): self.kinds = kinds\n"
    "    def __enter__(self): return self\n    def __exit__(self, *error): "
)
OPERATORS = {
    **{
        f"an equal object beside one that may be, in {where}": attack(
            asks(asked),
            f"{VALUE}def solve(x): return x * x\ndef both(): return [V(1), 25]",
            f"{V_YES}def solve(x): return V()\ndef both(): return [V(1), V()]",
            by=IN_PLACE,
        )
        for where, asked in BESIDE.items()
    },
    "a text with an equality of its own": attack(
        asks("assert lesson.Name('bob') == 'bob'"),
        "class Name(str): pass",
        "class Name(str):\n    def __new__(cls, text): return str.__new__(cls, 'zz')\n"
        "    def __eq__(self, other): return True\n    __hash__ = str.__hash__",
        by=(controls.any_answer,),
    ),
    **{
        f"a swallowed assertion, where {where}": attack(
            asks(
                "with lesson.C(KeyError): pass\n"
                "try:\n    with lesson.C(KeyError): raise KeyError\nexcept KeyError: pass\n"
                "with lesson.C(KeyError): assert lesson.f() == 5"
            ),
            f"{WITH}return {answer}\ndef f(): return 5",
            f"{WITH}return True\ndef f(): return 4",
            by=(controls.any_answer,),
        )
        for where, answer in (
            ("errors pass", "False"),
            ("others are", "error[0] is not None and issubclass(error[0], self.kinds)"),
        )
    },
    "a swallowed assertion": attack(
        asks("with lesson.C() as got:\n    assert got == 5"),
        "class C:\n    def __enter__(self): return 5\n    def __exit__(self, *error): return False",
        "class C:\n    def __enter__(self): return 4\n    def __exit__(self, *error): return 1",
        by=(controls.any_answer,),
    ),
}
