"""No text that a student reads carries a hidden input, whatever the submission does to say it."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.model.report import JudgedSubmission
from grader.sandbox.spec import Isolation
from tests.integration.attack_course import (
    LESSON,
    Course,
    Graded,
    grade,
    needs,
    seen_by,
    sentences_of,
    spellings,
)

pytestmark = [pytest.mark.jail, pytest.mark.slow]

SECRET = "618047.25"
HIDDEN = f"""
from {LESSON} import dcg, factory

def test_one():
    assert dcg([{SECRET}, 3.5]) == 618050.75

def test_two():
    assert factory([{SECRET}])() == 1.0
"""
AT_IMPORT = f"""
import pytest
from {LESSON} import dcg

TABLE = [dcg([{SECRET}, 3.5])]
assert TABLE == [618050.75], "the table is {SECRET}"

def test_one():
    assert TABLE == [618050.75]
"""
RIGHT = """
def dcg(rels):
    return float(sum(rels))


def factory(rels):
    return lambda: 1.0
"""
REST = """
def factory(rels):
    return lambda: 1.0
"""
FIND_SERVER = """
import sys

def server():
    frame = sys._getframe()
    while frame:
        found = frame.f_locals.get("self")
        if type(found).__name__ == "Server":
            return found
        frame = frame.f_back
"""

ATTACKS = {
    "exception text": "def dcg(rels):\n    raise ValueError(repr(rels))\n" + REST,
    "exception type": "def dcg(rels):\n    raise type(repr(rels), (Exception,), {})()\n" + REST,
    "module of exception type": (
        "def dcg(rels):\n"
        "    names = {'__module__': repr(rels), '__qualname__': 'ValueError'}\n"
        "    raise type('E', (Exception,), names)\n" + REST
    ),
    "notes": (
        "def dcg(rels):\n    e = ValueError()\n    e.add_note(repr(rels))\n    raise e\n" + REST
    ),
    "cause": "def dcg(rels):\n    raise ValueError() from KeyError(repr(rels))\n" + REST,
    "wrong value": "def dcg(rels):\n    return repr(rels)\n" + REST,
    "type of result": "def dcg(rels):\n    return type(repr(rels), (), {})()\n" + REST,
    "type of number": "def dcg(rels):\n    return type(repr(rels), (float,), {})(1)\n" + REST,
    "type of huge result": (
        "def dcg(rels):\n    return type(repr(rels), (list,), {})([0] * 1000001)\n" + REST
    ),
    "name of function": RIGHT.replace(
        "    return lambda: 1.0",
        "    def named():\n        return object()\n"
        "    named.__name__ = named.__qualname__ = repr(rels)\n    return named",
    ),
    "name of function with other parameters": RIGHT.replace(
        "    return lambda: 1.0",
        "    def named(one):\n        return 1.0\n"
        "    named.__name__ = named.__qualname__ = f'X{rels[0]}'\n    return named",
    ),
    "name of function that is not written": RIGHT.replace(
        "    return lambda: 1.0",
        "    space = {}\n    exec('def named():\\n    raise NotImplementedError', space)\n"
        "    named = space['named']\n"
        "    named.__name__ = named.__qualname__ = f'X{rels[0]}'\n    return named",
    ),
    "printed": "def dcg(rels):\n    print(rels)\n    return 1.0\n" + REST,
    "printed by descriptor": (
        "import os\n\ndef dcg(rels):\n    os.write(2, repr(rels).encode())\n    return 1.0\n" + REST
    ),
    "system exit": "def dcg(rels):\n    raise SystemExit(repr(rels))\n" + REST,
    "syntax error": "def dcg(rels):\n    compile('1 ' + repr(rels), repr(rels), 'exec')\n" + REST,
    "file of a frame": (
        FIND_SERVER + "\ndef dcg(rels):\n"
        "    server().finder.sources[repr(rels)] = b''\n"
        "    exec(compile('raise ValueError', repr(rels), 'exec'))\n" + REST
    ),
    "where of an exception": (
        "import sys\n\ndef dcg(rels):\n"
        "    module = sys.modules['grader.border.errors']\n"
        "    module._innermost_place = lambda error, files: (repr(rels), 1)\n"
        "    raise ValueError\n" + REST
    ),
    "text for a large value": (
        "import sys\n\ndef dcg(rels):\n"
        "    large = sys.modules['grader.border.data_types'].TooLarge\n"
        "    def dump(self, values):\n        raise large(repr(rels))\n"
        "    sys.modules['grader.border.codec'].Codec.dump_all = dump\n    return 1.0\n" + REST
    ),
    "surrogates": "def dcg(rels):\n    raise ValueError('\\udcff' + repr(rels))\n" + REST,
}


@dataclass
class Told:
    """What a class of talkative submissions came to."""

    graded: Graded
    judged: dict[str, JudgedSubmission]
    names: dict[str, str]


def told(place: Path, hidden: str, attacks: dict[str, str], right: str = RIGHT) -> Told:
    """Grade attacks with one hidden test file."""
    needs("reduced")
    course = Course.build(place / "course", {"test_secret.py": hidden}, right)
    (place / "in").mkdir()
    names = {attack: f"s{number:02d}" for number, attack in enumerate(attacks)}
    for attack, name in names.items():
        (place / "in" / f"{name}.py").write_text(attacks[attack], encoding="utf-8")
    graded = grade(course, place / "in", place / "out", "reduced", "--jobs=2")
    return Told(graded, graded.judged(), names)


def leaked(run: Told, attack: str) -> set[str]:
    """Name the texts for the student that hold the secret in any spelling."""
    texts = seen_by(run.graded, run.judged[run.names[attack]])
    return {
        kind
        for kind, text in texts.items()
        if any(spelled in text for spelled in spellings(SECRET))
    }


@pytest.fixture(scope="module")
def talkative(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """All attacks that try to say an input, graded."""
    return told(tmp_path_factory.mktemp("talkative"), HIDDEN, ATTACKS)


@pytest.mark.parametrize("attack", list(ATTACKS))
def test_no_input_is_told(talkative: Told, attack: str) -> None:
    """The hidden input is in no text that the student receives."""
    assert leaked(talkative, attack) == set()


@pytest.mark.parametrize("attack", ATTACKS)
def test_telling_gains_nothing(talkative: Told, attack: str) -> None:
    """An attempt to say an input has no credit for that case and is no fault of the grader."""
    report = talkative.graded.reports[talkative.names[attack]]

    assert report["verdict"] in {"failed", "error"}
    assert report["share"] <= 0.5


def test_a_line_lies_in_the_file(tmp_path: Path) -> None:
    """A line number that the file does not have is not shown: it would be 63 bits of input."""
    lie = (
        "import sys\n\ndef dcg(rels):\n"
        "    module = sys.modules['grader.border.errors']\n"
        f"    module._innermost_place = lambda error, files: ('{LESSON}.py', 7654321)\n"
        "    raise ValueError\n" + REST
    )

    run = told(tmp_path, HIDDEN, {"lie": lie})

    assert "7654321" not in sentences_of(run.judged["s00"])


IMPORT_ATTACKS = {
    "text of what a call raised": "def dcg(rels):\n    raise ValueError(repr(rels))\n",
    "text of the test's own error": "def dcg(rels):\n    return 1.0\n",
    "syntax error": "def dcg(rels):\n    exec(repr(rels) + ' = 1 +')\n",
}


@pytest.fixture(scope="module")
def talking_at_import(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Attacks on hidden files that call the submission while they are imported."""
    right = "def dcg(rels):\n    return float(sum(rels))\n"
    return told(tmp_path_factory.mktemp("at-import"), AT_IMPORT, IMPORT_ATTACKS, right)


