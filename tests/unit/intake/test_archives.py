"""Archives are read in memory, within bounds, and nothing in them leads outside."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.intake.class_intake import Source
from grader.model.course import MIB
from grader.model.submission import Submission
from tests.unit.intake.handed_in import (
    CODE,
    LESSON,
    find_submissions,
    take_in,
    take_path,
    tarred,
    write,
    zipped,
)

Pack = Callable[..., bytes]


def taken(tmp_path: Path, data: bytes, name: str = "ann.zip") -> Submission:
    """Take one student's archive."""
    (tmp_path / name).write_bytes(data)
    return take_path(tmp_path / name, LESSON, "ann")


def refused(tmp_path: Path, data: bytes, name: str = "ann.zip") -> str:
    """Take an archive that cannot be taken; give the sentence."""
    found = taken(tmp_path, data, name)
    assert found.sources == {}
    assert found.refused is not None
    return found.refused


@pytest.mark.parametrize(("pack", "name"), [(zipped, "ann.zip"), (tarred, "ann.tar.gz")])
@pytest.mark.parametrize("place", ["", "Homework 1/src/", "./"])
def test_an_archive_of_one(pack: Pack, name: str, place: str, tmp_path: Path) -> None:
    """A student's archive is opened, also where everything in it lies in a folder."""
    files = {f"{place}sums.py": CODE, f"{place}notes.txt": b"x", "__MACOSX/._sums.py": b"\0"}

    found = taken(tmp_path, pack(files), name)

    assert (found.refused, found.sources) == (None, {"sums.py": CODE})
    assert found.ignored == ("notes.txt",)


@pytest.mark.parametrize(("pack", "name"), [(zipped, "ann.zip"), (tarred, "ann.tgz")])
@pytest.mark.parametrize("outside", ["../sums.py", "a/../../x", "/etc/passwd"])
def test_nothing_leads_outside(pack: Pack, name: str, outside: str, tmp_path: Path) -> None:
    """A name that leads out of the archive is passed over, and nothing is written."""
    found = taken(tmp_path, pack({"sums.py": CODE, outside: b"x"}), name)

    assert (found.sources, found.ignored) == ({"sums.py": CODE}, ())
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(("pack", "name"), [(zipped, "ann.zip"), (tarred, "ann.tar.gz")])
def test_a_link_is_not_followed(pack: Pack, name: str, tmp_path: Path) -> None:
    """A link in an archive is no file."""
    linked = pack({}, {"sums.py": "/etc/passwd"})

    assert refused(tmp_path, linked, name).startswith("sums.py is a link, not a regular file.")


def test_a_name_of_any_length(tmp_path: Path) -> None:
    """A file's name is cut where a sentence tells it."""
    files = {"x" * 60_000: b""}

    assert refused(tmp_path, zipped(files)) == (
        "sums.py was not found: submit a file of exactly this name. You submitted: "
        f"{'x' * 100}… (59900 more characters)."
    )


