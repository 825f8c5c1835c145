"""Makes files that students might submit and no program wrote: archives, gzips and notebooks.

Each is made from the grammar of its kind, with values that are none in some places, and some bytes
may be changed after that. A file is derived from a seed and a number, and from nothing else.
"""

import io
import json
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

MODULE = "sums.py"
CODE = b"def add(a, b):\n    return a + b\n"
_MOST_CHANGES = 4
_NUMBERS = (0, 1, 2, 7, 127, 128, 255, 256, 65_535, 65_536, 1 << 24, (1 << 31) - 1, (1 << 32) - 1)
_NAMES = (
    *(MODULE, "work/sums.py", "sums.ipynb", "in.zip", "../sums.py", "/etc/passwd", "C:\\x.py"),
    *("a/" * 40 + "x", "x" * 3000, "", ".", "sums.py/", "\0", "\ud800", "žluť.py", ".git/config"),
)
_QUOTES = ('"', "'", '"""', "'''", "\\", "(", "f'{", "#", "%%", "!", "=", "?", "\r", "\x0c", "\n")
_VALUES: tuple[object, ...] = (
    None,
    True,
    0,
    -1,
    1e308,
    10**400,
    "",
    "x = 1",
    [],
    {},
    [[]],
    "\ud800",
    "\0",
)


@dataclass(frozen=True)
class Handed:
    """One file, and what is not sound about it."""

    name: str
    data: bytes
    how: str


def broken_file(seed: int, number: int) -> Handed:
    """Make a file."""
    random = Random(f"{seed} {number}")
    suffix, make = random.choice(_MAKERS)
    data = make(random)
    changes = random.choice((0, 0, 1, random.randrange(1, _MOST_CHANGES)))
    for _ in range(changes):
        data = _changed(random, data)
    return Handed(f"ann{suffix}", data, f"{make.__name__}, {changes} changes")


def sound_files() -> list[Handed]:
    """Make a file of each kind that is as it should be."""
    packed, zipped = io.BytesIO(), io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo(MODULE)
        member.size = len(CODE)
        archive.addfile(member, io.BytesIO(CODE))
    with zipfile.ZipFile(zipped, "w") as other:
        other.writestr(MODULE, CODE)
    notebook = json.dumps({"cells": [{"cell_type": "code", "source": CODE.decode()}]}).encode()
    files = {".py": CODE, ".zip": zipped.getvalue(), ".tgz": packed.getvalue(), ".ipynb": notebook}
    return [Handed(f"ben{suffix}", data, "sound") for suffix, data in files.items()]


def _changed(random: Random, data: bytes) -> bytes:
    """Cut, repeat, fill or overwrite a part."""
    at = random.randrange(len(data) + 1)
    end = min(len(data), at + random.choice((1, 4, 100, 512, 5000)))
    part = data[at:end]
    other = random.choice(
        (b"", part * 2, part * random.choice((3, 200)), bytes(len(part)), b"\xff" * len(part),
         random.randbytes(len(part)))
    )  # fmt: skip
    return data[:at] if random.random() < 0.1 else data[:at] + other + data[end:]


def _number(random: Random, sound: int, most: int) -> int:
    """Return what belongs in a place, mostly."""
    if random.random() < 0.9:
        return sound & most
    return (random.choice(_NUMBERS) if random.random() < 0.7 else random.getrandbits(64)) & most


def _name(random: Random) -> bytes:
    name = MODULE if random.random() < 0.5 else random.choice(_NAMES)
    return name.encode("utf-8", "surrogatepass")


def _content(random: Random) -> bytes:
    kind = random.randrange(6)
    if kind == 0:
        return _source(random).encode("utf-8", "surrogatepass")
    if kind == 1:
        return bytes(random.choice((10, 100_000, 3 << 20)))
    if kind == 2:
        return random.randbytes(random.randrange(2000))
    if kind == 3:
        return random.choice((b"\xff\xfe", b"# coding: utf-7\n", b"# coding: zlib\n")) + CODE
    return CODE