@pytest.mark.parametrize("attack", list(IMPORT_ATTACKS))
def test_an_import_that_calls_tells_nothing(talking_at_import: Told, attack: str) -> None:
    """Only what the student's own file raises at its first import is shown whole."""
    assert leaked(talking_at_import, attack) == set()


# what a hidden file sets up before it imports, and what a submission makes of it as it is imported
SET_UP = {
    "stdin": ("import sys, io\nsys.stdin = io.StringIO('SECRET\\n')", "input()"),
    "input": ("import builtins\nbuiltins.input = lambda prompt='': 'SECRET'", "input()"),
    "arguments": ("import sys\nsys.argv = ['it', 'SECRET']", "__import__('sys').argv[1]"),
    "environment": (
        "import os\nos.environ['GIVEN'] = 'SECRET'",
        "__import__('os').environ['GIVEN']",
    ),
    "a file": (
        "from pathlib import Path\nPath('given.txt').write_text('SECRET')",
        "open('given.txt').read()",
    ),
    "a file of tempfile": (
        "import tempfile\nFOLDER = tempfile.mkdtemp()\nopen(FOLDER + '/a', 'w').write('SECRET')",
        "[open(p).read() for p in __import__('glob').glob(CASES + '/*/a')][0]",
    ),
    "a patched function": (
        "import time\ntime.localtime = lambda: 'SECRET'",
        "__import__('time').localtime()",
    ),
}


@pytest.mark.parametrize("level", ["full", "reduced"])
@pytest.mark.parametrize("name", SET_UP)
def test_an_import_that_is_given_something_tells_nothing(
    name: str, level: Isolation, tmp_path: Path
) -> None:
    """Why a file cannot be imported is not said in full once something of the test reached it."""
    needs(level)
    before, found = SET_UP[name]
    hidden = f"{before}\nfrom {LESSON} import *\n\ndef test_one():\n    assert dcg([1]) == 1\n"
    course = Course.build(
        tmp_path / "course", {"test_it.py": hidden.replace("SECRET", SECRET)}, RIGHT
    )
    (tmp_path / "in").mkdir()
    cases = "import os\nCASES = os.path.dirname(os.environ['TMPDIR']) + '/cases'\n"
    raising = f"{cases}found = {found}\nraise Exception(str(len(found)) + found[::-1] + found)\n"
    (tmp_path / "in" / "telling.py").write_text(raising, encoding="utf-8")
    (tmp_path / "in" / "right.py").write_text(RIGHT, encoding="utf-8")

    graded = grade(course, tmp_path / "in", tmp_path / "out", level)

    assert graded.reports["right"]["share"] == 1.0, graded.said
    judged = graded.judged()["telling"]
    everything = "\n".join(seen_by(graded, judged).values())
    assert not any(word in everything for word in spellings(SECRET))
    assert "in line 4" in sentences_of(judged)
