"""Brings identifiers and names into the forms in which they are compared and shown."""

import unicodedata

from grader.model.text import cut_text, printable

_LONGEST = 100


def shown(text: str) -> str:
    """Return a label as it is kept: composed, and nothing in it that cannot be seen."""
    return printable(unicodedata.normalize("NFC", text), lines=False)


def brief(name: str) -> str:
    """Return a file's name as a sentence can hold it."""
    return cut_text(shown(name), _LONGEST)


def called(text: str) -> str:
    """Return a name or identifier as it is kept: without the marks that its script may need."""
    seen = "".join(c for c in text if unicodedata.category(c) != "Cf")
    return " ".join(shown(seen).split()) or shown(text)


def folded(text: str) -> str:
    """Bring an identifier into the form in which it is compared: but for capitals and spaces.

    Of Unicode's two ways to write one sign one is chosen: systems change names into the other.
    """
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def name_key(name: str) -> str:
    """Fold a name in whatever order its parts stand: "Lee, Ann" is "Ann Lee".

    Moodle takes apostrophes and the like out of a file's name, so only letters and digits count.
    """
    return " ".join(sorted(_bare_words(name)))


def name_keys(name: str) -> set[str]:
    """List all forms in which a student's name may be written: also run together, as by Canvas."""
    words = _bare_words(name)
    return {name_key(name), *("".join(words[n:] + words[:n]) for n in range(len(words)))} - {""}


def _bare_words(name: str) -> list[str]:
    words = folded(name.replace("_", " ").replace(",", " ")).split()
    bare = ("".join(c for c in word if unicodedata.category(c)[0] in "LMN") for word in words)
    return [word for word in bare if word]
