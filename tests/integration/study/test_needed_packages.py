"""What a lesson's packages need comes along; what is not installed is told beforehand."""

from pathlib import Path

import pytest

from tests.integration.study.small_course import RIGHT, write_course
from tests.integration.study.terminal import ROOT, Terminal, skip_unless_judging
from tests.unit.sandbox.installed import install

LACKING = 'packages = ["outer"]\nplugins = ["pytest-outer"]'
pytestmark = [pytest.mark.jail, pytest.mark.slow]


@pytest.fixture
def needy(tmp_path: Path) -> Terminal:
    """A student in a course whose only lesson needs a package and a plugin that are not there."""
    skip_unless_judging()
    course = write_course(tmp_path / "course", ("plain", LACKING))
    return Terminal.beside(course, tmp_path)


@pytest.fixture
def equipped(needy: Terminal, tmp_path: Path) -> Terminal:
    """The same, with the package and another that its distribution requires."""
    site = tmp_path / "site"
    install(site, "outer-kit", "outer", "import inner\n", "inner-kit>=1", 'gone; extra == "more"')
    install(site, "inner-kit", "inner", "WORD = 'along'\n")
    install(site, "pytest-outer", "pytest_outer", "")
    return needy.with_settings(PYTHONPATH=f"{ROOT}:{site}")


@pytest.mark.parametrize(("words", "code"), [(("start", "plain"), 0), (("doctor",), 1)])
def test_a_missing_package_is_told_before_a_lesson_is_begun(
    needy: Terminal, words: tuple[str, ...], code: int
) -> None:
    """With the command that installs it."""
    said = needy.type(*words)

    assert said.code == code
    told = said.complaint + said.lines
    assert "plain needs outer and pytest_outer, which this machine lacks. Type: " in told
    assert "pip install" in told


def test_a_submit_without_a_package_is_not_recorded(needy: Terminal) -> None:
    """The machine is at fault: exit code 3, and nothing waits to be judged."""
    needy.write("plain/plain.py", RIGHT.format(n=1))

    said = needy.type("submit", "plain")

    assert (said.code, said.out) == (3, "")
    assert "To be installed beside the grader: outer and pytest_outer. Type: " in said.complaint
    assert needy.attempts() == []


def test_what_a_package_requires_comes_along(equipped: Terminal) -> None:
    """Though the lesson lists the package alone."""
    equipped.write("plain/plain.py", "import outer\n" + RIGHT.format(n=1))
    equipped.write("plain/run.py", "import plain\n\nprint(plain.outer.inner.WORD)\n")

    said = equipped.type("run", "plain")

    assert (said.code, said.out) == (0, "along\n")
    assert said.err == ""
