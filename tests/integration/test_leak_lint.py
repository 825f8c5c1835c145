"""Nothing that a student of the demo class receives holds a literal of a hidden case."""

from pathlib import Path

import pytest

from tests.integration.attack_course import (
    LESSON,
    ROOT,
    Course,
    Graded,
    grade,
    lint,
    needs,
    read,
    secrets_of,
)

pytestmark = [pytest.mark.jail, pytest.mark.course, pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    """The demo class, graded with the course of this checkout."""
    needs("reduced")
    out = tmp_path_factory.mktemp("demo") / "out"
    return grade(
        Course(ROOT), ROOT / "tests" / "material" / "demo_class", out, "reduced", "--jobs=2"
    )


def public_text() -> str:
    """Join everything that a student has of the lesson."""
    paths = (ROOT / "exercises" / LESSON).rglob("*")
    return "\n".join(read(path) for path in sorted(paths) if path.is_file())


def secrets() -> set[str]:
    """List what only the hidden cases of the demo lesson hold."""
    return secrets_of(ROOT / "tests" / "hidden" / LESSON, public_text())


def test_demo_class_is_told_nothing(demo: Graded) -> None:
    """No literal and no line of a hidden case is in a page or a report, in any spelling."""
    assert demo.code == 0, demo.said
    assert len(secrets()) > 20
    assert lint(demo, secrets()) == {}


def test_lint_finds_what_is_told(demo: Graded, tmp_path: Path) -> None:
    """A page that does hold a hidden line is found, and so is a reversed one."""
    secret = max(secrets(), key=len)
    student = next(name for name, judged in demo.judged().items() if judged.source)
    page = next(path for path in (demo.out / "feedback").iterdir() if path.stem == student)
    before = page.read_text(encoding="utf-8")

    try:
        for told in (secret, secret[::-1], secret.encode().hex()):
            page.write_text(before + told, encoding="utf-8")
            assert secret in lint(demo, {secret})[student]
    finally:
        page.write_text(before, encoding="utf-8")
