"""Colours the code of a lesson, in pages by class names and on terminals by the basic colours."""

from html import escape

from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String, _TokenType
from pygments.util import ClassNotFound
from rich.text import Text

CLASS_PREFIX = "code-"
_LONGEST = 20_000  # characters; beyond, colours would cost more than they tell
# None that is hard to read on a dark or on a light ground.
_STYLES = {
    Comment: "italic",
    Keyword: "magenta",
    Operator.Word: "magenta",
    Name.Function: "bold",
    Name.Class: "bold",
    Name.Decorator: "cyan",
    Number: "cyan",
    String: "green",
    Generic.Prompt: "magenta",
    Generic.Output: "",
    Generic.Inserted: "green",
    Generic.Deleted: "red",
}


def code_html(code: str, language: str) -> str:
    """Return the code with a `span` around each thing that has a colour."""
    lexer = _lexer(code, language)
    if lexer is None:
        return escape(code)
    return highlight(code, lexer, HtmlFormatter(nowrap=True, classprefix=CLASS_PREFIX))


def code_text(code: str, language: str) -> Text:
    """Return the code with colours."""
    lexer = _lexer(code, language)
    if lexer is None:
        return Text(code)
    text = Text()
    for token, value in lexer.get_tokens(code):
        text.append(value, _style(token))
    return text


def _lexer(code: str, language: str) -> Lexer | None:
    if not language or len(code) > _LONGEST:
        return None
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _style(token: _TokenType) -> str:
    while token not in _STYLES:
        if token.parent is None:
            return ""
        token = token.parent
    return _STYLES[token]
