"""A backup is the record of one moment; who is forgotten is in no byte of the record's files."""

import random
import shutil
from pathlib import Path

import pytest

from grader.cli.main import run
from grader.errors import StoreError
from grader.record.forgetting import export_person, forget_person, is_known
from grader.record.store import BACKUPS, FILE, Store, back_up, open_store
from tests.integration.record.children import in_children, killed_at
from tests.unit.record.records import NOW, fill, filled, record, rows_at, settle

pytestmark = pytest.mark.process

NAME = "Wilhelmina-Xanthippe"


def record_on(address: str, count: int) -> None:
    """Record attempts one after the other."""
    opened = open_store(address)
    for number in range(count):
        record(opened, "ada", str(number))
    opened.close()


def back_up_often(address: str, folder: Path, count: int) -> list[Path]:
    """Make backups one after the other."""
    opened = open_store(address)
    made = [back_up(opened, folder / f"{number}.db", NOW) for number in range(count)]
    opened.close()
    return made


def test_a_backup_made_while_others_write_is_of_one_moment(folder: Path, tmp_path: Path) -> None:
    """Each copy opens as a record, and holds the first so many attempts."""
    open_store(str(folder)).close()
    address = str(folder)

    _, made = in_children((record_on, (address, 60)), (back_up_often, (address, tmp_path, 4)))

    for backup in made:
        copy = tmp_path / backup.stem
        copy.mkdir()
        shutil.copyfile(backup, copy / FILE)
        found = rows_at(copy)["attempts"]
        assert [row[3] for row in found] == list(range(1, len(found) + 1))
    assert len(rows_at(folder)["attempts"]) == 60


def test_a_kill_while_copying_leaves_no_backup(folder: Path) -> None:
    """A copy stands in its place when it is whole, not before; the record is untouched."""
    filled(folder, "ada")
    before = rows_at(folder)

    def back_up_once() -> None:
        opened = open_store(str(folder))
        back_up(opened, None, NOW)

    assert killed_at(Path, "rename", 1, back_up_once)

    assert list((folder / BACKUPS).glob("grader-*")) == []
    assert rows_at(folder) == before


# -- forgetting


def traces(folder: Path, name: str = NAME) -> list[str]:
    """List the files that hold a name."""
    return sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and name.encode() in path.read_bytes()
    )


@pytest.fixture
def two(folder: Path) -> Store:
    """A record in a file, with two students."""
    opened = open_store(str(folder))
    fill(opened, NAME)
    fill(opened, "bob")
    return opened


def test_no_byte_is_left_however_the_pages_were_moved(folder: Path, two: Store) -> None:
    """Rows of all sizes, mixed with those of others and changed later, leave nothing behind."""
    chance = random.Random(4)
    waiting = []
    for number in range(120):
        student = chance.choice([NAME, "bob", "eve", "ada"])
        noise = chance.randbytes(chance.randrange(3000)).hex()
        waiting.append(record(two, student, f"{number} {student}\n{noise}"))
        chance.shuffle(waiting)
        if chance.random() < 0.6:
            settle(two, waiting.pop())
    bob, before = export_person(two, "bob"), traces(folder)
    size = sum(path.stat().st_size for path in folder.glob(f"{FILE}*"))

    forget_person(two, NAME)

    assert before != []
    assert traces(folder) == []
    assert traces(folder, "bob") != []
    assert export_person(two, "bob") == bob
    assert sum(path.stat().st_size for path in folder.glob(f"{FILE}*")) < size
    two.close()


def test_a_reader_that_holds_the_log_is_named(
    folder: Path, two: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another still reads what was, the log cannot be emptied; asked again, it is."""
    two.close()
    monkeypatch.setattr("grader.record.database.BUSY_SECONDS", 0.2)
    ours, reader = open_store(str(folder)), open_store(str(folder))

    with reader.reading() as reading:
        known = is_known(reading, NAME)
        with pytest.raises(StoreError, match="Run the command again"):
            forget_person(ours, NAME)
    forget_person(ours, NAME)

    assert known
    assert traces(folder) == []
    ours.close()
    reader.close()


def test_the_command_names_what_still_holds_a_person(
    folder: Path, two: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Backups keep what they hold, and so do pages and tables; a second time nobody is known."""
    back_up(two, None, NOW)
    two.close()
    (tmp_path / "exercises").mkdir()
    manifest = 'format_version = 1\ntitle = "T"\n[[lessons]]\nid = "sums"\ntitle = "S"\n'
    (tmp_path / "exercises" / "course.toml").write_text(manifest, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = ["forget", NAME, "--yes", "--data", str(folder)]

    codes = [run(words), run(words)]

    said = capsys.readouterr()
    assert codes == [0, 2]
    assert f"backups in {folder / BACKUPS} still hold what was erased" in " ".join(said.out.split())
    assert "in every folder that was named with --out" in " ".join(said.out.split())
    assert "is not on record" in said.err
    assert traces(folder) == [f"{BACKUPS}/{path.name}" for path in (folder / BACKUPS).iterdir()]
