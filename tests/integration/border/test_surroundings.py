"""What a test changes around the student's code, and what that code does there, is level."""

from pathlib import Path
from textwrap import dedent

import pytest

from .driver import Lesson, run_over_border, run_plainly

pytestmark = pytest.mark.process

HIDDEN = """
import builtins, datetime, io, math, os, pathlib, random, subprocess, sys, time, warnings
from unittest import mock
import pytest
import lesson

def test_printed(capsys):
    lesson.show("a", "b")
    assert capsys.readouterr() == ("a\\n", "b\\n")

def test_stdin(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("one\\ntwo\\nthree\\n"))
    assert [lesson.ask(), input(), lesson.ask()] == ["one", "two", "three"]

def test_exit_which_closes_stdin():
    with pytest.raises(SystemExit, match="2"):
        lesson.leave()
    assert lesson.words()

def test_patched_builtin(monkeypatch):
    monkeypatch.setattr(builtins, "input", lambda prompt="": "typed")
    assert lesson.ask() == "typed"

def test_patched_function_and_back(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: 7.0)
        assert lesson.now() == 7.0
    assert lesson.now() > 7.0

def test_mocked_class():
    with mock.patch("datetime.datetime") as then:
        then.now.return_value = 5
        assert lesson.today() == 5

def test_patched_number_and_text(monkeypatch):
    monkeypatch.setattr(math, "pi", 3)
    monkeypatch.setattr(sys, "platform", "amiga")
    assert lesson.constants() == (3, "amiga")

def test_patched_method_of_a_class(monkeypatch):
    monkeypatch.setattr(pathlib.Path, "home", lambda: "here")
    assert lesson.home() == "here"

def test_environ(monkeypatch):
    monkeypatch.setenv("COLOUR", "red")
    assert lesson.env("COLOUR") == "red"
    monkeypatch.delenv("COLOUR")
    assert lesson.env("COLOUR") is None

def test_argv(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["lesson.py", "x"])
    assert lesson.words() == ["lesson.py", "x"]

def test_seeded():
    random.seed(3)
    assert lesson.draw() == random.Random(3).random()

def test_warned():
    with pytest.warns(DeprecationWarning, match="old"):
        lesson.warn()

def test_files_of_both(tmp_path, monkeypatch):
    (tmp_path / "in.txt").write_text("1 2")
    lesson.copy(tmp_path / "in.txt", tmp_path / "made" / "out.txt")
    assert (tmp_path / "made" / "out.txt").read_text() == "1 2"
    monkeypatch.chdir(tmp_path)
    assert lesson.here() == sorted(os.listdir())
    lesson.remove("in.txt")
    assert not (tmp_path / "in.txt").exists()

def test_working_folder():
    lesson.copy("data.txt", "copy.txt")
    assert pathlib.Path("copy.txt").read_text() == "data"
    pathlib.Path("copy.txt").write_text("more")
    lesson.copy("copy.txt", "again.txt")
    assert pathlib.Path("again.txt").read_text() == "more"

def test_program():
    command = [sys.executable, "lesson.py", "x"]
    done = subprocess.run(command, input="in", capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("in x", "bad\\n", 3)
"""
REFERENCE = """
import builtins, datetime, math, os, pathlib, random, shutil, sys, time, warnings
def show(a, b):
    print(a)
    print(b, file=sys.stderr)
def ask(): return input()
def leave(): exit(2)
def now(): return time.time()
def today(): return datetime.datetime.now()
def constants(): return math.pi, sys.platform
def home(): return pathlib.Path.home()
def env(name): return os.environ.get(name)
def words(): return sys.argv
def draw(): return random.random()
def warn(): warnings.warn("old", DeprecationWarning)
def copy(a, b):
    os.makedirs(os.path.dirname(b) or ".", exist_ok=True)
    shutil.copy(a, b)
def here(): return sorted(os.listdir())
def remove(path): os.remove(path)
if __name__ == "__main__":
    sys.stdout.write(sys.stdin.read() + " " + sys.argv[1])
    sys.exit(print("bad", file=sys.stderr) or 3)
"""
GOLDEN = """
import lesson
def test(tmp_path):
    path = tmp_path / "in.txt"
    path.write_text("1 2")
    before = path.read_text()
    lesson.total(path)
    assert not path.exists() or path.read_text() == before
"""
TOTAL = "def total(path): return sum(map(int, open(path).read().split()))"


