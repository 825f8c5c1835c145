"""Makes running text for a terminal: emphasis, code, links, pictures and formulas in a line."""

from collections.abc import Sequence

from markdown_it.token import Token
from msgspec import Struct, field
from rich.console import Console
from rich.text import Text

from grader.feedback.formula_glyphs import typed_in_ascii
from grader.feedback.formulas import to_lines
from grader.feedback.lesson_markdown import is_link, link_of, words_of

# Stands for a space at which no line is broken; no source that went through `printable` holds it.
_GLUE = "\U0010ffff"
_LONGEST_UNBROKEN = 24  # characters of a formula or of code that stay on one line
_OPERATORS = (",", "=<>≤≥≠≈≡≔→⇒⇔", "+−-±", "·*×/")
_STYLES = {"strong": "bold", "em": "italic", "s": "strike", "link": "underline"}


class Script(Struct, frozen=True):
    """Which characters a terminal can show."""

    encoding: str
    ascii_only: bool

    @classmethod
    def of(cls, console: Console) -> "Script":
        """Return what this terminal can show; one that is dumb gets no symbols."""
        is_plain = console.options.ascii_only or console.is_dumb_terminal
        return cls(console.encoding, is_plain)

    def shown(self, text: str) -> str:
        """Return prose in these characters, with escapes for those that are missing."""
        if self.ascii_only:
            text = typed_in_ascii(text)
        return self.encodable(text)

    def encodable(self, text: str) -> str:
        """Return the text as it is, with escapes for what the encoding lacks."""
        return text.encode(self.encoding, "backslashreplace").decode(self.encoding)

    def formula(self, latex: str, *, block: bool) -> list[str]:
        """Return a formula's lines."""
        lines = to_lines(latex, block=block, ascii_only=self.ascii_only)
        return [self.encodable(line) for line in lines]


class _Writer(Struct):
    script: Script
    text: Text = field(default_factory=Text)
    styles: list[str] = field(default_factory=list)
    links: list[tuple[str, int]] = field(default_factory=list)  # address, where its text starts

    def write(self, token: Token) -> None:
        """Add a token to the text."""
        kind = token.type
        if kind in ("softbreak", "hardbreak"):
            self.text.append(" " if kind == "softbreak" else "\n")
        elif kind == "code_inline":
            self._add(_unbroken(f"`{self.script.encodable(token.content)}`"), "cyan")
        elif kind.startswith("math_inline"):
            line = self.script.formula(token.content, block=False)[0]
            self._add(_unbroken(line), "italic")
        elif kind == "image":
            self._add(self.script.shown(f"[Picture: {_described(token)}]"))
        elif token.nesting:
            self._turn(token)
        else:
            self._add(self.script.shown(token.content))

    def _turn(self, token: Token) -> None:
        if token.nesting > 0:
            self.styles.append(_STYLES.get(token.type.removesuffix("_open"), ""))
        elif self.styles:
            self.styles.pop()
        if token.type == "link_open":
            self.links.append((link_of(token), len(self.text)))
        elif token.type == "link_close" and self.links:
            self._name_address(*self.links.pop())

    def _name_address(self, address: str, start: int) -> None:
        is_seen = self.text.plain[start:] in (address, address.removeprefix("mailto:"))
        if is_link(address) and not address.startswith("#") and not is_seen:
            self._add(f" ({self.script.encodable(address)})")

    def _add(self, text: str, style: str = "") -> None:
        styles = dict.fromkeys(each for each in (*self.styles, style) if each)
        self.text.append(text, " ".join(styles) or None)


def inline_text(tokens: Sequence[Token], script: Script) -> Text:
    """Return the text of a paragraph, a heading or a cell; wrap it with `wrapped`."""
    writer = _Writer(script)
    for token in tokens:
        writer.write(token)
    return writer.text


def wrapped(text: Text, console: Console, width: int) -> list[Text]:
    """Return the text in lines of at most so many columns."""
    lines = list(text.wrap(console, width, overflow="fold", tab_size=4))
    for line in lines:
        line.plain = line.plain.replace(_GLUE, " ")
        line.rstrip()
    return lines


def breakable(formula: str, width: int) -> str:
    """Let a formula's lines begin with its operators, as far as its parts fit the width.

    A line is broken at an equation's sign rather than at a sum's.
    """
    return _breakable(formula, width, _OPERATORS)


def _breakable(part: str, width: int, operators: Sequence[str]) -> str:
    if len(part) <= width:
        return part.replace(" ", _GLUE)
    if not operators:
        return part
    parts = _split(part, operators[0])
    return " ".join(_breakable(each, width, operators[1:]) for each in parts)


def _split(formula: str, operators: str) -> list[str]:
    """Split at the spaces before operators, or after commas, that stand outside of brackets."""
    parts, start, depth = [], 0, 0
    for place, each in enumerate(formula):
        depth += (each in "([{") - (each in ")]}")
        beside = formula[place - 1] if operators == "," else formula[place + 1 : place + 2]
        if each == " " and not depth and beside in tuple(operators):
            parts.append(formula[start:place])
            start = place + 1
    return [*parts, formula[start:]]


def _unbroken(text: str) -> str:
    return text.replace(" ", _GLUE) if len(text) <= _LONGEST_UNBROKEN else text


def _described(token: Token) -> str:
    return words_of(token.children or ()) or link_of(token)
