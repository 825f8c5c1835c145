"""Headers of a tar are read in every form that programs write, and in no other."""

import io
import tarfile

import pytest

from grader.intake.file_tree import FILE, FOLDER
from grader.intake.tar_tree import DamagedTar, TarEntry, tar_entries

LONG = "a" * 60 + "/" + "b" * 80 + "/sums.py"


def entries(data: bytes) -> list[TarEntry]:
    """Read all entries."""
    return list(tar_entries(io.BytesIO(data)))


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


def record(key: str, value: str) -> bytes:
    """Write a pax record."""
    bare = f" {key}={value}\n".encode()
    length = len(bare) + 1
    while len(str(length)) + len(bare) != length:
        length += 1
    return str(length).encode() + bare


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

    found = entries(whole.getvalue())

    assert [one.kind for one in found] == [FILE, FOLDER, "a link"]
    assert found[0].path == name
    assert whole.getvalue()[found[0].start :][: found[0].size] == b"x=1"


@pytest.mark.parametrize(
    ("told", "path", "kind"),
    [
        (telling(b"L", b"long.py\0"), "long.py", FILE),
        (telling(b"x", record("path", "pax.py")), "pax.py", FILE),
        (telling(b"g", record("path", "of all.py")), "sums.py", FILE),
        (telling(b"K", b"link\0"), "sums.py", FILE),
        (telling(b"x", record("GNU.sparse.major", "1")), "sums.py", "something else"),
        (telling(b"x", record("size", "3")), "sums.py", FILE),
        (telling(b"x", b""), "sums.py", FILE),
    ],
)
def test_what_headers_tell_of_the_next(told: bytes, path: str, kind: str) -> None:
    """A header that tells of the next one is heard as far as name, size and kind go."""
    assert [(one.path, one.kind, one.size) for one in entries(told + FILE_BLOCK)] == [
        (path, kind, 3)
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x" * 511,
        b"x" * 512,
        FILE_BLOCK + b"x" * 512,
        FILE_BLOCK[:100] + b"!" + FILE_BLOCK[101:],
        telling(b"L", b"x") * 9 + FILE_BLOCK,
        telling(b"x", b"") * 1500 + FILE_BLOCK,
        telling(b"L", b"x" * 70_000) + FILE_BLOCK,
        telling(b"x", b"0 path=x\n") + FILE_BLOCK,
        telling(b"x", b"00000000000000000000000000000012 path=x\n") + FILE_BLOCK,
        telling(b"x", b"99 path=x\n") + FILE_BLOCK,
        telling(b"x", b"-9 path=x\n") + FILE_BLOCK,
        telling(b"x", b"7 path=x\n") + FILE_BLOCK,
        telling(b"x", b"path=x\n") + FILE_BLOCK,
        telling(b"x", record("size", "-3")) + FILE_BLOCK,
        telling(b"x", record("size", "9" * 40)) + FILE_BLOCK,
        telling(b"x", b"0" * 2000) + FILE_BLOCK,
        telling(b"x", record("path", "x"))[:600],
        telling(b"x", record("path", "x")),
        block(b"sums.py", b"0", b"\xff" * 12),
        block(b"sums.py", b"0", b"\x80" + b"\xff" * 11),
        block(b"sums.py", b"0", b"seven"),
        block(b"sums.py", b"0", b"-7"),
    ],
)
def test_what_no_program_writes(data: bytes) -> None:
    """Damage, chains, numbers and records that no ordinary program writes end the reading."""
    with pytest.raises(DamagedTar):
        entries(data)


def test_an_entry_that_is_larger_than_the_archive() -> None:
    """A size that leads past the end is told as it is, and nothing comes after it."""
    assert [
        one.size for one in entries(block(b"sums.py", b"0", b"\x80" + b"\0" * 6 + b"\x80\0\0\0\0"))
    ] == [0x80 << 32]


def test_an_empty_archive() -> None:
    """Blocks of zeros are an archive that holds nothing."""
    assert entries(bytes(10240)) == []
