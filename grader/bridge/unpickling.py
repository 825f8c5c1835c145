"""Unpickles as Python does, but gives state to no class, function or enum member.

A pickle may name a class and then give it attributes, so that the class of the hidden cases, or
`Fraction` itself, would compare as a submission likes from then on.
"""

import enum
import io
import pickle
import types
from typing import Any, ClassVar

from grader.wire.standins import CannotCross


class _Opcodes(dict[int, Any]):
    def __missing__(self, key: int) -> Any:
        raise pickle.UnpicklingError(f"invalid load key, {chr(key)!r}.")  # as the C one says


_SHARED = (type, types.FunctionType, enum.Enum)  # which a pickle finds, and does not make
_Python: Any = pickle._Unpickler  # the one whose opcodes can be replaced


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


def install() -> None:
    """Have `pickle` unpickle so, once for each process."""

    def load(file: Any, **named: Any) -> Any:
        return Unpickler(file, **named).load()

    def loads(data: Any, /, **named: Any) -> Any:
        return Unpickler(io.BytesIO(data), **named).load()

    vars(pickle).update(load=load, loads=loads, Unpickler=Unpickler)
