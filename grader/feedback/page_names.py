"""Names the pages of a student: one name for the file and for every link to it."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256

_LONGEST = 180  # bytes; with ".html" and a temporary suffix far below the usual 255

FEEDBACK_FOLDER = "feedback"
INSTRUCTOR_FOLDER = "instructor"


def page_names(students: Iterable[str]) -> dict[str, str]:
    """Name the page of each student of a class, so that a person can read whose it is.

    Where two names would be one file on some system, or one is no name for a file, the page is
    called by a digest, whose "=" is in no readable name.
    """
    names = {}
    for student in students:
        name = "".join(
            sign if sign in "-_." or unicodedata.category(sign)[0] in "LMN" else "_"
            for sign in unicodedata.normalize("NFC", student)
        )
        is_name = any(map(str.isalnum, name)) and name[0] not in ".-"
        names[student] = name if is_name and len(name.encode()) <= _LONGEST else ""
    times = Counter(map(_folded, names.values()))
    return {
        student: f"{name}.html"
        if name and times[_folded(name)] == 1
        else f"={sha256(student.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.html"
        for student, name in names.items()
    }


def _folded(name: str) -> str:
    # as the systems do that hold "Ann" and "ann", and two ways to write "ë", for one
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)
