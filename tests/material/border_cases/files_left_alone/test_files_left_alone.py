import inspect
import os
import shutil
import sqlite3
import tempfile
import unittest
from pathlib import Path

import files_left_alone
import pytest
from files_left_alone import (
    add_price,
    archive,
    doubled,
    empty_folder,
    fill,
    log,
    remember,
    replace_words,
    sort_lines,
    total,
    total_below,
)


def test_total_leaves_its_file_alone(tmp_path):
    file = tmp_path / "numbers.txt"
    file.write_text("1\n2\n")
    before = file.read_text()
    assert total(file) == 3
    assert file.read_text() == before


def test_total_leaves_its_file_there(tmp_path):
    file = tmp_path / "numbers.txt"
    file.write_text("1\n2\n")
    total(file)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["1\n2\n"]


def test_total_again_after_the_test_wrote(tmp_path):
    file = tmp_path / "numbers.txt"
    for number in range(3):
        file.write_text(f"{number}\n1\n")
        assert total(str(file)) == sum(map(int, file.read_text().split()))


def test_total_of_files(tmp_path):
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text(f"{number}\n")
    assert total_below(tmp_path) == 3
    assert sum(int(p.read_text()) for p in tmp_path.glob("*.txt")) == 3


def test_sorts_in_place(tmp_path):
    file = tmp_path / "lines.txt"
    file.write_text("b\na\n")
    sort_lines(file)
    assert file.read_text() == "a\nb\n"
    file.write_text("d\nc\n")
    sort_lines(file)
    assert file.read_text() == "c\nd\n"


def test_replaces_in_all_files(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.txt").write_text("x y")
    (tmp_path / "deep" / "b.txt").write_text("y x")
    replace_words(tmp_path, "x", "z")
    assert (tmp_path / "a.txt").read_text() == "z y"
    assert (tmp_path / "deep" / "b.txt").read_text() == "y z"


def test_appends_to_a_file_of_the_course():
    add_price("plum", 5)
    add_price("fig", 6)
    with open("prices.csv") as file:
        assert file.read().splitlines() == ["apple,3", "pear,4", "plum,5", "fig,6"]


def test_the_file_of_the_course_is_still_changed():
    assert "plum,5" in Path("prices.csv").read_text()


def test_a_log_of_its_own_and_then_the_tests():
    log("one")
    log("two")
    assert Path("own.log").read_text() == "one\ntwo\n"
    with open("own.log", "a") as file:
        file.write("test\n")
    log("three")
    assert Path("own.log").read_text() == "one\ntwo\ntest\nthree\n"


def test_a_log_of_an_earlier_case():
    log("four")
    assert Path("own.log").read_text().endswith("four\n")


def test_moves_files(tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text(name)
    archive(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["old"]
    assert (tmp_path / "old" / "a.txt").read_text() == "a"


def test_empties_a_folder(tmp_path):
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / "x").write_text(name)
    empty_folder(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_fills_an_open_file():
    with tempfile.NamedTemporaryFile("w+", suffix=".txt") as file:
        fill(file.name)
        assert file.read() == "filled"


def test_fills_a_file_of_mkstemp():
    handle, path = tempfile.mkstemp(text=True)
    os.close(handle)
    fill(path)
    with open(path) as file:
        assert file.read() == "filled"
    os.remove(path)


def test_copies_of_what_was_written(tmp_path):
    file = tmp_path / "a.txt"
    fill(file)
    shutil.copy(file, tmp_path / "b.txt")
    fill(tmp_path / "b.txt")
    file.rename(tmp_path / "c.txt")
    assert (tmp_path / "b.txt").read_text() == (tmp_path / "c.txt").read_text() == "filled"


def test_a_data_base_of_the_test(tmp_path):
    base = tmp_path / "base.db"
    with sqlite3.connect(base) as connection:
        connection.execute("create table t (x)")
    connection.close()
    remember(str(base), 3)
    connection = sqlite3.connect(base)
    assert connection.execute("select x from t").fetchall() == [(3,)]
    connection.close()


def test_the_source_is_what_was_handed_in():
    assert doubled(2) == 4
    assert "sum(" not in inspect.getsource(doubled)
    assert "def doubled" in Path(files_left_alone.__file__).read_text()


class Kept(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.file = os.path.join(cls.folder, "numbers.txt")
        with open(cls.file, "w") as file:
            file.write("4\n5\n")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_a_total(self):
        self.assertEqual(total(self.file), 9)
        with open(self.file) as file:
            self.assertEqual(file.read(), "4\n5\n")

    def test_b_total_again(self):
        self.assertEqual(total(self.file), 9)

    def test_c_sorted(self):
        with open(self.file, "w") as file:
            file.write("5\n4\n")
        sort_lines(self.file)
        with open(self.file) as file:
            self.assertEqual(file.read(), "4\n5\n")


@pytest.fixture
def settings():
    Path("settings.ini").write_text("[a]\nb = 1\n")
    yield "settings.ini"
    os.remove("settings.ini")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_beside_the_module(settings, number):
    assert total("settings.ini") == 0
    fill(settings)
    assert Path(settings).read_text() == "filled"
