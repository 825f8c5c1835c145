"""Reads off a file's lines how a function is written: its first line, its parameters, its body."""

import re
from collections.abc import Sequence

MOST_LINES = 5000  # of a file that are looked at
_LONGEST = 2000  # characters of a function that are looked at, of its first line and of the rest
_HEADER = re.compile(r"(?:.|\n)*?\)[^:()]*:")  # up to the colon that ends it
_TEXT = re.compile(r'"""(?:.|\n)*?"""' + r"|'''(?:.|\n)*?'''")
_DEFAULT = re.compile(r"(\w+(?: ?: ?\w+)? ?= ?(?:\[\]|\{\}|(?:list|dict|set)\(\)))")
_GLOBAL = re.compile(r"^[ \t]+(global[ \t]+\w+)", re.MULTILINE)
_NOTHING = re.compile(r"(?:pass|\.\.\.|return|return None|\s)*")


class Function:
    """One function at the top of a file, as its lines show it."""

    def __init__(self, line: int, block: Sequence[str]) -> None:
        """Take the number of its first line, and its lines from there on."""
        self.line = line
        bare = "\n".join(line.split("#")[0] for line in block)
        begun = _HEADER.match(bare[:_LONGEST])
        self.header = " ".join((begun[0] if begun else bare[:_LONGEST]).split())
        self._body = bare[begun.end() :] if begun else bare

    def parameters(self) -> list[str]:
        """Name its parameters in order, without types and defaults."""
        inside = self.header.partition("(")[2].rpartition(")")[0]
        return [re.split("[:=]", one)[0].strip() for one in inside.split(",") if one.strip()]

    def keeps(self) -> str:
        """Quote what keeps a value from call to call: `global`, or a default that can change."""
        found = _DEFAULT.search(self.header) or _GLOBAL.search(self._body[:_LONGEST])
        return "" if found is None else found[1]

    def is_empty(self) -> bool:
        """Whether nothing stands in it but a docstring and what does nothing."""
        if len(self._body) > _LONGEST:
            return False
        return _NOTHING.fullmatch(_TEXT.sub("", self._body)) is not None

    def does_as(self, other: "Function") -> bool:
        """Whether both bodies are the same, but for comments and blanks."""
        return self._body.split() == other._body.split()


def function_in(lines: Sequence[str], name: str) -> Function | None:
    """Find the last function of this name at the top of a file, which is the one that counts."""
    begins = re.compile(rf"(?:async[ \t]+)?def[ \t]+{re.escape(name)}[ \t]*\(")
    looked_at = lines[:MOST_LINES]
    first = next((n for n, line in reversed([*enumerate(looked_at)]) if begins.match(line)), None)
    if first is None:
        return None
    after = range(first + 1, len(looked_at))
    end = next((n for n in after if _is_at_the_top(looked_at[n])), len(looked_at))
    return Function(first + 1, looked_at[first:end])


def line_inside(lines: Sequence[str], name: str) -> int | None:
    """Find a function of this name that stands inside of something else: its line, from 1."""
    begins = re.compile(rf"[ \t]+(?:async[ \t]+)?def[ \t]+{re.escape(name)}[ \t]*\(")
    found = (n for n, line in enumerate(lines[:MOST_LINES], start=1) if begins.match(line))
    return next(found, None)


def _is_at_the_top(line: str) -> bool:
    return line[:1] not in ("", " ", "\t", "\f", "#", ")")
