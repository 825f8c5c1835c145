"""Names the pages of a student: one name for the file and for every link to it."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from urllib.parse import quote

_KEPT = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-_.")
_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)))
)
_LONGEST = 180  # bytes; with ".html" and a temporary suffix far below the usual 255

FEEDBACK_FOLDER = "feedback"
INSTRUCTOR_FOLDER = "instructor"


def page_names(students: Iterable[str]) -> dict[str, str]:
    """Name the page of each student of a class, so that a person can read whose it is.

    Where two names would be one file on some system, or one is no name for a file, it is escaped.
    """
    readable = {student: _readable(student) for student in students}
    times = Counter(map(_folded, readable.values()))
    return {
        student: f"{name}.html" if name and times[_folded(name)] == 1 else page_name(student)
        for student, name in readable.items()
    }


def _readable(student: str) -> str:
    """Write a name as a file's, with "_" for what an address or a system reads otherwise."""
    kept = (sign if _is_kept(sign) else "_" for sign in unicodedata.normalize("NFC", student))
    name = "".join(kept)
    is_device = name.split(".")[0].casefold() in _DEVICES
    is_name = any(map(str.isalnum, name)) and name[0] not in ".-" and not is_device
    return name if is_name and len(name.encode()) <= _LONGEST else ""


def _is_kept(sign: str) -> bool:
    return sign in "-_." or unicodedata.category(sign)[0] in "LMN"


def _folded(name: str) -> str:
    # as the systems do that hold "Ann" and "ann", and two ways to write "ë", for one
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)


def page_address(name: str) -> str:
    """Write the file name of a page as a link does."""
    return quote(name)


def page_name(student: str) -> str:
    """Return a file name for a student alone: safe, and no other student's, for any text.

    Bytes outside a-z, 0-9, "-", "_" and "." become =XX, as percent escapes but with a sign that
    means nothing in an address, so that the name can be linked as it is. Capitals are escaped
    too, since macOS and Windows hold "Ann" and "ann" for one name.
    """
    raw = student.encode("utf-8", "surrogatepass")
    escaped = "".join(chr(byte) if byte in _KEPT else f"={byte:02X}" for byte in raw)
    if not escaped:
        return "=.html"
    if escaped[0] in ".-" or escaped.split(".")[0] in _DEVICES:
        escaped = f"={ord(escaped[0]):02X}{escaped[1:]}"
    if len(escaped) > _LONGEST:
        # "=x" begins no escape, so a shortened name never equals a whole one.
        escaped = f"{escaped[: _LONGEST - 66]}=x{sha256(raw).hexdigest()}"
    return f"{escaped}.html"
