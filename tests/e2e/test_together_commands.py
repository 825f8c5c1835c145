"""What commands say of a lesson whose hidden cases run beside the submission."""

import json
import shutil
from pathlib import Path

import pytest

from grader.cli.main import run
from grader.model.report import TOGETHER
from grader.sandbox.isolation import best_isolation
from tests.integration.judge.tiny_course import ADD, FILE, LESSON, SUBTRACT, TinyCourse, write_files

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = """
    import pickle
    from sums import add

    def test_small():
        assert add(1, 2) == 3

    def test_pickle():
        assert pickle.loads(pickle.dumps(add)) is add
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course, a class that has submitted, and a student's own file."""
    if best_isolation() == "none":
        pytest.skip("this machine cannot isolate submissions; `grader doctor` says why")
    root = tmp_path_factory.mktemp("beside")
    course = TinyCourse.write(root, ADD, CASES, 'cases = "together"')
    course.add({f"exercises/{LESSON}/test_{FILE}": CASES})
    return write_files(root, {f"class/ann/{FILE}": ADD, f"class/ben/{FILE}": SUBTRACT, FILE: ADD})


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["grade", "class", "--lesson", LESSON, "--out", "out"], 0),
        (["submit", LESSON, FILE, "--data", "record"], 0),
        (["test", LESSON, FILE, "--data", "record"], 0),
    ],
    ids=lambda one: one[0] if isinstance(one, list) else "",
)
def test_each_screen_says_so(
    words: list[str],
    code: int,
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whoever reads a result reads what it is worth."""
    monkeypatch.chdir(root)

    assert run([*words, "--course", "course"]) == code

    assert TOGETHER in " ".join(capsys.readouterr().out.split())


def test_what_is_written(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines of results and all three kinds of pages carry the sentence."""
    monkeypatch.chdir(root)
    out = root / "written"

    run(["grade", "class", "--lesson", LESSON, "--out", str(out), "--course", "course"])

    lines = (out / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["caveat"] for line in lines] == [TOGETHER, TOGETHER]
    for page in ("index.html", "feedback/ann.html", "instructor/ann.html"):
        assert TOGETHER in (out / page).read_text(encoding="utf-8")


def test_verify_says_why(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`grader verify` names the case that needs it, and says what that costs."""
    monkeypatch.chdir(root)

    run(["verify", LESSON, "--course", "course", "--no-mutants"])

    said = " ".join(capsys.readouterr().out.split())
    assert "test_pickle cannot be judged apart from a submission" in said
    assert f"note (together): {TOGETHER}" in said


def test_a_package_says_so(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever packs such a lesson for another platform reads it then."""
    course = shutil.copytree(root / "course", tmp_path / "course")
    out = ["--out", str(tmp_path / "a.zip")]

    assert run(["gradescope", LESSON, "--course", str(course), *out]) == 0
    assert f"{LESSON}: {TOGETHER}" in " ".join(capsys.readouterr().err.split())
