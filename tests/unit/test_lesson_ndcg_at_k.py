"""Claims about the content of the lesson ndcg_at_k: its text, stub, cases and demo class."""

import ast
import os
import re
import shutil
import subprocess
import sys
from math import log2
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXERCISE = ROOT / "exercises" / "ndcg_at_k"
SOLUTION = ROOT / "solutions" / "ndcg_at_k"
HIDDEN = ROOT / "tests" / "hidden" / "ndcg_at_k" / "test_ndcg_at_k.py"
DEMO_CLASS = ROOT / "tests" / "demo_class"
MISTAKES = sorted((SOLUTION / "mistakes").glob("*.py"))


def hand_dcg(grades: list[int]) -> float:
    """Compute a DCG the way that the text does it, term by term."""
    return sum(grade / log2(index + 2) for index, grade in enumerate(grades))


def load(path: Path) -> ModuleType:
    """Import a file without leaving compiled code beside it."""
    module = ModuleType(path.stem)
    exec(compile(path.read_text(encoding="utf-8"), path.name, "exec"), module.__dict__)
    return module


def hidden_cases() -> list[ast.FunctionDef]:
    """Return the hidden cases in written order, unread by pytest."""
    tree = ast.parse(HIDDEN.read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [node for node in functions if node.name.startswith("test_")]


def test_every_divisor_in_the_table_is_right() -> None:
    """The table of divisors holds log2(i + 1) and 3 divided by it, to six places."""
    text = (EXERCISE / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| \$.* = ([\d.]+)\$ \| ([\d.]+) \|$", text, re.MULTILINE)

    assert [int(position) for position, _, _ in rows] == [1, 2, 3, 4, 5]
    for position, divisor, left in rows:
        assert float(divisor) == pytest.approx(log2(int(position) + 1), abs=5e-7)
        assert float(left) == pytest.approx(3 / log2(int(position) + 1), abs=5e-7)


@pytest.mark.parametrize(
    ("printed", "computed"),
    [
        ("4.0", hand_dcg([3, 0, 2])),
        ("4.648712", hand_dcg([3, 2, 0, 0, 1])),
        ("4.761860", hand_dcg([3, 2, 1, 0, 0])),
        ("4.761860", hand_dcg([3, 2, 1])),
        ("4.261860", hand_dcg([3, 2, 0])),
        ("0.976239", hand_dcg([3, 2, 0, 0, 1]) / hand_dcg([3, 2, 1, 0, 0])),
        ("0.894999", hand_dcg([3, 2, 0]) / hand_dcg([3, 2, 1])),
        ("1.261860", 2 / log2(3)),
        ("0.386853", 1 / log2(6)),
    ],
)
def test_every_number_by_hand_is_right(printed: str, computed: float) -> None:
    """A number of the worked examples stands in the text and agrees with its computation."""
    text = (EXERCISE / "README.md").read_text(encoding="utf-8")
    places = len(printed.partition(".")[2])

    assert printed in text
    assert f"{computed:.{places}f}" == printed


def test_no_worked_number_escapes_the_check() -> None:
    """Every number with six places in the text is one that the claims above compute."""
    text = (EXERCISE / "README.md").read_text(encoding="utf-8")
    divisors = {f"{log2(i + 1):.6f}" for i in range(1, 6)}
    lefts = {f"{3 / log2(i + 1):.6f}" for i in range(1, 6)}
    by_hand = {"4.648712", "4.761860", "4.261860", "0.976239", "0.894999", "1.261860", "0.386853"}

    assert set(re.findall(r"\d\.\d{6}", text)) <= divisors | lefts | by_hand


def test_the_stub_raises() -> None:
    """Both functions of the stub say that they are not written yet."""
    stub = load(EXERCISE / "ndcg_at_k.py")

    with pytest.raises(NotImplementedError, match="dcg is not written yet"):
        stub.dcg([3, 0, 2])
    with pytest.raises(NotImplementedError, match="ndcg_at_k is not written yet"):
        stub.ndcg_at_k([3, 0, 2], 3)


@pytest.mark.parametrize(
    ("folder", "all_pass"), [(SOLUTION, True), (EXERCISE, False)], ids=["reference", "stub"]
)
def test_public_cases_tell_the_reference_from_the_stub(
    folder: Path, all_pass: bool, tmp_path: Path
) -> None:
    """The public cases pass on the reference, and on the stub not one of them does."""
    shutil.copy(EXERCISE / "test_ndcg_at_k.py", tmp_path / "test_public.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_public.py"]
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}

    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )

    assert (done.returncode == 0) is all_pass, done.stdout
    assert ("passed" in done.stdout.splitlines()[-1]) is all_pass, done.stdout


