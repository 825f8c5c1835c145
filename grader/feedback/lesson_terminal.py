"""Prints the text of a lesson on a terminal; `start` leaves the same as a page."""

from collections.abc import Iterator, Sequence

from markdown_it.token import Token
from rich.console import Console
from rich.markdown import Markdown
from rich.segment import Segment, Segments
from rich.syntax import Syntax
from rich.text import Text
from rich.theme import Theme

from grader.feedback.formulas import to_text
from grader.feedback.lesson_html import parser, readable, words_of

_WIDEST = 92  # columns: longer lines are hard to follow
_CODE_THEME = "ansi_dark"  # the terminal's own colours
_PROSE = Theme({"markdown.code": "cyan", "markdown.code_block": ""})
_PLAIN = str.maketrans("•▌━─", "-|--")  # what rich draws, where only ASCII can be written


def print_lesson(markdown: str, console: Console) -> None:
    """Print a lesson; a formula is a line of text, or LaTeX where only ASCII can be written."""
    encoding = console.encoding
    is_ascii = not encoding.startswith("utf")
    lesson = Markdown("", code_theme=_CODE_THEME, hyperlinks=False)
    lesson.parsed = list(_shown(parser().parse(readable(markdown)), is_ascii=is_ascii))
    with console.use_theme(_PROSE):
        options = console.options.update(width=min(console.width, _WIDEST))
        drawn = []
        for one in console.render(lesson, options):
            text = one.text.translate(_PLAIN) if is_ascii else one.text
            text = text.encode(encoding, "backslashreplace").decode(encoding)
            drawn.append(Segment(text, one.style))
        console.print(Segments(drawn), soft_wrap=True, end="")


def _shown(tokens: Sequence[Token], *, is_ascii: bool) -> Iterator[Token]:
    """Yield tokens that rich knows: of formulas the text, of pictures the description."""
    for token in tokens:
        if token.type.startswith("math"):
            token.content = token.content.strip() if is_ascii else to_text(token.content)
            token.type = "code_block" if token.type == "math_block" else "text"
        elif token.type == "image":
            token.content = f"[Picture: {words_of(token.children)}]"
            token.type, token.tag, token.children = "text", "", None
        elif token.type == "code_inline":
            token.content = f"`{token.content}`"
        if token.children:
            token.children = list(_shown(token.children, is_ascii=is_ascii))
        yield token


def code_text(code: str) -> Text:
    """Return Python with colours."""
    syntax = Syntax(code, "python", theme=_CODE_THEME, word_wrap=True)
    return syntax.highlight(code)
