"""What a jail carries in is found by asking the system's own programs."""

import sysconfig
from pathlib import Path

import pytest

from grader.jail.equipment import LIB, Item, equipment_for

pytestmark = pytest.mark.jail


def test_only_named_packages_are_carried_in() -> None:
    """Beside what is named come what it requires, and our own parts that run inside."""
    found = equipment_for(("jinja2",))

    targets = {item.target for item in found.importable}
    parts = ("__init__.py", "border", "cases", "inside", "model")
    ours = {f"{LIB}/grader/{name}" for name in parts}
    named = {f"{LIB}/jinja2", f"{LIB}/markupsafe"}
    assert named <= targets <= {*named, f"{LIB}/msgspec", *ours}


def test_time_zones_are_carried_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The system's time zones keep their place; where it has none the package is taken."""
    zones = tmp_path / "zones"
    zones.mkdir()
    (tmp_path / "linked").symlink_to(zones)
    (tmp_path / "tzdata.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    look_up = sysconfig.get_config_var
    for path, expected in ((f"relative:{tmp_path}/linked:/none", True), ("/none", False)):
        found_at = {"TZPATH": path}
        monkeypatch.setattr(
            sysconfig, "get_config_var", lambda n, at=found_at: at.get(n, look_up(n))
        )
        found = equipment_for.__wrapped__(())

        assert (Item(zones, f"{tmp_path}/linked") in found.data) is expected
        assert (f"{LIB}/tzdata.py" in {item.target for item in found.importable}) is not expected
        assert str(zones) in found.readable_in_place() or not expected
        assert f"{tmp_path}/linked" in found.readable_inside() or not expected
        assert not [item for item in found.data if item.target == "relative"]
