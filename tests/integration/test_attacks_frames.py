"""A submission that takes over its end of the wire gains no credit and is nobody else's fault."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.integration.attack_course import (
    LESSON,
    Course,
    Graded,
    grade,
    needs,
    outcome_list,
)

pytestmark = [pytest.mark.jail, pytest.mark.slow, pytest.mark.timeout(200)]

HIDDEN = f"""
from {LESSON} import dcg

def test_a():
    assert dcg([0.61847, 3.5]) == 4.11847

def test_b():
    assert dcg([1, 2]) == 3.0
"""
TIERS = {
    "functions": HIDDEN,
    "objects": HIDDEN.replace("assert dcg([1", "assert dcg.__kwdefaults__ is None and dcg([1"),
}
RIGHT = "def dcg(rels):\n    return float(sum(rels))\n"
POKE = """
import os, socket, stat, struct, sys

conversation = sys.modules["grader.wire.conversation"]
link = sys.modules["grader.wire.link"]
functions_server = sys.modules["grader.inside.functions_server"]
values = sys.modules["grader.wire.values"]
describe = sys.modules["grader.wire.describe"]

def server():
    frame = sys._getframe()
    while frame:
        found = frame.f_locals.get("self")
        if type(found).__name__ in ("ObjectsServer", "FunctionsServer"):
            return found
        frame = frame.f_back

def raw(data):
    for number in range(3, 20):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                os.write(number, data)
        except OSError:
            pass

def frame(*args, kind=1, seq=10**6, level=(), dropped=(), freed=(), printed=(), extra=None):
    lists = [list(level), list(dropped), list(freed), list(printed)]
    data = values.encode(values.Message(kind, seq, "", list(args), {}, *lists, extra or {}))
    return struct.pack("<I", len(data)) + data

def answer(*args, **more):
    def compose(self, kind, seq, op, given, named):
        rows = {name: list(value) for name, value in more.items() if name != "extra"}
        extra = more.get("extra", {})
        message = values.Message(kind, seq, "", list(args), {}, [], [], [], [], extra)
        for name, value in rows.items():
            setattr(message, name, value)
        return message
    conversation.Conversation._compose = compose

def tell_of_errors(told):
    for server in (link.Link, functions_server.FunctionsServer):
        server.dump_error = lambda self, error: told

class A:
    pass

