"""One attack: a lesson, what a submission forges in it, and the rules that stop it."""

from textwrap import indent
from typing import NamedTuple

from tests.integration.controls import Control


class Attack(NamedTuple):
    """One lesson; with all of its `rules` off, each of the forgeries gains."""

    hidden: str
    reference: str
    forged: tuple[str, ...]
    rules: tuple[Control, ...]
    packages: tuple[str, ...] = ()


def attack(hidden: str, reference: str, *forged: str, by: tuple[Control, ...]) -> Attack:
    """Write an attack that some rules stop."""
    return Attack(hidden, reference, forged, by)


def asks(body: str, head: str = "") -> str:
    """Write a hidden file of one case."""
    return f"import lesson, pytest\n{head}\ndef test(tmp_path):\n{indent(body, '    ')}\n"
