"""Claims about the copy of a hidden folder in which cases are chosen and ordered."""

from pathlib import Path

from grader.flows.proof.case_orders import copy_with_hooks


def test_a_link_that_leads_nowhere_is_passed_over(tmp_path: Path) -> None:
    """A hidden folder with a broken link is copied without it."""
    folder = tmp_path / "hidden"
    folder.mkdir()
    (folder / "test_sums.py").write_text("x = 1\n")
    (folder / "data.txt").symlink_to("nowhere")

    copy = copy_with_hooks(folder, tmp_path / "copy")

    assert sorted(path.name for path in copy.iterdir()) == ["conftest.py", "test_sums.py"]


def test_a_course_that_is_read_only(tmp_path: Path) -> None:
    """The copy is written into, whatever the modes of folder and conftest.py are."""
    folder = tmp_path / "hidden"
    folder.mkdir()
    (folder / "conftest.py").write_text("x = 1\n")
    (folder / "conftest.py").chmod(0o444)
    folder.chmod(0o555)

    copy = copy_with_hooks(folder, tmp_path / "copy")

    folder.chmod(0o755)
    modes = [path.stat().st_mode & 0o200 for path in (copy, copy / "conftest.py")]
    assert modes == [0o200, 0o200]
    assert (copy / "conftest.py").read_text().startswith("x = 1\n")
