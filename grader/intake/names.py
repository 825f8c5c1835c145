"""Brings identifiers and names into the forms in which they are compared and shown."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable

from grader.model.text import cut_text, printable

_LONGEST = 100
_FILLERS = (0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)  # letters that are blank
# marks that change how their neighbours look: joiners, directions, colours of pictures
_MARKS = frozenset(
    (0x34F, *_FILLERS, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
)
Form = Callable[[str], str]


def shown(text: str) -> str:
    """Return a label as it is kept: composed, and nothing in it that cannot be seen."""
    return printable(unicodedata.normalize("NFC", text), lines=False)


def brief(name: str) -> str:
    """Return a file's name as a sentence can hold it."""
    return cut_text(shown(name), _LONGEST)


def called(text: str) -> str:
    """Return a name or identifier as it is kept: without the marks that its script may need."""
    return " ".join(shown(_without_marks(text)).split()) or shown(text)


def told_apart(labels: Iterable[str]) -> dict[str, str]:
    """Word each label so that a reader sees in what it differs from those that look like it."""
    different = set(labels)
    alike = Counter(map(called, different))
    return {label: ascii(label) if alike[called(label)] > 1 else shown(label)
            for label in different}  # fmt: skip


def written(text: str) -> str:
    """Leave a text as it is written, but for capitals.

    Of Unicode's two ways to write one sign one is chosen: systems change names into the other.
    """
    return unicodedata.normalize("NFC", text).casefold()


def folded(text: str) -> str:
    """Fold all in which two spellings may differ that look the same."""
    return " ".join(_without_marks(unicodedata.normalize("NFKC", text)).casefold().split())


def _without_marks(text: str) -> str:
    return text if text.isascii() else "".join(c for c in text if not _is_mark(c))


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) == "Cf" or ord(sign) in _MARKS


def name_keys(name: str, form: Form = written) -> list[str]:
    """Fold a name in whatever order its parts stand, as it is and without its apostrophes.

    "Lee, Ann" is "Ann Lee", and Moodle takes the apostrophes and the like out of a file's name.
    """
    words = form(name.replace("_", " ").replace(",", " ")).split()
    bare = (
        "".join(c for c in word if unicodedata.category(c)[0] in "LMN" or _is_mark(c))
        for word in words
    )
    return [" ".join(sorted(words)), " ".join(sorted(filter(None, bare)))]


def run_together(name: str) -> str:
    """Write a name as Canvas does in a file's name: nothing but its letters and digits."""
    return "".join(c for c in folded(name) if c.isalnum())


def run_together_forms(name: str) -> set[str]:
    """Return all that Canvas may make of a name whose family name is not known."""
    parts = folded(name.replace(",", " ")).split()
    return {run_together("".join(parts[n:] + parts[:n])) for n in range(len(parts))}
