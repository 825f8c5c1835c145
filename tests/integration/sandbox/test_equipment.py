"""A jail reads Python, the C library and what a lesson lists; nothing that is installed beside."""

import sys
import sysconfig
from pathlib import Path

import msgspec
import pytest

from grader.errors import JailError
from grader.sandbox import equipment
from grader.sandbox.equipment import equipment_for, open_parts
from tests.integration.judge.tiny_course import ADD, TinyCourse

pytestmark = pytest.mark.jail
OUR_PARTS = {f"grader/{name}" for name in equipment._OUR_PARTS}


def test_only_named_packages_are_carried_in() -> None:
    """Beside what is named come what it requires, and our own parts that run inside."""
    found = set(equipment_for(("jinja2",)).importable)

    named = {name for name in found if name.lower().startswith(("jinja2", "markupsafe"))}
    assert {"jinja2", "markupsafe"} < named
    assert found - named <= {"msgspec", "tzdata", *OUR_PARTS}


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose Python lies below a folder of libraries, beside a course and a grader."""
    for name in (
        *("usr/lib/python3.11/site-packages", "usr/lib/python3/dist-packages", "usr/lib/libs"),
        *("usr/lib/course", "usr/lib/grader/venv/lib/site-packages", "opt/other/lib"),
    ):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "lib").symlink_to("usr/lib")
    monkeypatch.setattr(equipment, "SYSTEM", (str(tmp_path / "lib"), str(tmp_path / "usr/lib")))
    stdlib = str(tmp_path / "usr/lib/python3.11")
    monkeypatch.setattr(sysconfig, "get_path", lambda _: stdlib)
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path / "usr"))
    monkeypatch.setattr(sys, "base_exec_prefix", str(tmp_path / "usr"))
    own = [stdlib, "usr/lib/course", "usr/lib/grader/venv/lib/site-packages", "opt/other/lib"]
    monkeypatch.setattr(sys, "path", [*sys.path, *(str(tmp_path / name) for name in own)])
    return tmp_path


def test_what_is_installed_or_ours_is_closed(machine: Path) -> None:
    """Wherever it lies below what is given whole: packages, a course, an environment."""
    found = equipment_for.__wrapped__(())

    closed = {str(path.relative_to(machine)) for path in found.closed}
    assert found.whole == (machine / "usr/lib",)
    assert found.links == {str(machine / "lib"): str(machine / "usr/lib")}
    assert closed == {
        *("usr/lib/python3.11/site-packages", "usr/lib/python3/dist-packages"),
        *("usr/lib/course", "usr/lib/grader/venv/lib/site-packages"),
    }


def test_landlock_opens_nothing_around_what_is_closed(machine: Path) -> None:
    """Where no mount covers a folder, only those beside it are opened."""
    opened = open_parts(equipment_for.__wrapped__(()))

    below = {str(path.relative_to(machine)) for path in opened if path.is_relative_to(machine)}
    assert below == {"usr/lib/libs"}


def test_a_link_among_libraries_opens_nothing(machine: Path) -> None:
    """What it leads to is opened only if it is a library itself."""
    (machine / "elsewhere").mkdir()
    for name, meant in (("shared", "elsewhere"), ("ours", "usr/lib/course")):
        (machine / "usr/lib" / name).symlink_to(machine / meant)

    opened = open_parts(equipment_for.__wrapped__(()))

    assert {path for path in opened if path.is_relative_to(machine)} == {machine / "usr/lib/libs"}


def test_a_course_among_libraries_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its hidden cases could be read, which no mount says; installed ones are covered."""
    course = TinyCourse.write(tmp_path / "lib", ADD, "from sums import add\n")
    made = equipment_for(())
    around = msgspec.structs.replace(made, whole=(*made.whole, tmp_path / "lib"))
    monkeypatch.setattr(equipment, "equipment_for", lambda _: around)

    with pytest.raises(JailError, match="could read the hidden cases"):
        course.grade("full", {"s1": ADD})

    closed = msgspec.structs.replace(around, closed=(tmp_path / "lib" / "course",))
    monkeypatch.setattr(equipment, "equipment_for", lambda _: closed)
    assert not equipment.is_given_whole(course.root / "course" / "tests")
