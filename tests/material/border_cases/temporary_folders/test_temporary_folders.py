import json
import os
import shutil
import tempfile
import unittest
from pathlib import Path

import pytest
from temporary_folders import (
    best,
    binary_copy,
    line_count,
    load_notes,
    make_backup,
    number_lines,
    read_config,
    save_notes,
    save_score,
    sort_by_suffix,
    work_in_a_temporary_folder,
)


class FolderTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def test_written_by_the_student(self):
        path = save_notes(self.folder, ["a", "b"])
        with open(path, encoding="utf-8") as f:
            self.assertEqual(json.load(f), ["a", "b"])
        self.assertEqual(os.listdir(self.folder), ["notes.json"])

    def test_read_by_the_student(self):
        Path(self.folder, "notes.json").write_text('["x"]', encoding="utf-8")
        self.assertEqual(load_notes(self.folder), ["x"])

    def test_empty(self):
        self.assertEqual(load_notes(self.folder), [])

    def test_round_trip(self):
        save_notes(self.folder, [{"n": 1}])
        self.assertEqual(load_notes(self.folder), [{"n": 1}])

    def test_moves_into_folders(self):
        for name in ("a.txt", "b.csv", "c.txt"):
            Path(self.folder, name).write_text(name)
        sort_by_suffix(self.folder)
        found = sorted(p.relative_to(self.folder).as_posix() for p in Path(self.folder).rglob("*.*"))
        self.assertEqual(found, ["csv/b.csv", "txt/a.txt", "txt/c.txt"])
        self.assertEqual(Path(self.folder, "csv", "b.csv").read_text(), "b.csv")

    def test_exists(self):
        self.assertFalse(os.path.exists(os.path.join(self.folder, "notes.json")))
        save_notes(self.folder, [])
        self.assertTrue(os.path.isfile(os.path.join(self.folder, "notes.json")))


class WithBlocks(unittest.TestCase):
    def test_temporary_directory(self):
        with tempfile.TemporaryDirectory() as folder:
            save_notes(folder, [1])
            self.assertEqual(load_notes(folder), [1])

    def test_named_temporary_file(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
            f.write("one\ntwo\nthree\n")
            f.flush()
            self.assertEqual(line_count(f.name), 3)

    def test_kept_temporary_file(self):
        with tempfile.NamedTemporaryFile("w", delete=False) as f:
            f.write("a\nb\n")
        try:
            self.assertEqual(line_count(f.name), 2)
            target = f.name + ".out"
            number_lines(f.name, target)
            with open(target) as out:
                self.assertEqual(out.read(), "1: a\n2: b\n")
            os.remove(target)
        finally:
            os.unlink(f.name)

    def test_mkstemp(self):
        handle, path = tempfile.mkstemp()
        with os.fdopen(handle, "wb") as f:
            f.write(bytes(range(100)))
        self.addCleanup(os.remove, path)
        self.assertEqual(make_backup(path), 100)
        os.remove(path + ".bak")

    def test_binary(self):
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder, "a.bin"), Path(folder, "b.bin")
            source.write_bytes(b"\x00\xff" * 40)
            binary_copy(source, target)
            self.assertEqual(target.read_bytes(), source.read_bytes())

    def test_temporary_folder_of_the_student(self):
        self.assertEqual(work_in_a_temporary_folder("abc"), ("ABC", True))


class CurrentFolder(unittest.TestCase):
    def setUp(self):
        self.before = os.getcwd()
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)

    def tearDown(self):
        os.chdir(self.before)
        self.folder.cleanup()

    def test_student_writes_where_the_test_stands(self):
        save_score("Ann", 3)
        save_score("Bo", 12)
        with open("scores.txt") as f:
            self.assertEqual(f.read(), "Ann,3\nBo,12\n")

    def test_student_reads_what_the_test_wrote(self):
        with open("scores.txt", "w") as f:
            f.write("Cy,1\nDi,20\n")
        self.assertEqual(best(), "Di")

    def test_path_objects(self):
        Path("config.ini").write_text("a=1 b=2")
        self.assertEqual(read_config(), {"a": "1", "b": "2"})

    def test_missing(self):
        with self.assertRaises(FileNotFoundError):
            best()


class WithoutMoving(unittest.TestCase):
    """The current folder is the submission's own, as for tests that simply write a file."""

    def tearDown(self):
        for name in ("scores.txt", "config.ini", "in.txt"):
            if os.path.exists(name):
                os.remove(name)

    def test_student_writes_a_file(self):
        save_score("Ed", 5)
        with open("scores.txt") as f:
            self.assertEqual(f.readlines(), ["Ed,5\n"])

    def test_test_writes_a_file(self):
        with open("config.ini", "w") as f:
            f.write("k=v")
        self.assertEqual(read_config(), {"k": "v"})

    def test_removed_again(self):
        save_score("Flo", 1)
        os.remove("scores.txt")
        with self.assertRaises(FileNotFoundError):
            best()

    def test_file_of_lines(self):
        with open("in.txt", "w") as f:
            print("x", "y", sep="\n", file=f)
        self.assertEqual(line_count("in.txt"), 2)
        self.assertEqual(line_count(os.path.abspath("in.txt")), 2)


@pytest.mark.parametrize("n", [0, 2])
def test_mixed_with_pytest(n, tmp_path):
    with tempfile.NamedTemporaryFile("w+", dir=tmp_path) as f:
        f.write("x\n" * n)
        f.seek(0)
        assert line_count(f.name) == n
