"""Hooks into what tests use to change the surroundings, so that the watch hears of it first.

What reads a pickle is replaced too: it gives state to no class, function or enum member. A pickle
may name a class and then give it attributes, so that the class of the hidden cases, or `Fraction`
itself, would compare as a submission likes from then on.
"""

import builtins
import enum
import io
import linecache
import pickle
import random
import runpy
import sys
import types
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar
from unittest import mock

import pytest
from _pytest.monkeypatch import derive_importpath

from grader.wire import cpython, libraries
from grader.wire.files import may_change_files
from grader.wire.standins import CannotCross

from . import doctests, programs
from .file_guard import TEMPORARY
from .guards import Guards

# audit events whose first argument is a file or folder that is looked into
_READING = frozenset(
    "open os.listdir os.scandir os.rename shutil.copyfile shutil.move sqlite3.connect".split()
)

# which arguments of an event that changes files name what is changed, if not the first alone
_CHANGED = {
    **dict.fromkeys(("os.rename", "shutil.move"), slice(2)),
    **dict.fromkeys(("shutil.copyfile", "shutil.copytree"), slice(1, 2)),
}

_SHARED = (type, types.FunctionType, enum.Enum)  # which a pickle finds, and does not make
_Python: Any = pickle._Unpickler  # the one whose opcodes can be replaced


class Surroundings:
    """One process's hooks; they speak to whichever session is judged in this process."""

    def __init__(self) -> None:
        self._guards: Guards | None = None

    def turn_to(self, guards: Guards, home: Path, cases: Path, shared: bool) -> None:
        """Speak to a session from now on.

        `home` is our copy of the submission's working folder; `cases` is where hidden cases keep
        files, under the same path in the jail, and the very same folder where it is `shared`.
        """
        watch = guards.link.watch
        watch.mirror("work", str(home), "")
        if shared:
            watch.share(TEMPORARY, str(cases))
        else:
            watch.mirror(TEMPORARY, str(cases), str(cases))
        self._guards = guards  # last: what was done so far is none of a run's doings

    def install(self) -> None:
        """Put the hooks in place, once for each process and its forks."""
        random.seed = self._seeding(random.seed, "seed")
        self._look_before(mock._patch, "get_original", _see_patch)
        self._look_before(pytest.MonkeyPatch, "setattr", _see_monkeypatch)
        self._look_before(pytest.MonkeyPatch, "delattr", _see_monkeypatch)
        self._install_runners()
        _compare_items(type(pytest.approx(0.0)))
        sys.addaudithook(self._audit)

    def _look_before(self, cls: Any, name: str, look: Callable[..., None]) -> None:
        original = getattr(cls, name)

        def wrapper(owner: Any, *args: Any, **named: Any) -> Any:
            if self._guards is not None:
                look(self._guards.link, owner, *args)
            return original(owner, *args, **named)

        setattr(cls, name, wrapper)

    def hook_numpy(self) -> None:
        """The same for numpy's seed, where a lesson uses numpy."""
        numpy: Any = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed = self._seeding(numpy.random.seed, "numpy_seed")

    def _install_runners(self) -> None:
        evaluate = builtins.eval

        def evaluator(source: Any, /, *spaces: Any, **named: Any) -> Any:
            found = self._guards and self._guards.evaluate(source)
            if found:
                return found[0]
            if not spaces and not named:
                frame = cpython.frame(1)
                spaces = (frame.f_globals, frame.f_locals)
            return evaluate(source, *spaces, **named)

        _replace_unpickling()
        doctests.install(
            lambda text: self._guards.module_of(text) if self._guards else None,
            lambda *asked: self._guards.link.ask(*asked) if self._guards else None,
        )
        builtins.eval = evaluator
        programs.install(lambda: self._guards.programs if self._guards else None)
        for module, name, answer in (
            (linecache, "updatecache", lambda guards: guards.lines_of),
            (typing, "get_type_hints", lambda guards: guards.hints_of),
            (runpy, "run_path", lambda guards: guards.programs.run_path),
            (runpy, "run_module", lambda guards: guards.programs.run_module),
        ):
            setattr(module, name, self._asking_first(answer, getattr(module, name)))

    def _asking_first(
        self, answer: Callable[[Guards], Callable[..., Any]], original: Callable[..., Any]
    ) -> Callable[..., Any]:
        """Have the guards answer a call; Python does where they know nothing of it."""

        def asking(*args: Any, **named: Any) -> Any:
            found = answer(self._guards)(*args, **named) if self._guards else None
            return original(*args, **named) if found is None else found

        return asking

    def _seeding(self, original: Callable[..., None], kind: str) -> Callable[..., None]:
        def seed(a: Any = None, *args: Any, **named: Any) -> None:
            original(a, *args, **named)
            if self._guards is None:
                return
            if isinstance(a, int | float | str | bytes | bytearray):
                self._guards.link.watch.seed(a, kind)

        return seed

    def _audit(self, event: str, args: tuple[Any, ...]) -> None:
        guards = self._guards
        if guards is None or guards.link.watch.is_at_files:
            return
        if event == "os.chdir":
            guards.link.watch.move()
            return
        if event in _READING:
            guards.check_reading(*args)
        if may_change_files(event, args):
            guards.link.watch.touch(*args[_CHANGED.get(event, slice(1))])
        else:
            guards.audit(event, args)


def _compare_items(approximate: type) -> None:
    """Have a number that pytest compares roughly differ from an array without items.

    It compares each item, and none of none differs.
    """
    compare: Callable[[Any, Any], bool] = vars(approximate)["__eq__"]

    def compared(self: Any, actual: Any) -> bool:
        return not libraries.is_empty(actual) and compare(self, actual)

    setattr(approximate, "__eq__", compared)  # noqa: B010 - there is no other hook


def _see_patch(link: Any, patch: Any) -> None:
    link.watch.add(patch.target if hasattr(patch, "target") else patch.getter())


def _see_monkeypatch(link: Any, _monkeypatch: Any, target: Any, *_args: Any) -> None:
    if isinstance(target, str):
        _, target = derive_importpath(target, raising=False)
    link.watch.add(target)


class _Opcodes(dict[int, Any]):
    def __missing__(self, key: int) -> Any:
        raise pickle.UnpicklingError(f"invalid load key, {chr(key)!r}.")  # as the C one says


class Unpickler(_Python):  # type: ignore[misc] # known when it runs
    """Reads a pickle, and refuses one that would change a class or a function."""

    dispatch: ClassVar = _Opcodes(_Python.dispatch)

    def load_build(self) -> None:
        """Give an object its state."""
        if isinstance(self.stack[-2], _SHARED):
            raise CannotCross(
                "A hidden case unpickles what would change a class, a function or an enum member "
                "of this side."
            )
        super().load_build()

    dispatch[pickle.BUILD[0]] = load_build


def _replace_unpickling() -> None:
    def load(file: Any, **named: Any) -> Any:
        return Unpickler(file, **named).load()

    def loads(data: Any, /, **named: Any) -> Any:
        return Unpickler(io.BytesIO(data), **named).load()

    vars(pickle).update(load=load, loads=loads, Unpickler=Unpickler)
