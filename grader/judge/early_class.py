"""Stands for a class of the student's while hidden cases are collected in advance.

A class cannot be made before its submission is there, so where it was imported to is noted and
filled in later. That is the same as having imported it only where nothing but a plain import
was done with it, which is made sure of.
"""

import gc
import sys
import types
from typing import Any, NoReturn

from grader.wire.classes import RemoteMeta
from grader.wire.standins import NEVER_ASKED

Place = tuple[dict[str, Any], str]
# pytest asks all that it sees whether they have these
PROBES = NEVER_ASKED | {"__bases__", "__test__", "_mock_name"}


class NotInAdvance(Exception):
    """Something is asked while collecting that only a submission can answer."""


class EarlyClass:
    """Holds the place of a class; whoever does anything with it is refused, and noticed."""

    def __getattribute__(self, name: str) -> Any:
        if name == "__class__":
            return RemoteMeta  # inspect.isclass says yes, as it will
        if name in PROBES:
            raise AttributeError(name)
        return _refuse(self)


def _refuse(early: Any, *_given: Any, **_named: Any) -> NoReturn:
    object.__setattr__(early, "is_touched", True)
    raise NotInAdvance("a class was used")


for _name in (
    "__call__ __instancecheck__ __subclasscheck__ __mro_entries__ __getitem__ __iter__ __len__ "
    "__contains__ __dir__ __repr__ __str__ __format__ __or__ __ror__ __setattr__ __delattr__ "
    "__reduce_ex__"
).split():
    setattr(EarlyClass, _name, _refuse)


class EarlyImport:
    """One import of a class: what was imported, and to which names."""

    def __init__(self, module: Any, name: str) -> None:
        self.module = module
        self.name = name
        self.made = EarlyClass()
        self.places: list[Place] = []


def find_places(imports: list[EarlyImport]) -> bool:
    """Note where each class was imported to; False if more was done with one."""
    _note_places(imports)
    unused = EarlyImport(None, "")
    *held, by_us = [sys.getrefcount(one.made) for one in (*imports, unused)]
    for one, count in zip(imports, held, strict=True):
        # what is held by more than names is a base class, a parameter, a default, ...
        is_touched = "is_touched" in object.__getattribute__(one.made, "__dict__")
        if is_touched or count != len(one.places) + by_us:
            return False
    return True


def _note_places(imports: list[EarlyImport]) -> None:
    by_id = {id(one.made): one for one in imports}
    for names in _namespaces(imports):
        for key, value in names.items():
            if id(value) in by_id:
                by_id[id(value)].places.append((names, key))


def fill_in(one: EarlyImport, cls: type) -> None:
    """Put the submission's class where it was imported to."""
    for names, key in one.places:
        names[key] = cls


def _namespaces(imports: list[EarlyImport]) -> list[dict[str, Any]]:
    """Find the modules' dicts, and functions' annotations, that hold any of the classes."""
    holders = gc.get_referrers(*[one.made for one in imports])
    for owner in gc.get_referrers(*[one for one in holders if type(one) is tuple]):
        if isinstance(owner, types.FunctionType):
            _ = owner.__annotations__  # a tuple until somebody looks at it, and then a dict
    holders = gc.get_referrers(*[one.made for one in imports])
    found = {id(one): one for one in holders if type(one) is dict}
    owners = gc.get_referrers(*found.values())
    spaces = {id(vars(one)) for one in owners if isinstance(one, types.ModuleType)}
    spaces |= {id(one.__annotations__) for one in owners if isinstance(one, types.FunctionType)}
    return [names for key, names in found.items() if key in spaces]
