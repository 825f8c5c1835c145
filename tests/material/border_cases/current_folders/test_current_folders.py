import contextlib
import os
from pathlib import Path

import pytest
from current_folders import name_of_folder, names, read, write


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def for_all_cases(tmp_path_factory):
    return tmp_path_factory.mktemp("shared")


def test_monkeypatch(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write("a.txt", "one")
    assert (tmp_path / "a.txt").read_text() == Path("a.txt").read_text() == "one"
    Path("a.txt").write_text("two")
    assert read("a.txt") == "two"


def test_by_a_fixture(here):
    (here / "b.txt").touch()
    assert names() == ["b.txt"]
    assert name_of_folder() == here.name


def test_folder_of_a_module(for_all_cases, monkeypatch):
    monkeypatch.chdir(for_all_cases)
    write("c.txt", "three")
    assert (for_all_cases / "c.txt").read_text() == "three"


def test_folder_of_a_module_again(for_all_cases, monkeypatch):
    monkeypatch.chdir(for_all_cases)
    assert read("c.txt") == "three"


def test_below(tmp_path, monkeypatch):
    (tmp_path / "x" / "y").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "x")
    assert names() == ["y"]
    monkeypatch.chdir("y")
    write("d.txt", "four")
    assert (tmp_path / "x" / "y" / "d.txt").read_text() == "four"


def test_by_a_descriptor(tmp_path):
    before, folder = os.getcwd(), os.open(tmp_path, os.O_RDONLY)
    os.fchdir(folder)
    try:
        write("e.txt", "five")
    finally:
        os.chdir(before)
        os.close(folder)
    assert (tmp_path / "e.txt").read_text() == "five"


def test_by_a_link(tmp_path, monkeypatch):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.chdir(tmp_path / "link")
    write("f.txt", "six")
    assert (tmp_path / "real" / "f.txt").read_text() == "six"


def test_there_and_back(tmp_path):
    with contextlib.chdir(tmp_path):
        write("g.txt", "seven")
    assert (tmp_path / "g.txt").read_text() == "seven"
    assert not Path("g.txt").exists()
    assert "g.txt" not in names()


def test_below_the_folder_of_the_submission():
    Path("own").mkdir()
    with contextlib.chdir("own"):
        write("h.txt", "eight")
        assert name_of_folder() == "own"
    assert Path("own", "h.txt").read_text() == "eight"
