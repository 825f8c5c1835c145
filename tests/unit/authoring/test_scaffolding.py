"""A lesson is added to a manifest without a change to what is there."""

import tomllib
from pathlib import Path

import pytest

from grader.authoring.scaffolding import (
    Entry,
    add_lesson,
    with_entry,
)
from grader.errors import ContentError, UsageError

PLAIN = b"""# by hand
format_version = 1
title = "Tiny"   # stays

[[lessons]]
id = "sums"
title = 'Sums'"""
ENTRY = Entry("loops", 'Loops: "for" and \\ more — é', 10, ["sums"])


@pytest.mark.parametrize(
    "manifest",
    [PLAIN, PLAIN + b"\n", b"\xef\xbb\xbf" + PLAIN],
)
def test_every_byte_before_stays(manifest: bytes) -> None:
    """Comments and quotes stay."""
    whole = with_entry(manifest, ENTRY)

    assert whole.startswith(manifest)
    assert tomllib.loads(whole.decode("utf-8-sig"))["lessons"][1] == {
        "id": "loops", "title": ENTRY.title, "minutes": 10, "requires": ["sums"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        (b'title = "open', "cannot be read"),
        (b"\xff\xfe", "cannot be read"),
        (PLAIN + b"\nwrong = 1\n", "wrong is unknown"),
        (PLAIN.replace(b"sums", b"loops"), "two lessons have the id loops"),
    ],
)
def test_what_would_be_no_manifest_is_refused(manifest: bytes, said: str) -> None:
    """Where the whole would not be sound, the author is told."""
    with pytest.raises(ContentError) as caught:
        with_entry(manifest, Entry("loops", "Loops"))

    assert said in str(caught.value)


@pytest.mark.parametrize("path", ["exercises/../../out.py", "/tmp/out.py", "exercises/other/a.py"])
def test_files_stay_in_the_lessons_folders(tmp_path: Path, path: str) -> None:
    """Whatever names its files: what is brought along was written by strangers."""
    with pytest.raises(UsageError, match="outside of the lesson's folders"):
        add_lesson(tmp_path, Entry("sums", "Sums"), {Path(path): b""}, "Course")

    assert list(tmp_path.iterdir()) == []
