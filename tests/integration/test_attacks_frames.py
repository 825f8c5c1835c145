"""A submission that takes over its end of the wire gains no credit and is nobody else's fault."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.sandbox.spec import Isolation
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
RIGHT = "def dcg(rels):\n    return float(sum(rels))\n"
POKE = """
import gc, os, socket, stat, struct
from grader.border.connection import Frame, encode, framed

server = next(one for one in gc.get_objects() if type(one).__name__ == "Server")

def raw(data):
    for number in range(3, 20):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                os.write(number, data)
        except OSError:
            pass

def frame(kind, *body, heap=(), extras={}):
    raw(framed(encode(Frame(kind, "", list(body), list(heap), extras))))
    return -1.0

class A:
    pass

def dcg(rels):
"""
BODIES = {
    "an answer nobody asked for": "frame(1, 1.0)\nreturn -1.0",
    "an answer given three times": "frame(1, -1.0); frame(1, -1.0); return frame(1, -1.0)",
    "a question about nothing": "return frame(0)",
    "an exception that is none": "return frame(2, 1.0)",
    "a frame of four gigabytes": "raw(struct.pack('<I', 2**32 - 1))\nreturn -1.0",
    "half a frame": "raw(struct.pack('<I', 1000) + b'x')\nos._exit(0)",
    "nonsense": "raw(os.urandom(4096))\nreturn -1.0",
    "a deep frame": "raw(struct.pack('<I', 10**6) + b'\\x91' * 10**6)\nreturn -1.0",
    "two values": "return frame(1, 1.0, 2.0)",
    "no value": "return frame(1)",
    "an unknown kind of data": "return frame(1, ['os.system', 'true'])",
    "a foreign object": "return frame(1, ['yours', 1])",
    "a class from nowhere": "return frame(1, ['named', 'os', 'system'])",
    "a container of nothing": "return frame(1, ['ref', 12345])",
    "strange words beside": "return frame(1, -1.0, extras={'printed': [[7, 'x']], 'patches': 3})",
    "files outside": (
        "rows = [['../../evil', 'file', b'x'], ['/tmp/zs_evil', 'file', b'1']]\n"
        "return frame(1, -1.0, extras={'files': {'cases': rows, 'work': rows}})"
    ),
    "an exception of another class": (
        "error = ValueError()\nerror.__dict__['__class__'] = KeyError\nraise error"
    ),
    "hanging up": "os.closerange(3, 20)\nreturn -1.0",
    "an exit without a word": "os._exit(0)",
    "a stop": "os.kill(os.getpid(), 19)\nreturn -1.0",
    "an alarm": "os.kill(os.getpid(), 14)\nreturn -1.0",
    "reading its own questions": "while True: server.connection.receive()",
    "a tale without end": "while True: frame(3)",
    "many colliding keys": "return {n * (2**61 - 1): 1 for n in range(20000)}",
    "a list within itself many times": "a = []\na.extend([a] * 50)\nreturn [a] * 100",
    "a list nested too deeply": "a = []\nfor _ in range(10**5): a = [a]\nreturn a",
    "a number with too many digits": "return 16**1000001",
    "a text of forty megabytes": "return 'x' * 40_000_000",
    "a key that is an object": "return {A(): 1}",
}
HONEST = {  # nobody meant any harm, so none of them is told that it interfered
    "a list nested too deeply",
    "a number with too many digits",
    "a text of forty megabytes",
    "many colliding keys",
}


@dataclass
class Poked:
    """What a class of such submissions came to."""

    graded: Graded
    names: dict[str, str]


@pytest.fixture(scope="module", params=["full", "reduced"])
def poked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Poked:
    """All attacks on the wire, graded with right submissions between them."""
    level: Isolation = request.param
    needs(level)
    place = tmp_path_factory.mktemp("poked")
    course = Course.build(place / "course", {"test_hidden.py": HIDDEN}, RIGHT)
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
