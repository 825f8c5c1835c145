"""A package that the jail is to carry in is there, or is named."""

import sys
from pathlib import Path

import pytest

from grader.errors import JailError
from grader.sandbox.equipment import equipment_for

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="jails are Linux's")
ROOT = Path(__file__).resolve().parents[3]


@linux_only
@pytest.mark.parametrize("name", ["no_such_package", "../grader", "os.path", ""])
def test_a_package_that_is_not_here_is_refused(name: str) -> None:
    """The author of a course reads which package is missing."""
    with pytest.raises(JailError, match="package"):
        equipment_for((name,))
