"""A submission's changes to files: which are taken over, and which spoil a file."""

import os
from pathlib import Path

import pytest

from grader.bridge.contract import Contract, Deed, Learned
from grader.bridge.file_guard import KeptFolder, SharedFolder, general_name


class Rules:
    """A lesson whose reference changes the files that are named."""

    def __init__(self, *changed: str) -> None:
        self.sources = {"m.py": b""}
        self.learned = Learned(Contract(), is_recording=True)
        for name in changed:
            for folder in ("work", "cases"):
                self.learned.admits(Deed.CHANGES, f"{folder}/{name}")
        self.learned.is_recording = False


def kept(folder: Path, *changed: str, **files: str) -> KeptFolder:
    """A folder with text files; the reference changes some."""
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    (folder / "m.py").write_text("as handed in", encoding="utf-8")
    return KeptFolder("work", str(folder), Rules(*changed))


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_a_file_of_its_own_is_made_changed_and_removed(tmp_path: Path) -> None:
    """What the submission makes is its own, in folders of its own too."""
    folder = kept(tmp_path)
    folder.apply([["d", "dir", b""], ["d/new.txt", "file", b"1"]])
    assert read(tmp_path / "d" / "new.txt") == "1"

    folder.apply([["d/new.txt", "file", b"2"]])
    assert read(tmp_path / "d" / "new.txt") == "2"

    folder.apply([["d/new.txt", "gone", b""], ["d", "gone", b""]])
    assert not (tmp_path / "d").exists()
    assert not folder.spoiled.has(str(tmp_path))


def test_a_file_that_the_reference_leaves_is_spoiled(tmp_path: Path) -> None:
    """What the submission writes over a file of the test's stays over there."""
    folder = kept(tmp_path, a="1")

    folder.apply([["a.txt", "file", b"2"]])

    assert read(tmp_path / "a.txt") == "1"
    assert folder.spoiled.has(str(tmp_path / "a.txt"))


@pytest.mark.parametrize("path", [".kept", ".cache/kept", "d/.cache/kept"])
def test_a_dotted_name_crosses_neither_way(path: str, tmp_path: Path) -> None:
    """What bears such a name is each side's own."""
    folder = kept(tmp_path)

    folder.apply([[path, "file", b"1"]])

    assert not (tmp_path / path).exists()

    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).touch()

    assert not [row for row in folder.changes() if row[0] == path]


def test_a_dotted_name_is_taken_over_where_the_reference_writes_it(tmp_path: Path) -> None:
    """A file that the reference writes is the submission's to write, whatever its name."""
    folder = kept(tmp_path, ".saved")

    folder.apply([[".saved", "file", b"1"]])

    assert read(tmp_path / ".saved") == "1"


def test_the_same_content_spoils_nothing(tmp_path: Path) -> None:
    """A file that was written anew as it was is as it was."""
    folder = kept(tmp_path, a="1")

    folder.apply([["a.txt", "file", b"1"]])

    assert not folder.spoiled.has(str(tmp_path / "a.txt"))


def test_a_file_that_the_reference_changes_is_changed(tmp_path: Path) -> None:
    """Where the reference changes a file, the submission does."""
    folder = kept(tmp_path, "a.txt", a="1")

    folder.apply([["a.txt", "file", b"2"]])

    assert read(tmp_path / "a.txt") == "2"
    assert not folder.spoiled.has(str(tmp_path / "a.txt"))


def test_a_removed_file_is_gone_and_spoils_its_folder(tmp_path: Path) -> None:
    """A test sees that its file is gone; what it lists or makes of it afterwards is no use."""
    folder = kept(tmp_path, a="1")

    folder.apply([["a.txt", "gone", b""]])
    assert not (tmp_path / "a.txt").exists()
    folder.apply([["a.txt", "file", b"2"]])

    assert not (tmp_path / "a.txt").exists()
    assert folder.spoiled.has(str(tmp_path / "a.txt"))
    assert folder.spoiled.has(str(tmp_path))


def test_what_the_test_writes_again_is_the_tests(tmp_path: Path) -> None:
    """A file is no longer spoiled once the test has written it, and not the submission's either."""
    folder = kept(tmp_path, a="1")
    folder.apply([["a.txt", "file", b"2"], ["b.txt", "file", b"3"]])

    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("of the test", encoding="utf-8")
    assert len(folder.changes()) == 2

    assert not folder.spoiled.has(str(tmp_path / "a.txt"))
    folder.apply([["b.txt", "file", b"4"]])
    assert read(tmp_path / "b.txt") == "of the test"


@pytest.mark.parametrize("kind", ["file", "gone"])
def test_a_module_stays_as_handed_in(tmp_path: Path, kind: str) -> None:
    """The text of a submission is what was handed in, whatever it does to its file."""
    folder = kept(tmp_path, "m.py")

    folder.apply([["m.py", kind, b"forged"]])

    assert read(tmp_path / "m.py") == "as handed in"
    assert not folder.spoiled.has(str(tmp_path / "m.py"))


