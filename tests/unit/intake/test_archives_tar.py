"""Tars are read in every form that programs write, and what is broken in one loses no file."""

import io
import tarfile

import pytest

from grader.intake.archives import open_archive
from grader.intake.file_tree import FILE, FOLDER, Node, find

LONG = "a" * 60 + "/" + "b" * 80 + "/sums.py"
DAMAGED = "The tar archive cannot be opened: it is damaged or no tar."


def tree(data: bytes) -> Node | str:
    """Open an archive, or give the sentence that refuses it."""
    return open_archive("tar", io.BytesIO(data))


def content(data: bytes, path: str) -> tuple[str, bytes | str]:
    """Tell what lies at a path, and read it."""
    root = tree(data)
    assert isinstance(root, Node)
    node = find(root, path)
    assert node is not None
    return node.kind, node.read(100, path)


def block(name: bytes, kind: bytes, size: bytes, magic: bytes = b"ustar\x0000") -> bytes:
    """Write a header with its right checksum."""
    head = bytearray(512)
    head[: len(name)] = name
    head[124 : 124 + len(size)] = size
    head[148:156] = b" " * 8
    head[156:157] = kind
    head[257 : 257 + len(magic)] = magic
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head)


def telling(kind: bytes, data: bytes) -> bytes:
    """Write a header that tells of the next one."""
    return block(b"told", kind, b"%o" % len(data)) + data + bytes(-len(data) % 512)


FILE_BLOCK = block(b"sums.py", b"0", b"3") + b"x=1" + bytes(509)


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
@pytest.mark.parametrize("name", ["sums.py", "Žluť/sums.py", LONG])
def test_every_form_is_read(form: int, name: str) -> None:
    """Names of any length and script, folders and links are read as tarfile writes them."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w", format=form) as archive:
        for path, kind in ((name, tarfile.REGTYPE), ("in", tarfile.DIRTYPE), ("l", b"2")):
            member = tarfile.TarInfo(path)
            member.type, member.linkname = kind, "/etc/passwd"
            member.size = 3 if kind == tarfile.REGTYPE else 0
            archive.addfile(member, io.BytesIO(b"x=1"))

    data = whole.getvalue()

    assert content(data, name) == (FILE, b"x=1")
    assert [content(data, path)[0] for path in ("in", "l")] == [FOLDER, "a link"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x" * 512,
        FILE_BLOCK + b"x" * 512,
        FILE_BLOCK + FILE_BLOCK[:100] + b"!" + FILE_BLOCK[101:],
        telling(b"x", b"") * 1500 + FILE_BLOCK,
        telling(b"L", b"x" * 70_000) + FILE_BLOCK,
        telling(b"x", b"0" * (2 << 20)) + FILE_BLOCK,
        block(b"sums.py", b"0", b"\x80" + b"\xff" * 11),
        block(b"sums.py", b"0", b"seven"),
        FILE_BLOCK + block(b"more.py", b"0", b"7777777"),
    ],
)
def test_what_no_program_writes(data: bytes) -> None:
    """Damage, also behind sound files, and headers without a bound refuse the whole."""
    assert tree(data) == DAMAGED


def test_an_empty_archive() -> None:
    """Blocks of zeros are an archive that holds nothing."""
    assert tree(bytes(10240)) == "The tar archive is empty."