def _source(random: Random) -> str:
    """Write text of what costs a reader most: quotes, brackets, ends of lines."""
    size = random.choice((10, 1000, 100_000, 1_000_000))
    few = random.choices(_QUOTES, k=random.randrange(1, 4))
    return ("".join(few) * (size // len(few) + 1))[:size]


def _zip(random: Random) -> bytes:
    whole, index = bytearray(), bytearray()
    count = random.choice((1, 1, 2, 5, 3000))
    for _ in range(count):
        name, data = _name(random), _content(random) if count < 10 else b""
        method = random.choice((0, 8, 8, 8, 9, 12, 14, 97))
        packed = zlib.compress(data)[2:-4] if method == 8 else data
        at = len(whole)
        told = [
            _number(random, flags, most)
            for flags, most in (
                (random.choice((0, 0x800, 1, 8)), 0xFFFF),
                (method, 0xFFFF),
                (0, 0xFFFF),
                (33, 0xFFFF),
                (zlib.crc32(data), 0xFFFFFFFF),
                (len(packed), 0xFFFFFFFF),
                (len(data), 0xFFFFFFFF),
                (len(name), 0xFFFF),
                (0, 0xFFFF),
            )
        ]
        whole += struct.pack("<4sH5H3L2H", b"PK\x03\x04", 20, *told[:4], 0, *told[4:9])[:30]
        whole += name + packed
        mode = random.choice((0, 0o100644, 0o120777, 0o040755, 0o010644)) << 16
        rest = (0, 0, 0, _number(random, mode, 0xFFFFFFFF), _number(random, at, 0xFFFFFFFF))
        index += struct.pack("<4s6H3L5H2L", b"PK\x01\x02", 20, 20, *told[:4], *told[4:9], *rest)
        index += name
    size, where = _number(random, len(index), 0xFFFFFFFF), _number(random, len(whole), 0xFFFFFFFF)
    counted = _number(random, count, 0xFFFF)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, counted, counted, size, where, 0)
    return bytes(whole + index + end)


def _tar(random: Random) -> bytes:
    whole = bytearray()
    for _ in range(random.choice((1, 1, 2, 5, 1500))):
        kind = random.choice(b"0000000\x0057123456LKxgXSDMNV")
        data = _told(random) if kind in b"xgXLK" else _content(random)
        whole += _tar_header(random, kind, len(data)) + data + bytes(-len(data) % 512)
        if len(whole) > 4 << 20:
            break
    return bytes(whole) + bytes(random.choice((0, 512, 1024, 10_240)))


def _tar_header(random: Random, kind: int, size: int) -> bytes:
    head = bytearray(512)
    name = _name(random)[:100]
    head[: len(name)] = name
    octal = b"%011o\0" % _number(random, size, (1 << 33) - 1)
    large = b"\x80" + _number(random, size, (1 << 88) - 1).to_bytes(11, "big")
    field = random.choice((octal, octal, large))
    if random.random() < 0.05:
        field = random.choice((b"\xff" * 12, b"-1", b" " * 12, b"0x10", bytes(12)))
    head[124 : 124 + len(field)] = field
    head[156] = kind
    magic = random.choice((b"ustar\x0000", b"ustar  \0", bytes(8)))
    head[257:265] = magic
    head[148:156] = b" " * 8
    total = sum(head) if random.random() < 0.95 else random.getrandbits(17)
    head[148:156] = b"%06o\0 " % total
    return bytes(head)


def _told(random: Random) -> bytes:
    """Write pax records or a long name; zeros and lengths that lie are among them."""
    kind = random.randrange(5)
    if kind == 0:
        return bytes(random.choice((0, 1, 5000))) or b"0" * random.choice((0, 100, 60_000))
    if kind == 1:
        return _name(random) + b"\0"
    records = bytearray()
    for _ in range(random.choice((1, 2, 300))):
        key = random.choice((b"path", b"size", b"linkpath", b"GNU.sparse.map", b"hdrcharset", b""))
        bare = b" " + key + b"=" + random.choice((_name(random), b"9" * 30, b"-1", b"3")) + b"\n"
        length = _number(random, len(bare) + len(str(len(bare))), 0xFFFF)
        records += str(length).encode() + bare
    return bytes(records)


def _gzip(random: Random) -> bytes:
    is_bomb = random.random() < 0.05
    inside = bytes(1 << 20) if is_bomb else _tar(random)
    packer = zlib.compressobj(9 if is_bomb else random.choice((0, 1, 9)), wbits=-15)
    flags = random.choice((0, 0, 0, 1, 2, 4, 8, 16, 31, 255))
    packed = b"".join(packer.compress(inside) for _ in range(70 if is_bomb else 1))
    packed += packer.flush()
    end = struct.pack(
        "<2L",
        _number(random, zlib.crc32(inside), 0xFFFFFFFF),
        _number(random, len(inside), 0xFFFFFFFF),
    )
    return (bytes((31, 139, 8, flags, 0, 0, 0, 0, 0, 3)) + packed + end) * random.choice((1, 1, 2))


def _notebook(random: Random) -> bytes:
    kind = random.randrange(8)
    if kind == 0:
        mark = random.choice(("[", '{"cells":', '{"cells":[', '{"a":'))
        return (mark * random.choice((10, 2000, 200_000))).encode()
    if kind == 1:
        return b'{"cells":[' + b"{}," * random.choice((0, 3, 100, 10_000, 3_000_000)) + b"{}]}"
    cells = [_cell(random) for _ in range(random.choice((0, 1, 2, 30)))]
    named = {"name": random.choice(("python", "R", *_VALUES))}
    whole = {
        random.choice(("cells", "cells", "worksheets", "x")): random.choice((cells, *_VALUES))
        if random.random() < 0.2
        else cells,
        "metadata": random.choice(({}, {"language_info": named}, {"kernelspec": named}, None)),
    }
    text = json.dumps(whole, ensure_ascii=random.random() < 0.5)
    encoding = random.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16"))
    return text.encode(encoding, "surrogatepass")


def _cell(random: Random) -> object:
    if random.random() < 0.1:
        return random.choice(_VALUES)
    text: object = CODE.decode() if random.random() < 0.5 else _source(random)
    if random.random() < 0.2:
        text = random.choice((str(text).splitlines(keepends=True)[:2000], *_VALUES))
    return {
        "cell_type": random.choice(("code", "code", "code", "markdown", None)),
        random.choice(("source", "source", "input")): text,
        "outputs": random.choice(([], [[]] * 100)),
    }


_Maker = Callable[[Random], bytes]
_MAKERS: tuple[tuple[str, _Maker], ...] = (
    (".zip", _zip),
    (".tar", _tar),
    (".tar.gz", _gzip),
    (".ipynb", _notebook),
    (".py", _content),
)
