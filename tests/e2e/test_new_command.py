"""`grader new`: from nothing to a lesson that verify calls sound."""

import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import run
from grader.model.text import PLACEHOLDER, placeholders
from tests.integration.attack_course import needs

pytestmark = pytest.mark.process

MANIFEST = """# ours
format_version = 1
title = "Tiny"

[[lessons]]
id = "sums" # first
title = "Sums"
"""
ASKED = ["doubles", "--title", "Doubles", "--functions", "double(n), total(numbers, start=0)"]
MADE = [
    "exercises/doubles/README.md",
    "exercises/doubles/doubles.py",
    "exercises/doubles/run.py",
    "exercises/doubles/test_doubles.py",
    "solutions/doubles/doubles.py",
    "solutions/doubles/hints.md",
    "solutions/doubles/mistakes/example.py",
    "tests/hidden/doubles/test_doubles.py",
]
# what an author writes where a line of code is to be filled in
WRITTEN = {
    "Write the reference of double.": "return 2 * n",
    "Write the reference of total.": "return start + sum(numbers)",
    "Write double as this mistake has it.": "return 2 + n",
    "Compare double with that example.": "assert double(3) == 6",
    "Compare total with that example.": "assert total([1, 2]) == 3",
    "Compare double with a value that is computed here.":
        "assert [double(n) for n in (0, 1, -3)] == [0, 2, -6]",
    "Compare total with a value that is computed here.":
        "assert [total([]), total(some := [4, 6, 5], 2), total(some), total([5, 6, 7], 2)] == "
        "[0, 17, 15, 20] and some == [4, 6, 5]",
    "Print what double gives for a small example.":
        "print(doubles.double(3), doubles.total([1, 2]))",
}  # fmt: skip


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a course with a lesson of which only the manifest tells."""
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "course.toml").write_text(MANIFEST, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def content_of(folder: Path) -> dict[str, bytes | None]:
    """Say what lies in a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def new(*words: str, code: int = 0) -> None:
    assert run(["new", *words]) == code


def verify(capsys: pytest.CaptureFixture[str], *words: str, code: int) -> list[dict[str, Any]]:
    """Run `grader verify`; give what it finds."""
    capsys.readouterr()
    assert run(["verify", "doubles", "--json", *words]) == code
    proof = json.loads(capsys.readouterr().out)
    return [*proof["findings"], *(one for each in proof["lessons"] for one in each["findings"])]


