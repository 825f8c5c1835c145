"""Archives are read in memory, within bounds, and nothing in them leads outside."""

import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.intake.class_intake import Source
from grader.intake.file_tree import BOUNDS, IntakeBounds
from grader.model.course import MIB
from grader.model.submission import Submission
from tests.unit.intake.handed_in import (
    CODE,
    LESSON,
    find_submissions,
    people,
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
@pytest.mark.parametrize(
    "outside", ["../sums.py", "a/../../x", "/etc/passwd", "C:\\x.py", "..\\..\\x"]
)
def test_nothing_leads_outside(pack: Pack, name: str, outside: str, tmp_path: Path) -> None:
    """A name that leads out of the archive refuses it whole, and writes nothing."""
    said = refused(tmp_path, pack({"sums.py": CODE, outside: b"x"}), name)

    assert "lie outside its own folder" in said
    assert "Submit sums.py itself." in said
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(("pack", "name"), [(zipped, "ann.zip"), (tarred, "ann.tar.gz")])
def test_a_link_is_not_followed(pack: Pack, name: str, tmp_path: Path) -> None:
    """A link in an archive is no file."""
    linked = pack({}, {"sums.py": "/etc/passwd"})

    assert refused(tmp_path, linked, name).startswith("sums.py is a link, not a regular file.")


def test_an_entry_below_a_link_is_not_there(tmp_path: Path) -> None:
    """What an archive puts below its own link is passed over."""
    whole = io.BytesIO(zipped({}, {"out": "/tmp"}))
    with zipfile.ZipFile(whole, "a") as archive:
        archive.writestr("out/sums.py", CODE)

    assert refused(tmp_path, whole.getvalue()).startswith("sums.py was not found")


def test_a_name_of_any_length(tmp_path: Path) -> None:
    """A file's name is cut where a sentence tells it, and one that is too deep is passed over."""
    files = {"x" * 60_000: b"", "a/" * 40 + "sums.py": CODE}

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


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
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


@pytest.mark.parametrize("name", ["ann.rar", "ann.7z", "ann.tar.xz", "ann.gz"])
def test_other_archives(name: str, tmp_path: Path) -> None:
    """An archive of another kind is named as such."""
    said = refused(tmp_path, b"Rar!", name)

    assert said == f"An archive of the kind {name[3:]} cannot be opened. Submit sums.py itself."


def test_damaged_data(tmp_path: Path) -> None:
    """A file that was damaged inside its archive is named."""
    data = bytearray(zipped({"sums.py": CODE}))
    data[40] ^= 0xFF

    assert refused(tmp_path, bytes(data)).startswith("sums.py is damaged in the zip archive.")


@pytest.mark.parametrize(("flag", "method", "said"), [(1, 8, "password"), (0, 12, "cannot be rea")])
def test_what_cannot_be_unpacked(flag: int, method: int, said: str, tmp_path: Path) -> None:
    """A locked entry, and one packed in a way that has no bound, are refused."""
    data = bytearray(zipped({"sums.py": CODE}))
    index = data.rindex(b"PK\x01\x02")
    data[index + 8] |= flag
    data[index + 10] = method

    assert said in refused(tmp_path, bytes(data))


@pytest.mark.parametrize("files", [1, 5])
def test_a_zip_bomb_is_not_unpacked(files: int, tmp_path: Path) -> None:
    """What all files come to is told by the index, and refused where it is too large."""
    size = BOUNDS.unpacked_bytes // files
    bomb = {f"zeros {number}": b"\0" * size for number in range(files)}

    said = refused(tmp_path, zipped({**bomb, "sums.py": CODE}))

    assert said == "The zip archive is too large when it is unpacked. Submit sums.py itself."


def test_a_tar_bomb_is_not_unpacked(tmp_path: Path) -> None:
    """A tar is unpacked up to its bound, and no further."""
    said = refused(tmp_path, tarred({"zeros": b"\0" * (65 * MIB)}), "ann.tar.gz")

    assert said == "The tar archive is too large when it is unpacked. Submit sums.py itself."


def test_a_tar_that_is_cut_short(tmp_path: Path) -> None:
    """A member that says it is larger than its archive is not taken."""
    member = tarfile.TarInfo("sums.py")
    member.size = 200 * MIB

    assert taken(tmp_path, member.tobuf() + bytes(1024), "ann.tar").sources == {}


def test_too_many_entries(tmp_path: Path) -> None:
    """An archive of more files than anyone needs is refused by its index."""
    files = {f"{number}": b"" for number in range(BOUNDS.archive_entries + 1)}

    assert "holds more than" in refused(tmp_path, zipped(files))


@pytest.mark.parametrize(("pack", "name"), [(zipped, "ann.zip"), (tarred, "ann.tar.gz")])
def test_too_many_folders(pack: Pack, name: str, tmp_path: Path) -> None:
    """Folders that an archive's names make up count like its files."""
    files = {"/".join(f"{number}.{part}" for part in range(31)): b"" for number in range(800)}

    assert "holds more than 10000 files and folders" in refused(tmp_path, pack(files), name)


@pytest.mark.parametrize(("pack", "name"), [(zipped, "class.zip"), (tarred, "class.tar.gz")])
def test_a_class_with_too_many_files(pack: Pack, name: str, tmp_path: Path) -> None:
    """What an instructor names is bounded, too, and says so."""
    (tmp_path / name).write_bytes(pack({f"s{number}/sums.py": CODE for number in range(3)}))

    with pytest.raises(UsageError, match="holds more than 2 files and folders"):
        take_in(Source(tmp_path / name), LESSON, bounds=IntakeBounds(class_entries=2))


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


def test_backslashes_part_names(tmp_path: Path) -> None:
    """An archive that Windows wrote with backslashes is read as one with folders."""
    found = taken(tmp_path, zipped({"homework\\sums.py": CODE}))

    assert found.sources == {"sums.py": CODE}


@pytest.mark.parametrize(("pack", "name"), [(zipped, "class.zip"), (tarred, "class.tar.gz")])
def test_an_archive_of_a_class(pack: Pack, name: str, tmp_path: Path) -> None:
    """An archive may hold a class: folders, files, notebooks, and one archive for each student."""
    files = {
        "hw/ann/sums.py": CODE,
        "hw/ben.py": CODE,
        "hw/cleo.zip": zipped({"sums.py": CODE}),
        "hw/dora/work.zip": zipped({"x/sums.py": CODE}),
        "hw/emil.zip": zipped({"in.zip": b"PK"}),
        "hw/.DS_Store": b"x",
    }
    (tmp_path / name).write_bytes(pack(files))

    found = find_submissions(tmp_path / name, LESSON)

    assert [(one.student, one.refused is None) for one in found] == [
        *(("ann", True), ("ben", True), ("cleo", True), ("dora", True), ("emil", False)),
    ]


PACKED_CLASS = zipped({"ann/sums.py": CODE, "ben/sums.py": CODE})


@pytest.mark.parametrize("place", ["class.zip", "hw/class.zip"])
@pytest.mark.parametrize("is_packed", [True, False])
def test_a_class_in_an_archive_that_is_alone(place: str, is_packed: bool, tmp_path: Path) -> None:
    """What holds only the archive of a class is refused, and not judged as one student's."""
    outer = tmp_path / ("class.zip" if is_packed else "class")
    if is_packed:
        outer.write_bytes(zipped({place: PACKED_CLASS}))
    else:
        write(outer, {Path(place).name: PACKED_CLASS})

    with pytest.raises(UsageError, match=r"holds nothing but class\.zip, in which no submission"):
        take_in(Source(outer), LESSON)


def test_an_archive_that_is_alone_and_one_students(tmp_path: Path) -> None:
    """So it is where a submission is found, a roster knows it, it is said, or one lesson has it."""
    good, bad = tmp_path / "good.zip", tmp_path / "bad.zip"
    good.write_bytes(zipped({"ann.zip": zipped({"sums.py": CODE})}))
    bad.write_bytes(zipped({"ann.zip": PACKED_CLASS}))
    several = tmp_path / "several.zip"
    several.write_bytes(zipped({"sums/ann.zip": PACKED_CLASS}))
    known = people(tmp_path, roster="id\nann\n")

    found = [
        take_in(Source(good), LESSON),
        take_in(Source(bad), LESSON, known),
        take_in(Source(bad, layout="plain"), LESSON),
        take_in(Source(several, inside="sums"), LESSON),
    ]

    assert [[one.student for one in intake.submissions] for intake in found] == [["ann"]] * 4


DEEP = "d/" * 40 + "sums.py"


@pytest.mark.parametrize("entry", ["../../x.py", "/x.py", "ben/sums.py/x.py", DEEP])
def test_an_entry_of_a_class_without_a_place(entry: str, tmp_path: Path) -> None:
    """One that leads outside, below a file or too deep is passed over and named."""
    data = zipped({"ann/sums.py": CODE, "ben/sums.py": CODE, entry: CODE})
    (tmp_path / "class.zip").write_bytes(data)

    intake = take_in(Source(tmp_path / "class.zip"), LESSON)

    assert [one.student for one in intake.submissions] == ["ann", "ben"]
    assert intake.notes == (
        f"Left out of {tmp_path / 'class.zip'}, since their paths cannot be used: {entry}.",
    )


@pytest.mark.parametrize(
    ("inside", "student"), [("sums.py", "ann"), ("eve/sums.py", "eve"), ("sums/sums.py", "ann")]
)
def test_an_archive_with_one_submission(inside: str, student: str, tmp_path: Path) -> None:
    """One submission is its folder's, else its archive's, unless the folder is the lesson's."""
    (tmp_path / "ann.zip").write_bytes(zipped({inside: CODE}))

    (found,) = find_submissions(tmp_path / "ann.zip", LESSON)
    (named,) = find_submissions(tmp_path / "ann.zip", LESSON, "s1")

    assert (found.student, found.sources) == (student, {"sums.py": CODE})
    assert named.student == "s1"


@pytest.mark.parametrize("name", ["class.zip", "class.tar.gz", "class.rar"])
def test_a_class_archive_that_cannot_be_opened(name: str, tmp_path: Path) -> None:
    """An instructor's own archive that is damaged is an error that names it."""
    write(tmp_path, {name: b"no archive"})

    with pytest.raises(UsageError, match=name):
        find_submissions(tmp_path / name, LESSON)
