import csv
import json
from pathlib import Path

import pytest
from tmp_files import (
    append_log,
    copy_upper,
    count_words,
    load_scores,
    read_first,
    rename_all,
    save_csv,
    save_json,
    tree,
)


def test_reads_what_the_test_wrote(tmp_path):
    file = tmp_path / "in.txt"
    file.write_text("one two\nthree\n")
    assert count_words(file) == 3
    assert count_words(str(file)) == 3


def test_writes_for_the_test(tmp_path):
    source, target = tmp_path / "a.txt", tmp_path / "b.txt"
    source.write_text("hello")
    assert copy_upper(source, target) is None
    assert target.read_text() == "HELLO"


def test_json_both_ways(tmp_path):
    file = tmp_path / "data.json"
    save_json(file, {"a": [1, 2.5, None]})
    assert json.loads(file.read_text()) == {"a": [1, 2.5, None]}


def test_csv(tmp_path):
    file = tmp_path / "scores.csv"
    with file.open("w", newline="") as f:
        writer = csv.writer(f)
        writer.writerow(["name", "score"])
        writer.writerow(["Ann", "90"])
        writer.writerow(["Bo", "75.5"])
    assert load_scores(file) == {"Ann": 90.0, "Bo": 75.5}


def test_csv_written(tmp_path):
    file = tmp_path / "out.csv"
    save_csv(file, [{"a": 1, "b": 2}])
    with open(file, newline="") as f:
        assert list(csv.DictReader(f)) == [{"a": "1", "b": "2"}]


def test_several_rounds(tmp_path):
    log = tmp_path / "log.txt"
    append_log(log, "first")
    with log.open("a") as f:
        f.write("by the test\n")
    append_log(log, "second")
    assert log.read_text().splitlines() == ["first", "by the test", "second"]


def test_folders(tmp_path):
    (tmp_path / "x" / "y").mkdir(parents=True)
    (tmp_path / "x" / "y" / "z.txt").touch()
    assert tree(tmp_path) == ["x", "x/y", "x/y/z.txt"]


def test_student_renames_and_deletes(tmp_path):
    for name in ("a.dat", "b.dat"):
        (tmp_path / name).write_bytes(bytes(range(256)))
    rename_all(tmp_path, ".dat", ".bin")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.bin", "b.bin"]
    assert (tmp_path / "a.bin").read_bytes() == bytes(range(256))


def test_chdir(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("note.txt").write_text("line\nnext")
    assert read_first("note.txt") == "line"
    save_json("here.json", 5)
    assert (tmp_path / "here.json").exists()


def test_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_first(tmp_path / "nothing.txt")


def test_nothing_is_left_of_the_other_cases(tmp_path):
    assert list(tmp_path.iterdir()) == []
    assert tree(tmp_path) == []


@pytest.fixture
def prepared(tmp_path):
    folder = tmp_path / "deep"
    folder.mkdir()
    (folder / "poem.txt").write_text("äöü ß\n", encoding="utf-8")
    return folder


def test_fixture_prepares(prepared):
    assert read_first(prepared / "poem.txt") == "äöü ß"


def test_open_file_is_handed_in(tmp_path):
    file = tmp_path / "lines.txt"
    file.write_text("a b\nc\n")
    with file.open() as f:
        assert sum(len(line.split()) for line in f) == count_words(file)


@pytest.mark.parametrize("n", [1, 3])
def test_tmpdir(tmpdir, n):
    file = tmpdir.join("x.txt")
    file.write("w " * n)
    assert count_words(str(file)) == n
