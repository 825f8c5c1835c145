"""A jail loads what the tier of its lesson speaks, and no more."""

import subprocess
import sys
from pathlib import Path

import pytest

from grader.sandbox.equipment import equipment_for
from grader.sandbox.workspace import link_importable

_LIST = "import sys; from grader.sandbox.inside import submission, warm; print(*sys.modules)"
_NOT_NEEDED = {"asyncio", "concurrent", "dataclasses", "importlib.abc", "inspect", "json", "ssl"}


@pytest.mark.process
def test_a_jail_starts_without_what_objects_need(tmp_path: Path) -> None:
    """Of those that take long to load, none is loaded for functions and data."""
    link_importable(equipment_for(()), tmp_path)

    command = [sys.executable, "-S", "-P", "-c", _LIST]
    environment = {"PYTHONPATH": str(tmp_path)}
    listed = subprocess.run(command, env=environment, capture_output=True, check=True)

    loaded = set(listed.stdout.decode().split())
    assert "grader.border.server" in loaded
    assert loaded & _NOT_NEEDED == set()