def lesson_of(hidden: str, folder: Path) -> Lesson:
    (folder / "test_lesson.py").write_text(dedent(hidden), encoding="utf-8")
    return Lesson(folder, {"data.txt": b"data"})


def test_all_is_level(tmp_path: Path) -> None:
    """Each case passes over the border as beside the code, also by the contract it left."""
    lesson, sources = lesson_of(HIDDEN, tmp_path), {"lesson.py": REFERENCE.encode()}

    plain = run_plainly(lesson, sources)
    recorded = run_over_border(lesson, sources)
    judged = run_over_border(lesson, sources, recorded.contract)

    assert set(plain.outcomes.values()) == {"passed"}, plain.reasons
    assert recorded.outcomes == plain.outcomes, recorded.reasons
    assert judged.outcomes == plain.outcomes, judged.reasons


def test_the_name_of_the_case_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pytest writes into the environment stays on the examiner's side."""
    hidden = 'import lesson\ndef test(): assert "::" not in str(lesson.env("PYTEST_CURRENT_TEST"))'

    monkeypatch.delenv("PYTEST_CURRENT_TEST")  # which the driver's forks have
    run = run_over_border(lesson_of(hidden, tmp_path), {"lesson.py": REFERENCE.encode()})

    assert set(run.outcomes.values()) == {"passed"}, run.reasons


@pytest.mark.parametrize(
    "change",
    [
        "open(path, 'w').write('1 2')",
        "import os; os.remove(path)",
        "import os; os.remove(path); open(path, 'w').write('9')",
        (
            "import os\n    for n in range(10_001): open(path.parent / f'a{n}', 'w').close()\n"
            "    open(path, 'w').write('9')"
        ),
    ],
)
def test_a_file_of_the_test_is_not_to_be_changed(change: str, tmp_path: Path) -> None:
    """What the test reads of it is a wrong result, however the folder looks then."""
    lesson = lesson_of(GOLDEN.replace("not path.exists() or ", ""), tmp_path)
    reference = run_over_border(lesson, {"lesson.py": TOTAL.encode()})
    assert set(reference.outcomes.values()) == {"passed"}, reference.reasons

    source = f"def total(path):\n    {change}"
    judged = run_over_border(lesson, {"lesson.py": source.encode()}, reference.contract)

    assert set(judged.outcomes.values()) == {"not passed"}


PLANTED = """
import lesson
def test(tmp_path):
    known = tmp_path.parent / "known"
    got = lesson.f(str(tmp_path))
    assert got == (int(known.read_text()) if known.exists() else 25)
    assert len(list(tmp_path.iterdir())) == 1
"""


@pytest.mark.parametrize(
    ("source", "outcome"),
    [
        ("def f(folder):\n    open(folder + '/mine.txt', 'w').write('y')\n    return 25", "passed"),
        (
            "def f(folder):\n    open(folder + '/../known', 'w').write('0')\n    return 0",
            "not passed",
        ),
        (
            (
                "def f(folder):\n    open(folder + '/out.txt', 'w').write('0')\n"
                "    open(folder + '/../known', 'w').write('0')\n    return 0"
            ),
            "not passed",
        ),
    ],
)
def test_new_files_lie_in_the_folder_of_the_case(source: str, outcome: str, tmp_path: Path) -> None:
    """A file of another name is as good, in another folder it is not the submission's to make."""
    lesson = lesson_of(PLANTED, tmp_path)
    right = "def f(folder):\n    open(folder + '/out.txt', 'w').write('x')\n    return 25"
    reference = run_over_border(lesson, {"lesson.py": right.encode()})

    judged = run_over_border(lesson, {"lesson.py": source.encode()}, reference.contract)

    assert set(judged.outcomes.values()) == {outcome}, judged.reasons
