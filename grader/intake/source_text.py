"""Reads source files as text, whatever their encoding is; runs none of them."""

import codecs
import io
import re
import tokenize

_FENCED = re.compile(
    r"^[ \t]*(?P<fence>`{3,}|~{3,})[^\n]*\n(?P<code>.*?)(?:^[ \t]*(?P=fence)|\Z)",
    re.MULTILINE | re.DOTALL,
)
_INDENTED = re.compile(r"(?:^(?: {4}|\t)[^\n]*\n?|^[ \t]*\n)+", re.MULTILINE)
_PROMPT = re.compile(r"^[ \t]*(?:>>>|\.\.\.)[ ]?", re.MULTILINE)
_HEAD = 4096  # bytes in which an encoding is declared
# Some that can be declared are slow on purpose-made text, or no encoding of text at all.
_ORDINARY = re.compile(r"utf-8|ascii|iso-8859|latin|cp\d|koi8|mac|gb|big5|shift|euc")
_MARKS = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


def source_text(data: bytes) -> str:
    """Decode a source file as Python would, else as UTF-8; lines end with a newline."""
    text = data.decode(_encoding(data), "replace").removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _encoding(data: bytes) -> str:
    for mark, name in _MARKS.items():
        if data.startswith(mark):
            return name
    try:
        name, _ = tokenize.detect_encoding(io.BytesIO(data[:_HEAD]).readline)
    except (SyntaxError, ValueError):
        return "utf-8"
    return name if _ORDINARY.match(name) else "utf-8"


def code_blocks(markdown: str) -> list[str]:
    """List the blocks of code in a lesson's text, without an interpreter's prompts."""
    fenced = [found["code"] for found in _FENCED.finditer(markdown)]
    rest = _FENCED.sub("", markdown)
    indented = [found[0] for found in _INDENTED.finditer(rest) if found[0].strip()]
    return [_PROMPT.sub("", block) for block in (*fenced, *indented)]
