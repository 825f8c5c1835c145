"""Finds the text inside a text: in comments and in quotes, where no program looks for code."""

import re
from collections.abc import Iterator

_QUOTED = re.compile(
    r"""\#(?P<comment>[^\n]*)
    |(?P<quotes>\"{3}|'{3})(?P<long>(?:[^\\]|\\.)*?)(?:(?P=quotes)|\Z)
    |(?P<quote>["'])(?P<short>(?:(?!(?P=quote))[^\\\n]|\\.)*)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_DEPTH = 3  # a quote in a comment in a quote
_SIGNS = {"n": "\n", "r": "\n", "t": "\t", "\n": ""}


def quoted_texts(text: str) -> Iterator[str]:
    """Yield what a text of any language holds in comments and quotes, then what that holds."""
    for _ in range(_DEPTH):
        text = "\n".join(_pieces(text))
        yield text


def _pieces(text: str) -> Iterator[str]:
    for found in _QUOTED.finditer(text):
        comment = found["comment"]
        if comment is not None:
            yield comment
        else:
            yield _ESCAPED.sub(_sign, found["long"] or found["short"] or "")


def _sign(escaped: re.Match[str]) -> str:
    code = escaped[1] or escaped[2]
    return chr(int(code, 16)) if code else _SIGNS.get(escaped[3], escaped[3])
