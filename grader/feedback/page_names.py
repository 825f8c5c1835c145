"""Names the pages of a student: one name for the file and for every link to it."""

from hashlib import sha256

_KEPT = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-_.")
_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)))
)
_LONGEST = 180  # bytes; with ".html" and a temporary suffix far below the usual 255

FEEDBACK_FOLDER = "feedback"
INSTRUCTOR_FOLDER = "instructor"


def page_name(student: str) -> str:
    """Return the file name of a student's page: safe, and no other student's, for any text.

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
