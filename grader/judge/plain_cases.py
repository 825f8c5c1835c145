"""Runs plain cases without pytest's protocol, which would do no more for them and take longer.

A plain case is a function at the top of a file that has no fixture, no mark but those of a course,
and no hook of a plugin's around it.
"""

import inspect
import unittest
from itertools import chain
from typing import Any

import pytest
from _pytest.assertion import util
from _pytest.python import async_fail, get_direct_param_fixture_func

from grader.cases.marks import MARKERS

_MARKS = {"parametrize", *(marker.partition("(")[0].partition(":")[0] for marker in MARKERS)}
_HOOKS = (
    *("pytest_runtest_protocol", "pytest_runtest_setup", "pytest_runtest_call"),
    *("pytest_runtest_teardown", "pytest_runtest_makereport", "pytest_runtest_logreport"),
    "pytest_pyfunc_call",
)
SKIPPING = (pytest.skip.Exception, pytest.xfail.Exception, unittest.SkipTest)
Arguments = dict[str, Any]


def plain_arguments(item: pytest.Item, judge: object) -> Arguments | None:
    """Give what a plain case is called with; None for every other case.

    `judge` is the plugin that runs the cases.
    """
    if type(item) is not pytest.Function or item.cls is not None:
        return None
    if {mark.name for mark in item.iter_markers()} - _MARKS or _has_hooks(item, judge):
        return None
    fixtures = chain.from_iterable(item._fixtureinfo.name2fixturedefs.values())
    if any(one.func is not get_direct_param_fixture_func for one in fixtures):
        return None
    given = item.callspec.params if hasattr(item, "callspec") else {}
    names = item._fixtureinfo.argnames
    is_plain = set(names) <= set(given) and not inspect.iscoroutinefunction(item.obj)
    return {name: given[name] for name in names} if is_plain else None


def _has_hooks(item: pytest.Item, judge: object) -> bool:
    """Whether somebody else than pytest and who judges has a say in how a case is run."""
    for name in _HOOKS:
        for one in getattr(item.ihook, name).get_hookimpls():
            module = getattr(one.plugin, "__name__", type(one.plugin).__module__)
            if one.plugin is not judge and not module.startswith("_pytest."):
                return True
    return False


def call_plain(item: pytest.Item, arguments: Arguments, explain: Any) -> BaseException | None:
    """Call a plain case as pytest does, and return what it raised.

    `explain` words a comparison that fails.
    """
    function = item.obj  # type: ignore[attr-defined] # of a function
    util._reprcompare, util._config = explain, item.config
    try:
        result = function(**arguments)
        if result is not None and (hasattr(result, "__await__") or hasattr(result, "__aiter__")):
            async_fail(item.nodeid)
    except BaseException as error:
        return error
    finally:
        util._reprcompare = util._config = None
    return None
