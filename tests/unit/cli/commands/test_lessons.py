"""`grader lessons --about` prints the course's own page, and a lesson begun says so."""

from pathlib import Path

import pytest

from grader.cli.main import run

MANIFEST = 'format_version = 1\ntitle = "Tiny"\n[[lessons]]\nid = "sums"\ntitle = "Sums"\n'


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a student's folder beside a course."""
    root = tmp_path / "course"
    (root / "exercises" / "sums").mkdir(parents=True)
    (root / "exercises" / "course.toml").write_text(MANIFEST, encoding="utf-8")
    (root / "exercises" / "sums" / "sums.py").write_text("def add(a, b): ...\n", encoding="utf-8")
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("GRADER_COURSE", str(root))
    monkeypatch.setenv("GRADER_DATA", str(tmp_path / "data"))
    return root


def test_the_page_of_the_course(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is printed as a lesson's text is, and `start` tells how to read it."""
    (course / "exercises" / "README.md").write_text("# All lessons\n\nCount from 1.\n")

    codes = run(["start", "sums"]), run(["lessons", "--about"])

    said = capsys.readouterr().out
    assert codes == (0, 0)
    assert "grader lessons --about" in said
    assert "All lessons" in said
    assert "Count from 1." in said


def test_a_course_without_a_page(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sentence names the file that is not there, and `start` does not speak of it."""
    codes = run(["start", "sums"]), run(["lessons", "--about"])

    said = capsys.readouterr()
    assert codes == (0, 2)
    assert "--about" not in said.out
    assert "exercises/README.md is not there" in " ".join(said.err.split())
