"""Brings identifiers and names into the forms in which they are compared."""

import unicodedata
from collections.abc import Iterable

from grader.model.text import cut_text, printable

_LONGEST = 100
# marks that change how their neighbours look: joiners, directions, colours of pictures
_MARKS = frozenset(
    (0x34F, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
)


def shown(text: str) -> str:
    """Return a label as it is kept: composed, and nothing in it that cannot be seen."""
    return printable(unicodedata.normalize("NFC", text), lines=False)


def brief(name: str) -> str:
    """Return a file's name as a sentence can hold it."""
    return cut_text(shown(name), _LONGEST)


def called(text: str) -> str:
    """Return a name or identifier as it is kept: without the marks that its script may need."""
    return " ".join(shown(_without_marks(text)).split()) or shown(text)


def look_alike(texts: Iterable[str]) -> bool:
    """Tell whether two that differ are kept as one, since nobody sees in what they differ."""
    written = set(texts)
    return len(set(map(called, written))) < len(written)


def told_apart(labels: Iterable[str]) -> dict[str, str]:
    """Word each label so that a reader sees in what it differs from the others."""
    written = list(dict.fromkeys(labels))
    word = ascii if look_alike(written) else shown
    return {label: word(label) for label in written}


def folded(text: str) -> str:
    """Fold what two spellings of one identifier or address may differ in."""
    return " ".join(_without_marks(unicodedata.normalize("NFKC", text)).casefold().split())


def _without_marks(text: str) -> str:
    if text.isascii():
        return text
    return "".join(c for c in text if unicodedata.category(c) != "Cf" and ord(c) not in _MARKS)


def name_key(name: str) -> str:
    """Fold a name, in whatever order its parts stand: "Lee, Ann" is "Ann Lee"."""
    return " ".join(sorted(folded(name.replace("_", " ").replace(",", " ")).split()))


def bare_name_key(name: str) -> str:
    """Fold a name that lost its apostrophes and the like in a file's name, as Moodle's do."""
    words = ("".join(filter(_is_letter, word)) for word in name_key(name).split())
    return " ".join(sorted(filter(None, words)))


def _is_letter(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LMN"


def run_together(name: str) -> str:
    """Write a name as Canvas does in a file's name: nothing but its letters and digits."""
    return "".join(c for c in folded(name) if c.isalnum())


def run_together_forms(name: str) -> set[str]:
    """Return all that Canvas may make of a name whose family name is not known."""
    parts = folded(name.replace(",", " ")).split()
    return {run_together("".join(parts[n:] + parts[:n])) for n in range(len(parts))}
