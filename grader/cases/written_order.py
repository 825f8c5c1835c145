"""Puts the cases that pytest found into the order in which they are written."""

import unittest
from itertools import groupby

import pytest


def in_written_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """Put the methods of each unittest class back in order: unittest sorts them by name."""
    ordered: list[pytest.Item] = []
    for parent, group in groupby(items, lambda item: item.parent):
        methods = list(group)
        if isinstance(parent, pytest.Class) and issubclass(parent.obj, unittest.TestCase):
            places = _places(parent.obj)
            methods.sort(key=lambda item: places.get(item.name, (1, 0)))
        ordered += methods
    return ordered


def _places(cls: type) -> dict[str, tuple[int, int]]:
    # as pytest does for classes of its own: what is inherited comes first
    places: dict[str, tuple[int, int]] = {}
    for depth, owner in enumerate(cls.__mro__):
        for place, name in enumerate(vars(owner)):
            places.setdefault(name, (-depth, place))
    return places
