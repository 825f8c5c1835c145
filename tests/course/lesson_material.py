"""Reads what a lesson of the bundled course consists of, for claims about it."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import log2
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.model.mistake_overlay import laid_over

ROOT = Path(__file__).resolve().parents[2]
LESSON_IDS = [
    entry["id"]
    for entry in tomllib.loads((ROOT / "exercises" / "course.toml").read_text(encoding="utf-8"))[
        "lessons"
    ]
]
# A value is never printed with more places than six, and a sum of printed terms may be off by a
# few times half of the last one.
TOLERANCE = 2e-6
METRICS = {
    "P": "precision_at_k",
    "R": "recall_at_k",
    "RR": "reciprocal_rank",
    "CG": "cumulative_gain",
    "DCG": "dcg_at_k",
    "NDCG": "ndcg_at_k",
    "AP": "average_precision",
    "ERR": "expected_reciprocal_rank",
    "RBP": "rank_biased_precision",
    "HR": "hit_rate",
}
# Only where a lesson's function has another name than the lesson.
FUNCTIONS = {"average_precision": "average_precision_at_k"}
_PROMPTS = re.compile(r"```python\n(>>>.*?)```", re.DOTALL)
_NAMES = "|".join(METRICS)
_METRIC = re.compile(rf"\b({_NAMES})@(\d+) of (\[.*?\]) is (\d+(?:\.\d+)?)")
_HEADER = re.compile(rf"^\| .* \| ({_NAMES})(?:@\$k\$)? \|$", re.MULTILINE)
_ROW = re.compile(r"^\| `(\[.*\])` \|((?: -?[\d.]+ \|)*) ([\d.]+) \|$", re.MULTILINE)


def exercise(lesson: str) -> Path:
    """Return the folder that students receive."""
    return ROOT / "exercises" / lesson


def solution(lesson: str) -> Path:
    """Return the folder of the reference, the hints and the known mistakes."""
    return ROOT / "solutions" / lesson


def text(lesson: str) -> str:
    """Return the text of a lesson."""
    return (exercise(lesson) / "README.md").read_text(encoding="utf-8")


def prompts(lesson: str) -> list[str]:
    """Return the blocks of a text that show Python's prompt."""
    return _PROMPTS.findall(text(lesson))


def without_prompts(lesson: str) -> str:
    """Return the text of a lesson without those blocks, whose numbers are Python's."""
    return _PROMPTS.sub("", text(lesson))


def load(path: Path, source: bytes | None = None) -> ModuleType:
    """Import a file, or what stands for it, without leaving compiled code beside it."""
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    source = path.read_bytes() if source is None else source
    exec(compile(source, path.name, "exec"), module.__dict__)
    return module


def _reference_file(lesson: str) -> Path:
    return solution(lesson) / f"{lesson}.py"


@cache
def mistakes(lesson: str) -> dict[str, ModuleType]:
    """Return the known mistakes of a lesson by name, each laid over the reference."""
    whole = _reference_file(lesson).read_bytes()
    return {
        path.stem: load(path, laid_over(whole, path.read_bytes()))
        for path in sorted((solution(lesson) / "mistakes").glob("*.py"))
    }


@cache
def reference(lesson: str) -> ModuleType:
    """Return the reference solution of a lesson."""
    return load(_reference_file(lesson))


def functions(path: Path) -> dict[str, ast.FunctionDef]:
    """Return the functions of a file by name, in written order, without running it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def tasks(lesson: str) -> dict[str, ast.FunctionDef]:
    """Return the functions that a student is asked to write."""
    return functions(exercise(lesson) / f"{lesson}.py")


def hidden_cases(lesson: str) -> list[ast.FunctionDef]:
    """Return the hidden cases in written order, unread by pytest."""
    path = ROOT / "tests" / "hidden" / lesson / f"test_{lesson}.py"
    found = functions(path).items()
    return [node for name, node in found if name.startswith("test_")]


def readable_files(lesson: str) -> str:
    """Join all that a student may come to read of a lesson, hints and sentences included."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(exercise(lesson).iterdir())]
    hints = (solution(lesson) / "hints.md").read_text(encoding="utf-8")
    sentences = [ast.get_docstring(case) or "" for case in hidden_cases(lesson)]
    sayings = [mistake.__doc__ or "" for mistake in mistakes(lesson).values()]
    return "\n".join([*texts, hints, *sentences, *sayings])


def told_values(lesson: str) -> Iterator[tuple[str, str, float]]:
    """Yield what a lesson says a call or a metric is: the saying, the printed and the true value.

    Read are "dcg([3, 0, 2]) is 4.0", "DCG@3 of [1, 0] is 1.0", and rows of a list, further
    arguments and the value of the metric that heads the last column.
    """
    said = readable_files(lesson)
    for call in re.finditer(
        r"\b(\w+)(\([\[{].*?[\]}](?:, -?\d+(?:\.\d+)?)*\)) is (?:.* = )?(-?\d+(?:\.\d+)?)", said
    ):
        name, arguments, printed = call.groups()
        owner: Any = reference(lesson)
        yield call[0], printed, getattr(owner, name)(*_arguments(arguments))
    for metric in _METRIC.finditer(said):
        name, k, rels, printed = metric.groups()
        yield metric[0], printed, metric_of(name, ast.literal_eval(rels), int(k))
    for row in _ROW.finditer(said):
        rels, numbers, printed = row.groups()
        header = _HEADER.findall(said[: row.start()])[-1]
        arguments = [ast.literal_eval(number) for number in re.findall(r"-?[\d.]+", numbers)]
        yield row[0], printed, metric_of(header, ast.literal_eval(rels), *arguments)


def metric_of(name: str, rels: list[int], *numbers: int) -> float:
    """Compute a metric by the reference of the lesson that teaches it."""
    lesson = METRICS[name]
    value: float = getattr(reference(lesson), FUNCTIONS.get(lesson, lesson))(rels, *numbers)
    return value


def _arguments(written: str) -> tuple[Any, ...]:
    value = ast.literal_eval(written)
    return value if isinstance(value, tuple) else (value,)


def equations(lesson: str) -> Iterator[tuple[str, float, float]]:
    """Yield the equations between numbers in a text's formulas: the formula and both sides."""
    for formula in _formulas(lesson):
        for left, right in pairwise(map(_number, formula.split("="))):
            if left is not None and right is not None:
                yield formula.strip(), left, right


def bound_sides(lesson: str) -> Iterator[str]:
    """Yield each side of these equations as it is written."""
    for formula in _formulas(lesson):
        for left, right in pairwise(formula.split("=")):
            if _number(left) is not None and _number(right) is not None:
                yield from (left, right)


def _formulas(lesson: str) -> list[str]:
    found = re.findall(r"\$\$(.+?)\$\$|\$([^$\n]+)\$", text(lesson), re.DOTALL)
    return [block or inline for block, inline in found]


def _number(side: str) -> float | None:
    """Compute a side of an equation; None where it holds more than numbers."""
    written = re.sub(r"\\log_(?:(\d)|\{(\d+)\})\(", r"log(\1\2,", side).strip()
    written = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", written)
    written = re.sub(r"\^\{(\d+)\}|\^(\d)", r"**\1\2", written.replace(r"\cdot", "*"))
    if not re.fullmatch(r"(?:log\(\d+,|[\d\s.+\-*/()])+", written):
        return None
    logarithm = {"log": lambda base, number: log2(number) / log2(base)}
    return float(eval(written, {"__builtins__": {}} | logarithm))