def test_one_name_twice_is_no_choice(tmp_path: Path) -> None:
    """Two entries of one name are refused: programs differ in which of them they take."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("sums.py", CODE)
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("sums.py", CODE + b"# other")

    assert "more than once" in refused(tmp_path, whole.getvalue())


DAMAGED = bytes(
    byte ^ (0xFF if at == 40 else 0) for at, byte in enumerate(zipped({"sums.py": CODE}))
)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (DAMAGED, "sums.py is damaged in the zip archive."),
        (b"", "The zip archive is an empty file. Submit sums.py itself."),
        (b"PK", "The zip archive cannot be opened: it is damaged or no zip."),
        (b"\0" * 100, "The zip archive cannot be opened"),
        (zipped({}), "The zip archive is empty. Submit sums.py itself."),
        (zipped({"sums.py": CODE})[:-30], "The zip archive cannot be opened"),
        (zipped({"a.txt": b"x"}), "sums.py was not found: submit a file of exactly this name."),
        (zipped({"a/" * 40 + "sums.py": CODE}), "sums.py was not found: submit a file of exactly"),
        (zipped({"in.zip": zipped({"sums.py": CODE})}), "The archive holds another archive, in"),
        (zipped({"a/in.7z": b"x"}), "The archive holds another archive, in.7z, which is not"),
        (zipped({"sums.py": b"x" * (MIB + 1)}), "sums.py is too large: 1048577 bytes, and"),
    ],
)
def test_what_is_in_no_order(data: bytes, sentence: str, tmp_path: Path) -> None:
    """An archive that is damaged, empty or holds another one gets a sentence."""
    assert refused(tmp_path, data).startswith(sentence)


@pytest.mark.parametrize(("flag", "method", "said"), [(1, 8, "password"), (0, 12, "cannot be rea")])
def test_what_cannot_be_unpacked(flag: int, method: int, said: str, tmp_path: Path) -> None:
    """A locked entry, and one packed in a way that has no bound, are refused."""
    data = bytearray(zipped({"sums.py": CODE}))
    index = data.rindex(b"PK\x01\x02")
    data[index + 8] |= flag
    data[index + 10] = method

    assert said in refused(tmp_path, bytes(data))


@pytest.mark.parametrize("suffix", [".zip", ".tar.gz", ".py", ".ipynb"])
def test_200_mb_are_not_read(suffix: str, tmp_path: Path) -> None:
    """A huge file of any kind is refused by its size alone."""
    with (tmp_path / f"ann{suffix}").open("wb") as file:
        file.truncate(200 * MIB)
    write(tmp_path, {"ben.py": CODE})

    found, _ = find_submissions(tmp_path, LESSON)

    assert found.sources == {}
    assert found.refused is not None
    assert f"too large: {200 * MIB} bytes" in found.refused


@pytest.mark.parametrize("flag", [True, False])
@pytest.mark.parametrize("name", ["Łukasz Żółć", "山田太郎"])
def test_names_in_an_archive(name: str, flag: bool, tmp_path: Path) -> None:
    """Names in any script are read, also where macOS leaves their encoding unsaid."""
    data = zipped({f"{name}/sums.py": CODE, "other/sums.py": CODE})
    if not flag:
        data = unflagged(data)
    (tmp_path / "class.zip").write_bytes(data)

    found = find_submissions(tmp_path / "class.zip", LESSON)

    assert {one.student for one in found} == {name, "other"}


def unflagged(data: bytes) -> bytes:
    """Take away what says that names are UTF-8."""
    whole = bytearray(data)
    for mark, place in ((b"PK\x03\x04", 7), (b"PK\x01\x02", 9)):
        at = whole.find(mark)
        while at >= 0:
            whole[at + place] &= ~0x08
            at = whole.find(mark, at + 1)
    return bytes(whole)


def test_an_archive_of_a_class(tmp_path: Path) -> None:
    """An archive may hold a class: folders, files, notebooks, and one archive for each student."""
    files = {
        "hw/ann/sums.py": CODE,
        "hw/ben.py": CODE,
        "hw/cleo.zip": zipped({"sums.py": CODE}),
        "hw/dora/work.zip": zipped({"x/sums.py": CODE}),
        "hw/emil.zip": zipped({"in.zip": b"PK"}),
        "hw/.DS_Store": b"x",
    }
    (tmp_path / "class.zip").write_bytes(zipped(files))

    found = find_submissions(tmp_path / "class.zip", LESSON)

    assert [(one.student, one.refused is None) for one in found] == [
        *(("ann", True), ("ben", True), ("cleo", True), ("dora", True), ("emil", False)),
    ]


@pytest.mark.parametrize("entry", ["../../x.py", "/x.py", "ben/sums.py/x.py"])
def test_an_entry_of_a_class_without_a_place(entry: str, tmp_path: Path) -> None:
    """One that leads outside or below a file is passed over and named."""
    data = zipped({"ann/sums.py": CODE, "ben/sums.py": CODE, entry: CODE})
    (tmp_path / "class.zip").write_bytes(data)

    intake = take_in(Source(tmp_path / "class.zip"), LESSON)

    assert [one.student for one in intake.submissions] == ["ann", "ben"]
    assert intake.notes == (
        f"Left out of {tmp_path / 'class.zip'}, since their paths cannot be used: {entry}.",
    )


def test_a_class_archive_that_cannot_be_opened(tmp_path: Path) -> None:
    """An instructor's own archive that is damaged is an error that names it."""
    write(tmp_path, {"class.zip": b"no archive"})

    with pytest.raises(UsageError, match=r"class\.zip"):
        find_submissions(tmp_path / "class.zip", LESSON)