def dcg(rels):
"""
BODIES = {
    "an answer nobody asked for": "raw(frame(1.0))\nreturn -1.0",
    "an answer given twice": "raw(frame(-1.0, seq=2) * 3)\nreturn -1.0",
    "a question about nothing": "raw(frame(kind=0))\nreturn -1.0",
    "an exception that is none": "raw(frame(1.0, kind=2, seq=3))\nreturn -1.0",
    "a frame of four gigabytes": "raw(struct.pack('<I', 2**32 - 1))\nreturn -1.0",
    "half a frame": "raw(struct.pack('<I', 1000) + b'x')\nos._exit(0)",
    "nonsense": "raw(os.urandom(4096))\nreturn -1.0",
    "a deep frame": "raw(struct.pack('<I', 10**6) + b'\\x91' * 10**6)\nreturn -1.0",
    "a value deeper than any list": (
        "deep = 1.0\nfor _ in range(5000): deep = values.Box('tuple', 0, [deep])\n"
        "sys.setrecursionlimit(10**5)\nanswer(deep)\nreturn -1.0"
    ),
    "two values": "answer(1.0, 2.0)\nreturn -1.0",
    "no value": "answer()\nreturn -1.0",
    "an unknown kind of data": "answer(values.Atom('os.system', ['true']))\nreturn -1.0",
    "a dear pattern": (
        "answer(values.Atom('pattern', ['(((a{0,999}){0,999}){0,999})', 0]))\nreturn 0"
    ),
    "a number of a million digits": "answer(values.Atom('int', ['f' * 10**6]))\nreturn -1.0",
    "a foreign object": "answer(values.Yours(1))\nreturn -1.0",
    "an object never described": "answer(values.Mine(77))\nreturn -1.0",
    "a class from nowhere": "answer(values.Named('os', 'system'))\nreturn -1.0",
    "a module": "answer(values.Named('sys', ''))\nreturn -1.0",
    "an array of nothing": (
        "answer(values.Box('ndarray', 2222, ['<f8', values.Blob(b''), 0, 10**18]))\nreturn -1.0"
    ),
    "a container under our number": "answer(values.Box('list', 1, []))\nreturn -1.0",
    "a container of nothing": "answer(values.Known(12345))\nreturn -1.0",
    "a change of nothing": "answer(1.0, level=[(999, values.Box('list', 999, []))])\nreturn -1.0",
    "a change of what was passed": (
        "answer(-1.0, level=[(1, values.Box('dict', 1, [], []))])\nreturn -1.0"
    ),
    "freed objects": "answer(-1.0, freed=range(-5, 50), dropped=range(-5, 50))\nreturn -1.0",
    "strange words beside": "answer(-1.0, printed=[(7, 'x')], extra={'patches': 3})\nreturn -1.0",
    "files outside": (
        "rows = [['../../evil', 'file', values.Blob(b'x')], ['/tmp/zs_evil', 'file', 1]]\n"
        "boxes = [values.Box('list', 1002 + 2 * i, row) for i, row in enumerate(rows)]\n"
        "answer(-1.0, extra={'files': values.Box('list', 1000, boxes)})\nreturn -1.0"
    ),
    "a class described wrongly": "describe.describe_class = lambda cls: {'name': 3}\nreturn A()",
    "a class with our names": (
        "names = ['_grader_link', '_grader_number', '__class__', '__getattribute__', '__eq__']\n"
        "describe.members_of = lambda cls: dict.fromkeys(names, 'function')\nreturn A()"
    ),
    "an exception with long names": (
        "long = values.Raised([('a' * 10**6, 'b' * 10**6)] * 3, [], line=2**62, text='y' * 10**6)\n"
        "tell_of_errors(long)\nraise ValueError"
    ),
    "an exception of another class": (
        "error = ValueError()\nerror.__dict__['__class__'] = KeyError\nraise error"
    ),
    "an exception with a skip's name": (
        "names = [('_pytest.outcomes', 'Skipped'), ('unittest.case', 'SkipTest')]\n"
        "skip = values.Raised(names, [])\n"
        "tell_of_errors(skip)\nraise ValueError"
    ),
    "hanging up": "os.closerange(3, 20)\nreturn -1.0",
    "hanging up one way": "server().channel._connection.shutdown(socket.SHUT_WR)\nreturn -1.0",
    "an exit without a word": "os._exit(0)",
    "a stop": "os.kill(os.getpid(), 19)\nreturn -1.0",
    "an alarm": "os.kill(os.getpid(), 14)\nreturn -1.0",
    "reading its own questions": "while True: server().channel._connection.recv(1)",
    "a tale without end": "while True: raw(frame(kind=3))",
    "many colliding keys": "return {n * (2**61 - 1): 1 for n in range(20000)}",
    "a list within itself many times": "a = []\na.extend([a] * 50)\nreturn [a] * 100",
    "a list nested too deeply": "a = []\nfor _ in range(10**5): a = [a]\nreturn a",
    "a number with too many digits": "return 16**1000001",
    "a text of twenty megabytes": "return 'x' * 20_000_000",
    "a key that is an object": "return {A(): 1}",
}
HONEST = {  # nobody meant any harm, so none of them is told that it interfered
    "a list nested too deeply",
    "a number with too many digits",
    "a text of twenty megabytes",
    "many colliding keys",
}


@dataclass
class Poked:
    """What a class of such submissions came to."""

    graded: Graded
    names: dict[str, str]


@pytest.fixture(scope="module", params=["full-functions", "reduced-objects"])
def poked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Poked:
    """All attacks on the wire, graded with right submissions between them."""
    level, _, tier = request.param.partition("-")
    needs(level)
    place = tmp_path_factory.mktemp("poked")
    course = Course.build(place / "course", {"test_hidden.py": TIERS[tier]}, RIGHT)
    names = {name: f"s{number:02d}" for number, name in enumerate(BODIES)}
    (place / "in").mkdir()
    for name, body in BODIES.items():
        lines = "".join(f"    {line}\n" for line in body.splitlines())
        (place / "in" / f"{names[name]}.py").write_text(POKE + lines, encoding="utf-8")
        (place / "in" / f"{names[name]}_then.py").write_text(RIGHT, encoding="utf-8")
    graded = grade(course, place / "in", place / "out", level, "--jobs=2")
    return Poked(graded, names)


@pytest.mark.parametrize("name", BODIES)
def test_poking_gains_nothing(poked: Poked, name: str) -> None:
    """No credit, and never a fault of the grader, for whatever the jail writes."""
    report = poked.graded.reports[poked.names[name]]

    assert report["share"] == 0.0
    assert report["verdict"] not in {"passed", "grader_fault"}
    assert len(report["cases"]) == 2


def test_poking_costs_nobody_else(poked: Poked) -> None:
    """Every right submission that was judged between them has full points."""
    graded = poked.graded
    shares = {name: report["share"] for name, report in graded.reports.items() if "_" in name}

    assert {name: share for name, share in shares.items() if share != 1.0} == {}
    assert graded.code == 0, graded.said
    assert graded.survivors == []
    assert not Path("/tmp/zs_evil").exists()


@pytest.mark.parametrize(
    "name",
    sorted(HONEST),
)
def test_nobody_is_accused_of_a_large_value(poked: Poked, name: str) -> None:
    """A value that is only too large or too deep gets a sentence about the value."""
    report = poked.graded.reports[poked.names[name]]

    said = {case["message"] for case in report["cases"]}
    assert not any("interfered" in text or "ended the Python process" in text for text in said)


DATACLASS = """
from dataclasses import dataclass