def test_run_draws_within_eighty_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What Run prints for the reference fits 80 columns and shows both orders."""
    monkeypatch.setitem(sys.modules, "ndcg_at_k", load(SOLUTION / "ndcg_at_k.py"))

    load(EXERCISE / "run.py").main()

    printed = capsys.readouterr().out
    assert "perfect" in printed
    assert "reversed" in printed
    assert max(len(line) for line in printed.splitlines()) <= 80


@pytest.mark.parametrize("answer", [None, "1.0", float("nan"), 250.0, -1.0])
def test_run_draws_wrong_answers_too(
    answer: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong answer of any kind is drawn or named, and does not stop the picture."""
    wrong = ModuleType("ndcg_at_k")
    wrong.__dict__.update(dcg=lambda _: answer, ndcg_at_k=lambda *_: answer)
    monkeypatch.setitem(sys.modules, "ndcg_at_k", wrong)

    load(EXERCISE / "run.py").main()

    assert max(len(line) for line in capsys.readouterr().out.splitlines()) <= 80


def test_hidden_cases_speak_to_the_student() -> None:
    """There are at least 16 hidden cases, each with a sentence of its own."""
    sentences = [(ast.get_docstring(case) or "").partition("\n")[0] for case in hidden_cases()]

    assert len(sentences) >= 16
    assert all(sentence.endswith(".") for sentence in sentences)
    assert len(set(sentences)) == len(sentences)


def test_values_are_revealed_only_where_the_text_prints_them() -> None:
    """A case that reveals its values uses a list that the lesson's text prints."""
    text = (EXERCISE / "README.md").read_text(encoding="utf-8")
    revealing = [case for case in hidden_cases() if "'values'" in ast.dump(case)]

    assert revealing
    for case in revealing:
        lists = [ast.unparse(node) for node in ast.walk(case) if isinstance(node, ast.List)]
        assert lists
        assert all(grades in text for grades in lists)


def test_hints_are_three_steps() -> None:
    """There are three stepped hints, and none of them holds the code of the reference."""
    hints = (SOLUTION / "hints.md").read_text(encoding="utf-8")
    reference = (SOLUTION / "ndcg_at_k.py").read_text(encoding="utf-8")
    body = [line.strip() for line in reference.splitlines() if line.startswith("    ")]

    assert len(re.findall(r"^## ", hints, re.MULTILINE)) == 3
    assert not [line for line in body if line in hints]


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_a_mistake_teaches_and_runs(path: Path) -> None:
    """A known mistake opens with its sentence, imports, and offers both functions."""
    mistake = load(path)

    assert mistake.__doc__ is not None
    assert mistake.__doc__.partition("\n")[0].endswith(".")
    assert callable(mistake.dcg)
    assert callable(mistake.ndcg_at_k)


def test_the_demo_class_is_complete() -> None:
    """The demo class has 24 students, one of whom handed in the stub as it was."""
    students = sorted(DEMO_CLASS.glob("*.py"))

    assert len(students) == 24
    assert not {student.stem for student in students} & {path.stem for path in MISTAKES}
    untouched = (EXERCISE / "ndcg_at_k.py").read_bytes()
    assert [path.stem for path in students if path.read_bytes() == untouched] == ["uma_fischer"]
