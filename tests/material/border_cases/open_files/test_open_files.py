import sqlite3

from open_files import Journal, Ledger, append_line, read_all, tail


def test_written_while_open(tmp_path):
    journal = Journal(tmp_path / "journal.txt")
    journal.write("one")
    assert (tmp_path / "journal.txt").read_text() == "one\n"
    journal.write("two")
    assert (tmp_path / "journal.txt").read_text() == "one\ntwo\n"
    journal.close()
    assert (tmp_path / "journal.txt").read_text() == "one\ntwo\nend\n"


def test_read_while_open(tmp_path):
    file = tmp_path / "log.txt"
    file.write_text("first\n")
    lines = tail(file)
    assert next(lines) == "first"
    with file.open("a") as log:
        log.write("second\n")
    assert next(lines) == "second"


def test_opened_by_the_test(tmp_path):
    file = tmp_path / "out.txt"
    with file.open("w") as log:
        log.write("a\n")
        log.flush()
        assert read_all(file) == "a\n"
        log.write("b\n")
        log.flush()
        assert read_all(file) == "a\nb\n"
        append_line(file, "c")
    assert file.read_text().splitlines()[-1] == "c"


def test_database_of_the_submission(tmp_path):
    ledger = Ledger(tmp_path / "ledger.db")
    ledger.add("a", 5)
    with sqlite3.connect(tmp_path / "ledger.db") as seen:
        assert seen.execute("SELECT name, amount FROM entries").fetchall() == [("a", 5)]
    seen.close()
    ledger.add("b", 6)
    assert ledger.total() == 11
    other = sqlite3.connect(tmp_path / "ledger.db")
    assert other.execute("SELECT count(*) FROM entries").fetchone() == (2,)
    other.execute("INSERT INTO entries VALUES ('c', 9)")
    other.commit()
    assert ledger.total() == 20
    other.execute("UPDATE entries SET amount = 1")
    other.commit()
    other.close()
    assert ledger.total() == 3


def test_database_in_the_middle_of_a_change(tmp_path):
    ledger = Ledger(tmp_path / "ledger.db")
    ledger.begin("a", 5)
    seen = sqlite3.connect(tmp_path / "ledger.db")
    assert seen.execute("SELECT count(*) FROM entries").fetchone() == (0,)
    ledger.end()
    assert seen.execute("SELECT name FROM entries").fetchall() == [("a",)]
    seen.close()


def test_database_kept_open_by_the_test(tmp_path):
    ledger = Ledger(tmp_path / "ledger.db")
    kept = sqlite3.connect(tmp_path / "ledger.db")
    for number in range(3):
        ledger.add(str(number), number)
        assert kept.execute("SELECT count(*) FROM entries").fetchone() == (number + 1,)
    kept.close()
