"""A program that is missing is told, and in CI it is a failure."""

import pytest

from tests.course.agreement import libraries


def test_a_missing_library_is_skipped_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside of CI a module is skipped and says what it lacks."""
    monkeypatch.delenv("CI", raising=False)

    with pytest.raises(pytest.skip.Exception, match="no_such_library cannot be imported"):
        libraries.library("no_such_library")


def test_a_missing_library_fails_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where CI runs, nothing is skipped: a comparison that did not happen is no agreement."""
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(libraries, "ALL_ARE_OFFERED", True)

    with pytest.raises(RuntimeError, match="CI has to: install the extra `test`"):
        libraries.library("no_such_library")


def test_a_library_that_no_wheel_exists_for_does_not_fail_ci(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On Linux other than x86_64 the comparison is skipped with the reason, in CI too."""
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(libraries, "ALL_ARE_OFFERED", False)

    with pytest.raises(pytest.skip.Exception, match="no_such_library"):
        libraries.library("no_such_library")