def test_verify_names_each_point(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every placeholder is an error with its line and what to do; nothing else is wrong."""
    new(*ASKED)

    found = [one for one in verify(capsys, code=1) if one["level"] == "error"]

    told = {(one["file"], one["line"]) for one in found}
    asked = {
        (name, line)
        for name in MADE
        for line, _ in placeholders((here / name).read_text(encoding="utf-8"))
    }
    assert told == asked
    assert {one["check"] for one in found} == {"unfinished"}
    assert {name for name, _ in told} == set(MADE)
    assert [
        one["sentence"] for one in found if not re.fullmatch(r"[^\n]+\.", one["sentence"])
    ] == []


def fill_in(path: Path) -> None:
    """Take each placeholder for what it says, and write code where code is asked for."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, sentence in placeholders("\n".join(lines)):
        line = lines[number - 1]
        indent = line[: len(line) - len(line.lstrip())]
        code = WRITTEN.get(sentence)
        lines[number - 1] = indent + code if code else line.replace(f"{PLACEHOLDER} ", "")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.slow
def test_filled_in_it_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                               monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    """With every point filled in, verify has nothing to say: cases, mistake and mutants fit."""
    needs("reduced")
    monkeypatch.chdir(tmp_path)
    new(*ASKED, "--new-course", "Small numbers")
    for name in MADE:
        fill_in(tmp_path / name)

    found = verify(capsys, code=0)

    assert [one for one in found if one["level"] != "note"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sums", "--title", "S", "--functions", "f()"], "two lessons have the id sums"),
        (["Bad-Id", "--title", "S", "--functions", "f()"], "cannot be a lesson's id"),
        (["math", "--title", "S", "--functions", "f()"], "Choose another"),
        (["doubles", "--title", "S"], "--functions, or --from-solution FILE"),
        (
            ["doubles", "--title", "S", "--from-solution", "exercises/course.toml"],
            "has no function and no class that a student could write",
        ),
        (["doubles", "--title", "a\nb", "--functions", "f()"], "A title is one line"),
        (["doubles", "--title", "S", "--functions", "f"], "is no function"),
        ([*ASKED, "--new-course", "Other"], "is there already. Leave out --new-course"),
        ([*ASKED, "--course", "nowhere"], "--new-course TITLE begins one"),
    ],
)
def test_refusals(
    here: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    """What cannot be is refused in a sentence, and nothing is written."""
    before = content_of(here)

    new(*words, code=2)

    errors = capsys.readouterr().err
    assert said in errors
    assert "Traceback" not in errors
    assert content_of(here) == before


@pytest.mark.parametrize("tree", ["exercises", "solutions", "tests/hidden"])
def test_a_folder_that_is_there(here: Path, capsys: pytest.CaptureFixture[str], tree: str) -> None:
    """Nothing is written into what is there already, were it empty or a link to nowhere."""
    (here / tree).mkdir(parents=True, exist_ok=True)
    (here / tree / "doubles").symlink_to("nowhere")
    before = content_of(here)

    new(*ASKED, code=2)

    assert f"{tree}/doubles is there already" in capsys.readouterr().err
    assert content_of(here) == before


def test_a_manifest_that_cannot_take_it(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A manifest with its lessons in one line is left as it is."""
    manifest = here / "exercises" / "course.toml"
    text = 'format_version = 1\ntitle = "T"\nlessons = [{id = "sums", title = "Sums"}]\n'
    manifest.write_text(text, encoding="utf-8")
    before = content_of(here)

    new(*ASKED, code=2)

    assert "cannot be read" in capsys.readouterr().err
    assert content_of(here) == before


@pytest.mark.parametrize("after", [0, 5, 8])
def test_all_or_nothing(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """Wherever the disk gives out, the course is as it was."""
    before = content_of(here)
    left = [after]

    def failing(write: Any) -> Any:
        def attempt(self: Path, *words: Any, **named: Any) -> Any:
            if here in self.parents or not self.is_absolute():
                left[0] -= 1
                if left[0] < 0:
                    raise OSError(28, "No space left on device", str(self))
            return write(self, *words, **named)

        return attempt

    monkeypatch.setattr(Path, "write_bytes", failing(Path.write_bytes))
    monkeypatch.setattr(Path, "replace", failing(Path.replace))
    new(*ASKED, code=2)

    assert "Nothing was begun." in capsys.readouterr().err
    kept = {name: data for name, data in content_of(here).items() if data is not None}
    assert kept == {name: data for name, data in before.items() if data is not None}


def test_a_class_is_begun(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It has its methods in stub and reference; all that is wrong is to be filled in."""
    new("doubles", "--title", "D", "--functions", "class Ledger(path): add(n), balance(); f(x)")

    stub = (here / "exercises/doubles/doubles.py").read_text(encoding="utf-8")
    found = [one for one in verify(capsys, code=1) if one["level"] == "error"]
    assert "class Ledger:" in stub
    assert "    def __init__(self, path):" in stub
    assert "    def add(self, n):" in stub
    assert {one["check"] for one in found} == {"unfinished"}


def test_a_solution_is_taken(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The reference is the file, byte for byte; the stub says nothing of how it is solved."""
    solution = 'def double(n):\n    """Double it."""\n    return _twice(n)\n\n\n'
    solution += "def _twice(n):\n    return 2 * n\n"
    (here / "solved.py").write_text(solution, encoding="utf-8")

    new("doubles", "--title", "D", "--from-solution", "solved.py")

    stub = (here / "exercises/doubles/doubles.py").read_text(encoding="utf-8")
    assert (here / "solutions/doubles/doubles.py").read_text(encoding="utf-8") == solution
    assert stub == 'def double(n):\n    """Double it."""\n    raise NotImplementedError  # TODO\n'
    assert "import double" in (here / "tests/hidden/doubles/test_doubles.py").read_text()
    found = [one for one in verify(capsys, code=1) if one["level"] == "error"]
    assert {one["check"] for one in found} == {"unfinished"}


def test_the_manifest_keeps_its_mode(here: Path) -> None:
    """A manifest that only its owner may read stays so."""
    manifest = here / "exercises" / "course.toml"
    manifest.chmod(0o600)

    new(*ASKED)

    assert stat.S_IMODE(manifest.stat().st_mode) == 0o600
