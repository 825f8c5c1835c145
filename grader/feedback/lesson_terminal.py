"""Prints the text of a lesson on a terminal of any width and encoding, with or without colours."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import ClassVar

from markdown_it.token import Token
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown
from rich.padding import Padding
from rich.style import Style
from rich.syntax import ANSISyntaxTheme, Syntax
from rich.text import Text
from rich.theme import Theme

from grader.feedback.formulas import to_text
from grader.feedback.lesson_markdown import is_link, link_of, parser, readable, words_of

_WIDEST = 92  # columns: longer lines are hard to follow
# None that is hard to read on a dark or on a light ground.
_CODE = ANSISyntaxTheme(
    {
        Comment: Style(italic=True),
        Keyword: Style(color="magenta"),
        Operator.Word: Style(color="magenta"),
        Name.Function: Style(bold=True),
        Name.Class: Style(bold=True),
        Name.Decorator: Style(color="cyan"),
        Number: Style(color="cyan"),
        String: Style(color="green"),
        Generic.Prompt: Style(color="magenta"),
        Generic.Inserted: Style(color="green"),
        Generic.Deleted: Style(color="red"),
    }
)
_PROSE = Theme(
    {
        "markdown.code": "cyan",
        "markdown.code_block": "",
        "markdown.block_quote": "",
        "markdown.h2": "bold",
        "markdown.h3": "bold",
        "markdown.item.number": "",
        "markdown.link": "underline",
        "markdown.link_url": "",
        "markdown.table.border": "",
        "markdown.table.header": "bold",
    }
)
# What an old terminal shows for what its encoding lacks; of other letters it shows the code.
_SPELLED = dict(
    zip(
        "Σ Π √ ∞ · × − ≤ ≥ ≠ ≈ ∈ → ⇒ … ′ ∩ ∪ ‖ ¬ – — “ ” ‘ ’ • ▌ ━ \u0304 \u0305 \u0302".split(),
        "sum prod sqrt infinity * * - <= >= != ~= in -> => ... ' & | || not - - \" \" ' ' - | - "
        "_bar _bar _hat".split(),
        strict=True,
    )
)


class _Heading(Heading):
    LEVEL_ALIGN: ClassVar = dict.fromkeys(Heading.LEVEL_ALIGN, "left")


class _Code(CodeBlock):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        code = code_text(str(self.text).rstrip().expandtabs(4), self.lexer_name)
        yield Padding(code, (0, 0, 0, 2))


class _Lesson(Markdown):
    elements: ClassVar = {
        **Markdown.elements,
        "heading_open": _Heading,
        "fence": _Code,
        "code_block": _Code,
    }

    def __init__(self, markdown: str, encoding: str) -> None:
        super().__init__("", hyperlinks=False)
        self.encoding = encoding
        self.parsed = list(self._shown(parser().parse(readable(markdown))))

    def _shown(self, tokens: Sequence[Token]) -> Iterator[Token]:
        """Yield tokens that Rich knows: of formulas and pictures the words, of links the open."""
        is_hidden = False
        for token in tokens:
            text = token.content
            if token.type.startswith("math"):
                text = to_text(text, has_scripts=self.encoding.startswith("utf"))
                token.type = "code_block" if token.type == "math_block" else "text"
            elif token.type == "image":
                text = f"[Picture: {words_of(token.children) or link_of(token)}]"
                token.type, token.tag, token.children = "text", "", None
            elif token.type == "code_inline":
                text = f"`{text}`"
            elif token.type == "link_open":
                address = link_of(token)
                is_hidden = not is_link(address) or address.startswith("#")
            token.content = encodable(text, self.encoding)
            if token.children:
                token.children = list(self._shown(token.children))
            if not (is_hidden and token.type in ("link_open", "link_close")):
                yield token


def print_lesson(markdown: str, console: Console) -> None:
    """Print a lesson; formulas are text, with scripts where the terminal's encoding has them."""
    options = console.options.update(width=min(console.width, _WIDEST))
    with console.use_theme(_PROSE):
        lesson = _Lesson(markdown, console.encoding)
        is_begun = has_gap = False  # a table has empty lines of its own around it
        for segments in console.render_lines(lesson, options, pad=False):
            line = Text.assemble(*((one.text, one.style or "") for one in segments))
            line.plain = encodable(line.plain.rstrip(), console.encoding)
            if not line:
                has_gap = is_begun
                continue
            if has_gap:
                console.print()
            console.print(line, soft_wrap=True, highlight=False, markup=False, emoji=False)
            is_begun, has_gap = True, False


def code_text(code: str, language: str) -> Text:
    """Return the code with colours."""
    text = Syntax(code, language or "text", theme=_CODE, word_wrap=True).highlight(code)
    text.rstrip()
    text.overflow = "fold"
    return text


def encodable(text: str, encoding: str) -> str:
    """Return text that the encoding has: signs spelled out, Greek letters by name, or escapes."""
    if encoding.startswith("utf"):
        return text.encode(encoding, "backslashreplace").decode(encoding)
    return "".join(_encodable(each, encoding) for each in text)


def _encodable(character: str, encoding: str) -> str:
    escaped = character.encode(encoding, "backslashreplace").decode(encoding)
    if escaped == character:
        return character
    name = unicodedata.name(character, "").lower()
    greek = name.split()[-1] if name.startswith("greek ") else escaped
    return _SPELLED.get(character, greek)
