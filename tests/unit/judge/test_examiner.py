"""pytest runs hidden cases with no plugin that none of them asks for."""

import pytest

from grader.judge.examiner import pytest_arguments

COSTLY = {"logging", "warnings", "capture", "cacheprovider", "doctest", "junitxml"}


def switched_off(asked: set[str] | None) -> set[str]:
    """Name the costly plugins that are switched off."""
    arguments = pytest_arguments("/hidden", "/cases", asked)
    return {one.removeprefix("-pno:") for one in arguments if one.startswith("-pno:")} & COSTLY


@pytest.mark.parametrize(
    ("asked", "off"),
    [
        (None, set()),
        (set(), COSTLY),
        ({"tmp_path", "@parametrize"}, COSTLY),
        ({"caplog", "cache"}, COSTLY - {"logging", "cacheprovider"}),
        ({"@filterwarnings", "capsys"}, COSTLY - {"warnings", "capture"}),
        ({"record_property", "doctest_namespace"}, COSTLY - {"junitxml", "doctest"}),
        ({"request"}, set()),
    ],
)
def test_what_nobody_asks_for_is_off(asked: set[str] | None, off: set[str]) -> None:
    """Where it is not known, or any fixture may be asked for by name, nothing is switched off."""
    assert switched_off(asked) == off


@pytest.mark.parametrize("asked", [None, set(), {"capfd"}])
def test_nothing_is_captured(asked: set[str] | None) -> None:
    """Output goes where the examiner sends it; only a fixture of a case captures it."""
    arguments = pytest_arguments("/hidden", "/cases", asked)

    assert ("--capture=no" in arguments) == ("-pno:capture" not in arguments)
