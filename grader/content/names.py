"""Brings identifiers and names into the forms in which they are compared."""

import unicodedata

from grader.model.text import printable


def shown(text: str) -> str:
    """Return a label as it is kept: composed, and nothing in it that cannot be seen."""
    return printable(unicodedata.normalize("NFC", text), lines=False)


def folded(text: str) -> str:
    """Fold what two spellings of one identifier or address may differ in."""
    kept = "".join(
        c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf"
    )
    return " ".join(kept.casefold().split())


def name_key(name: str) -> str:
    """Fold a name, in whatever order its parts stand: "Lee, Ann" is "Ann Lee"."""
    return " ".join(sorted(folded(name.replace("_", " ").replace(",", " ")).split()))


def run_together(name: str) -> str:
    """Write a name as Canvas does in a file's name: nothing but its letters and digits."""
    return "".join(c for c in folded(name) if c.isalnum())


def run_together_forms(name: str) -> set[str]:
    """Return all that Canvas may make of a name whose family name is not known."""
    parts = folded(name.replace(",", " ")).split()
    return {run_together("".join(parts[n:] + parts[:n])) for n in range(len(parts))}