@dataclass
class P:
    x: int

def make(n):
    return P(n)
"""
LYING = """
import sys
describe = sys.modules["grader.wire.describe"]
describe.members_of = lambda cls: {"__eq__": "function", "__ne__": "function"}
describe.specials_of = lambda cls: []

class P:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

def make(n):
    return P(0)
"""


def test_a_described_method_is_no_operator(tmp_path: Path) -> None:
    """Where the reference's == compares fields, no description of a class makes it the jail's."""
    needs("reduced")
    hidden = f"from {LESSON} import P, make\n\ndef test_it():\n    assert make(2) == P(2)\n"
    course = Course.build(tmp_path / "course", {"test_hidden.py": hidden}, DATACLASS)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "s.py").write_text(LYING, encoding="utf-8")

    graded = grade(course, tmp_path / "in", tmp_path / "out", "reduced")

    assert outcome_list(graded, "s") == ["failed"]


INTERRUPTS = "def dcg(rels):\n    raise KeyboardInterrupt\n"


def test_an_interrupt_in_a_fixture_is_the_students(tmp_path: Path) -> None:
    """A KeyboardInterrupt raised while a fixture is made costs only the cases that use it."""
    needs("reduced")
    hidden = (
        f"import pytest\nfrom {LESSON} import dcg\n\n@pytest.fixture\ndef got():\n"
        "    return dcg([1])\n\ndef test_it(got):\n    assert got == 1.0\n\n"
        "def test_other():\n    assert 1 == 1\n"
    )
    course = Course.build(tmp_path / "course", {"test_hidden.py": hidden}, RIGHT)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "s.py").write_text(INTERRUPTS, encoding="utf-8")

    graded = grade(course, tmp_path / "in", tmp_path / "out", "reduced")

    assert outcome_list(graded, "s") == ["error", "passed"]
