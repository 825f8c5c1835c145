"""Plays the hidden cases of a lesson in this process, for code of our own only.

What strangers hand in is judged in a jail; here it is enough to call one function after another.
"""

import copy
import sys
from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import pytest

from tests.unit.lesson_material import hidden_cases, hidden_file, load, tasks


@dataclass(frozen=True)
class Played:
    failed: frozenset[str]  # the names of the hidden cases that do not pass
    record: tuple[str, ...]  # every call with its result, in order


class _NoMarks:
    """Marks that leave what they mark as it is; parametrize is none of them."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in {"hint", "points", "reveal", "visibility"}:
            raise AttributeError(name)
        return lambda *_: lambda case: case


def play(lesson: str, submission: Path) -> Played:
    """Run the hidden cases of a lesson against a file and record what was called."""
    record: list[str] = []
    module = load(submission)
    for name in tasks(lesson):
        setattr(module, name, _recorded(name, getattr(module, name), record))
    cases = _cases(lesson, module)
    failed = frozenset(name for name, case in cases.items() if not _passes(case))
    return Played(failed, tuple(record))


def _cases(lesson: str, module: ModuleType) -> dict[str, Callable[..., None]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, lesson, module)
        # Marks are the grader's: this suite registers none of them and asks for strict ones.
        patch.setattr(pytest, "mark", _NoMarks())
        hidden = load(hidden_file(lesson))
    return {case.name: getattr(hidden, case.name) for case in hidden_cases(lesson)}


def _passes(case: Callable[..., None]) -> bool:
    try:
        with TemporaryDirectory() as folder:
            asked = signature(case).parameters
            case(**{name: Path(folder) for name in asked if name == "tmp_path"})
    # Whatever a mistake raises fails its case; what pytest.raises raises is no Exception.
    except (Exception, pytest.fail.Exception):  # noqa: BLE001
        return False
    return True


def _recorded(name: str, function: Callable[..., Any], record: list[str]) -> Callable[..., Any]:
    def called(*arguments: Any) -> Any:
        # A folder of a case has another name each time; the name of a file in it stays.
        given = tuple(Path(one.name) if isinstance(one, Path) else one for one in arguments)
        given = copy.deepcopy(given)
        try:
            result = function(*arguments)
        except Exception as error:
            record.append(f"{name}{given} raises {type(error).__name__}")
            raise
        rounded = f"{result:.9g}" if isinstance(result, (int, float)) else repr(result)
        record.append(f"{name}{given} = {rounded}")
        return result

    return called