@pytest.mark.parametrize("path", ["./m.py", "d//../m.py", "link/m.py", "m.py/", "link/new.txt"])
def test_no_other_name_leads_to_a_file(tmp_path: Path, path: str) -> None:
    """Neither another spelling nor a link that a test made names a file."""
    folder = kept(tmp_path)
    (tmp_path / "link").symlink_to(".")

    folder.apply([[path, "file", b"forged"]])

    assert read(tmp_path / "m.py") == "as handed in"
    assert not (tmp_path / "new.txt").exists()


def test_a_name_is_the_same_in_each_run() -> None:
    """What pytest and tempfile draw or count leaves a name as it is."""
    first = general_name("run/test_it10/tmpab3_9x1z/in.txt")

    assert first == general_name("run/test_it2/tmpq0q0q0q0/in.txt")
    assert first != general_name("run/test_it2/tmpq0q0q0q0/out.txt")


def shared(folder: Path, *changed: str) -> SharedFolder:
    """A folder that both sides see, with a file of the test's."""
    (folder / "a.txt").write_text("1", encoding="utf-8")
    found = SharedFolder("cases", str(folder), Rules(*changed))
    found.touch(str(folder / "a.txt"))
    found.settle()
    return found


def test_a_change_is_seen_in_a_shared_folder(tmp_path: Path) -> None:
    """A file of the test's that the submission writes is spoiled, be it quick and as long."""
    folder = shared(tmp_path)
    is_marked = (tmp_path / "a.txt").stat().st_mtime_ns
    (tmp_path / "a.txt").write_text("2", encoding="utf-8")
    os.utime(tmp_path / "a.txt", ns=(is_marked, is_marked))

    folder.look()

    assert folder.spoiled.has(str(tmp_path / "a.txt"))


def test_a_removal_is_seen_in_a_shared_folder(tmp_path: Path) -> None:
    """A file of the test's that is gone spoils what its folder lists."""
    folder = shared(tmp_path)
    (tmp_path / "a.txt").unlink()

    folder.look()

    assert folder.spoiled.has(str(tmp_path))


def test_what_is_right_in_a_shared_folder(tmp_path: Path) -> None:
    """Changes of the test's, of files that the reference changes and of new files spoil nothing."""
    folder = shared(tmp_path, "b.txt")
    folder.touch(str(tmp_path / "b.txt"))
    (tmp_path / "b.txt").write_text("1", encoding="utf-8")
    with (tmp_path / "a.txt").open("a", encoding="utf-8") as left_open:
        left_open.write("more")  # a test may keep a file open, and write when nobody looks
    folder.settle()
    (tmp_path / "b.txt").write_text("22", encoding="utf-8")
    (tmp_path / "new.txt").write_text("3", encoding="utf-8")

    folder.look()

    assert not any(folder.spoiled.has(str(tmp_path / f"{n}.txt")) for n in ("a", "b", "new"))
    assert not folder.spoiled.has(str(tmp_path))


def test_a_removed_folder_of_the_test_is_forgotten(tmp_path: Path) -> None:
    """What the test removed was not removed by the submission."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.txt").touch()
    folder = SharedFolder("cases", str(tmp_path), Rules())
    folder.touch(str(tmp_path / "deep" / "a.txt"))
    folder.settle()

    folder.touch(str(tmp_path / "deep"))
    (tmp_path / "deep" / "a.txt").unlink()
    folder.look()

    assert not folder.spoiled.has(str(tmp_path / "deep"))


NAMES = ("new.txt", "d/new.txt", "out.txt", "run/new.txt", "run/case_0/a")


def test_only_the_test_begins_files_in_the_temporary_folder(tmp_path: Path) -> None:
    """What the submission begins there is not taken, but where the reference's run begins it."""
    (tmp_path / "run" / "case_0").mkdir(parents=True)
    folder = KeptFolder("cases", str(tmp_path), Rules("out.txt"))

    folder.apply([[name, "file", b"1"] for name in NAMES])

    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "case_0", "out.txt", "run"]


def test_what_the_submission_begins_in_a_shared_folder_is_not_read(tmp_path: Path) -> None:
    """There its files lie beside those of the test, which are known by who made them."""
    (tmp_path / "run" / "case_0").mkdir(parents=True)
    folder = SharedFolder("cases", str(tmp_path), Rules("out.txt"))
    for name in ("mine.txt", "run/case_0"):
        folder.touch(str(tmp_path / name))
    (tmp_path / "d").mkdir()
    for name in ("mine.txt", *NAMES):
        (tmp_path / name).touch()
    places = ("mine.txt", *NAMES, "gone.txt", ".", "..", "run", "run/case_0")

    spoiled = [name for name in places if folder.is_spoiled(os.path.normpath(tmp_path / name))]
    spoiled += [name for name in ("", "/dev/null") if folder.is_spoiled(name)]

    assert spoiled == ["new.txt", "d/new.txt", "run/new.txt"]
