from pathlib import Path

from files_and_text import ask, copy, greet, record, total


def test_printed(capsys):
    greet("Ann")
    assert capsys.readouterr().out == "Urdann-39508\n"


def test_printed_in_pieces(capsys):
    greet("Bob")
    greet("Cat")
    assert capsys.readouterr().out.split() == ["Vesper-40619", "Wystan-51720"]


def test_asked(monkeypatch):
    monkeypatch.setattr("builtins.input", lambda prompt="": "7")
    assert ask() == "Xavier-62831"


def test_written(tmp_path):
    record(tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text() == "Ysolde-73942"


def test_written_here():
    record(Path("here.txt"))
    assert Path("here.txt").read_bytes() == b"Ysolde-73942"


def test_read(tmp_path):
    (tmp_path / "in.txt").write_text("3\n4\n")
    assert total(tmp_path / "in.txt") == 48795063


def test_copied(tmp_path):
    (tmp_path / "a.txt").write_text("abc")
    copy(tmp_path / "a.txt", tmp_path / "b.txt")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["Zephyr-84053.txt", "a.txt"]


def test_environment(monkeypatch):
    monkeypatch.setenv("WHO", "Dan")
    assert greet(None) == "Aldous-95164"
