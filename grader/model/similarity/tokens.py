"""Turns source text into kinds of tokens: names, numbers, texts, comments and layout fall away."""

import io
import keyword
import re
import token
import tokenize
import zlib
from collections.abc import Iterable, Iterator

from msgspec import Struct

NAME, NUMBER, TEXT, OTHER, BREAK = "N", "0", "S", "?", "\0"
_LONGEST_LINE = 20_000  # characters; what is longer nobody wrote, and tokenize is slow on it
_OWN = (*sorted(keyword.kwlist), *sorted(token.EXACT_TOKEN_TYPES))
_KINDS = {text: chr(0x100 + number) for number, text in enumerate(_OWN)}
_FIRST_SIGN, _FIRST_OF_TEXTS, _SIGNS = 0x10000, 0x90000, 0x80000  # the planes above the first
_LAYOUT = frozenset(("NL", "COMMENT", "INDENT", "DEDENT", "ENCODING", "ENDMARKER"))
_LENIENT = re.compile(
    r"""(?P<skip>[ \t\f\r]+|\#[^\n]*|\\\r?\n)|(?P<line>\n)
    |(?P<text>[A-Za-z]{0,2}(?:\"{3}.*?(?:\"{3}|\Z)|'{3}.*?(?:'{3}|\Z)
        |"(?:[^"\\\n]|\\(?:.|\Z))*"?|'(?:[^'\\\n]|\\(?:.|\Z))*'?))
    |(?P<name>[^\W\d]\w*)|(?P<number>\d[\w.]*|\.\d[\w]*)
    |(?P<sign>\*\*=|//=|<<=|>>=|\.\.\.|->|:=|[-+*/%&|^@<>=!]=|\*\*|//|<<|>>|.)""",
    re.VERBOSE | re.DOTALL,
)


class Tokens(Struct, frozen=True):
    """The kinds of a text's tokens, one character each, and the line that each stands on."""

    kinds: str
    lines: list[int]  # from 1
    is_python: bool = True
    left_out: bool = False  # there were more than the limit


class _Unreadable(Exception):
    """The text is no Python that tokenize reads."""


_Piece = tuple[str, int]  # the kind, or "" at the end of a statement; the line


def read_tokens(text: str, most: int, *, is_python: bool = True, is_exact: bool = False) -> Tokens:
    """Read the first `most` tokens of a text; what is no Python is taken apart leniently.

    With `is_exact` names, numbers and texts differ by what they say.
    """
    if is_python and not _is_strange(text):
        try:
            return _collected(_strictly(text, is_exact), most, is_python=True)
        except (_Unreadable, tokenize.TokenError, SyntaxError, ValueError, RecursionError):
            pass
    return _collected(_leniently(text, is_exact), most, is_python=False)


def sign_of(text: str, first: int = _FIRST_SIGN) -> str:
    """Return one character for a text: the same for the same, and nearly always another."""
    return chr(first + zlib.crc32(text.encode("utf-8", "surrogatepass")) % _SIGNS)


def _is_strange(text: str) -> bool:
    return "\0" in text or any(len(line) > _LONGEST_LINE for line in text.splitlines())


def _collected(pieces: Iterable[_Piece], most: int, *, is_python: bool) -> Tokens:
    kinds: list[str] = []
    lines: list[int] = []
    left_out = False
    for kind, line in _without_bare_texts(pieces):
        if len(kinds) == most:
            left_out = True
            break
        kinds.append(kind)
        lines.append(line)
    return Tokens("".join(kinds), lines, is_python, left_out)


def _without_bare_texts(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Leave out statements that are texts and nothing else: docstrings, and comments of a kind."""
    held: list[_Piece] = []  # texts that begin a statement
    is_begun = False
    for kind, line in pieces:
        if not kind:
            held, is_begun = [], False
        elif (kind == TEXT or kind >= chr(_FIRST_OF_TEXTS)) and not is_begun:
            held.append((kind, line))
        else:
            yield from held
            held, is_begun = [], True
            yield kind, line
    return


def _strictly(text: str, is_exact: bool) -> Iterator[_Piece]:
    depth = 0  # of formatted texts, which are one text each, whatever the version of Python
    for found in tokenize.generate_tokens(io.StringIO(text).readline):
        name = token.tok_name[found.type]
        if name.endswith("STRING_START"):
            depth += 1
        elif name.endswith("STRING_END"):
            depth -= 1
            if not depth:
                yield TEXT, found.start[0]
        elif depth or name in _LAYOUT:
            continue
        elif name == "ERRORTOKEN":
            raise _Unreadable
        else:
            yield _kind(name, found.string, is_exact), found.start[0]


def _kind(name: str, text: str, is_exact: bool) -> str:
    if name == "NEWLINE":
        return ""
    return _token({"STRING": TEXT, "NUMBER": NUMBER, "NAME": NAME}.get(name, OTHER), text, is_exact)


def _token(kind: str, text: str, is_exact: bool) -> str:
    own = _KINDS.get(text)
    if own is not None or not is_exact:
        return own or kind
    return sign_of(text, _FIRST_OF_TEXTS if kind == TEXT else _FIRST_SIGN)


def _leniently(text: str, is_exact: bool) -> Iterator[_Piece]:
    kinds = {"text": TEXT, "number": NUMBER, "name": NAME, "sign": OTHER}
    line = 1
    for found in _LENIENT.finditer(text):
        group, piece = found.lastgroup or "", found[0]
        if group == "line":
            yield "", line
        elif group in kinds:
            yield _token(kinds[group], piece, is_exact), line
        line += piece.count("\n")
