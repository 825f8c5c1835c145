import pytest
from touched_files import make_package, mark_done, set_mode, stamp


def test_marker_is_there(tmp_path):
    mark_done(tmp_path)
    assert (tmp_path / "done").exists()


def test_nothing_else_is_there(tmp_path):
    mark_done(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["done"]


def test_marker_is_kept(tmp_path):
    (tmp_path / "done").write_text("on Monday")
    mark_done(tmp_path)
    assert (tmp_path / "done").read_text() == "on Monday"


def test_empty_module(tmp_path):
    make_package(tmp_path)
    assert (tmp_path / "pkg" / "__init__.py").read_text() == ""


def test_a_file_that_is_not_there_has_no_time(tmp_path):
    with pytest.raises(FileNotFoundError):
        stamp(tmp_path / "gone")


def test_a_file_that_is_not_there_has_no_mode(tmp_path):
    with pytest.raises(FileNotFoundError):
        set_mode(tmp_path / "gone")
