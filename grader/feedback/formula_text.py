"""Writes a formula's MathML tree as text: one line, or one for each row of a table."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace

from grader.feedback.formula_glyphs import above, below, clearer, in_ascii


class Role(Enum):
    """What a piece does in its row, which decides about the space around it."""

    LETTER = auto()  # letters in a row are one word or a product
    WORD = auto()  # a name of several letters
    NUMBER = auto()
    GROUP = auto()  # brackets of its own around it
    FRACTION = auto()
    LARGE = auto()  # a sum, and what takes limits as a sum does
    TEXT = auto()  # brings its own spaces
    SPACE = auto()
    INFIX = auto()
    PLUS = auto()  # infix, or a sign where nothing stands before it
    SIGN = auto()
    TIGHT = auto()  # a slash, a prime, a dot
    COMMA = auto()
    OPEN = auto()
    CLOSE = auto()
    FENCE = auto()  # a bar, which opens or closes
    APPLY = auto()  # unseen, between a function and its argument


class Piece(Struct, frozen=True):
    """Part of a row as text."""

    text: str
    role: Role


_FACTORS = frozenset(
    {Role.LETTER, Role.WORD, Role.NUMBER, Role.GROUP, Role.FRACTION, Role.CLOSE}
)  # fmt: skip
_OPENING = frozenset({Role.OPEN, Role.FENCE, Role.LARGE}) | _FACTORS - {Role.CLOSE}
_WORDS_APART = _FACTORS | {Role.LARGE}
_LOOSE = frozenset({Role.INFIX, Role.PLUS, Role.SIGN, Role.LARGE, Role.FRACTION, Role.COMMA})


def joined(pieces: Sequence[Piece], *, compact: bool = False) -> str:
    """Return the row as text; compact as below or above a line, without spaces at operators."""
    text, before = "", None
    for piece in _settled(pieces):
        if before is not None:
            text += _gap(before, piece, compact=compact)
        text += piece.text
        before = piece
    return text.strip()


def fraction(over: Sequence[Piece], under: Sequence[Piece]) -> Piece:
    """Return a fraction on one line, with the brackets that its line takes away."""
    top, bottom = joined(over), joined(under)
    unsigned = over[1:] if over and over[0].role is Role.PLUS else over
    if _is_loose(unsigned) and not is_single(unsigned):
        top = f"({top})"
    if not is_single(under):
        bottom = f"({bottom})"
    bar = " / " if " " in top + bottom else "/"
    return Piece(top + bar + bottom, Role.FRACTION)


def grouped(pieces: Sequence[Piece]) -> Piece:
    """Return the row as one piece that a script or a root can be put to."""
    if len(pieces) == 1 and pieces[0].role not in (Role.FRACTION, Role.TEXT):
        return pieces[0]
    text = joined(pieces)
    return Piece(text if is_single(pieces) else f"({text})", Role.GROUP)


def is_single(pieces: Sequence[Piece]) -> bool:
    """Tell whether a row reads as one thing without brackets around it."""
    roles = [piece.role for piece in pieces if piece.role is not Role.APPLY]
    if len(roles) <= 1:
        return not _is_loose(pieces)
    if all(role is Role.LETTER for role in roles):
        return len(roles) > 2
    if roles[0] is Role.FENCE:
        return roles[-1] is Role.FENCE and Role.FENCE not in roles[1:-1]
    if roles[0] in (Role.LETTER, Role.WORD):
        roles = roles[1:]
    return roles[0] is Role.OPEN and _closes_last(roles)


def _closes_last(roles: Sequence[Role]) -> bool:
    depth = 0
    for place, role in enumerate(roles, start=1):
        depth += (role is Role.OPEN) - (role is Role.CLOSE)
        if depth == 0:
            return place == len(roles)
    return False


def _is_loose(pieces: Sequence[Piece]) -> bool:
    depth = 0
    for piece in pieces:
        depth += (piece.role is Role.OPEN) - (piece.role is Role.CLOSE)
        if depth == 0 and (piece.role in _LOOSE or " " in piece.text.strip()):
            return True
    return False


def _settled(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces, with bars and signs told apart and fractions in brackets in a product."""
    before: Role | None = None
    for place, piece in enumerate(pieces):
        if piece.role is Role.SPACE and place and pieces[place - 1].text == "/":
            continue  # the one that a function's name has before it
        starts = before is None or before not in _FACTORS | {Role.TEXT, Role.TIGHT}
        settled = piece
        if piece.role is Role.FENCE:
            settled = replace(piece, role=Role.OPEN if starts else Role.CLOSE)
        elif piece.role is Role.PLUS:
            settled = replace(piece, role=Role.SIGN if starts else Role.INFIX)
        elif piece.role is Role.FRACTION and _is_multiplied(before, pieces[place + 1 :]):
            settled = replace(piece, text=f"({piece.text})")
        yield settled
        if piece.role is not Role.SPACE:
            before = settled.role


def _is_multiplied(before: Role | None, after: Sequence[Piece]) -> bool:
    follows = next((piece.role for piece in after if piece.role is not Role.SPACE), None)
    return before in _FACTORS or follows in _OPENING


def _gap(before: Piece, after: Piece, *, compact: bool) -> str:
    roles = {before.role, after.role}
    if roles == {Role.TEXT, Role.INFIX}:
        is_set = compact or before.text[-1:].isspace() or after.text[:1].isspace()
        return "" if is_set else " "
    if roles & {Role.SPACE, Role.TEXT} or before.role is Role.OPEN:
        return ""
    if before.role is Role.SIGN:
        return " " if before.text.isalpha() and len(before.text) > 1 else ""
    if after.role in (Role.CLOSE, Role.COMMA, Role.APPLY):
        return ""
    if before.role is Role.COMMA:
        return "" if compact else " "
    if Role.INFIX in roles:
        is_word = any(each.text[:1].isalpha() for each in (before, after) if _is_infix(each))
        return "" if compact and not is_word else " "
    if Role.TIGHT in roles or "@" in (before.text[-1:], after.text[:1]):
        return ""
    return " " if _is_apart(before, after) else ""


def _is_infix(piece: Piece) -> bool:
    return piece.role is Role.INFIX


def _is_apart(before: Piece, after: Piece) -> bool:
    roles = {before.role, after.role}
    if roles & {Role.LARGE, Role.FRACTION}:
        return True
    if after.role in (Role.OPEN, Role.GROUP, Role.SIGN):
        return after.role is Role.SIGN
    if before.role is Role.APPLY:
        return after.text[:1].isalnum() or not after.text[:1].isascii()
    if Role.WORD in roles or "^" in before.text or "_" in before.text:
        return roles <= _WORDS_APART
    return after.role is Role.NUMBER


# Stand around and between the rows of a table until its lines are laid out: no source that went
# through `printable` holds them.
_START, _ROW, _END = "\x02", "\x1e", "\x03"
_APPLY = "\u2061"
_ROLES = {
    **dict.fromkeys("([{⌊⌈⟨", Role.OPEN),
    **dict.fromkeys(")]}⌋⌉⟩", Role.CLOSE),
    **dict.fromkeys("|‖", Role.FENCE),
    **dict.fromkeys(",;", Role.COMMA),
    **dict.fromkeys("/!.…⋯′″‴⁗", Role.TIGHT),
    **dict.fromkeys("+−-±∓", Role.PLUS),
    **dict.fromkeys("¬∂∇", Role.SIGN),
    **dict.fromkeys("∀∃", Role.LETTER),
    **dict.fromkeys("∑∏∐∫∬∮⋃⋂⋁⋀⨁⨂", Role.LARGE),
    "∣": Role.INFIX,
    _APPLY: Role.APPLY,
}
_FORMS = {"prefix": Role.OPEN, "postfix": Role.CLOSE}
_BRACES = frozenset("⏟⏞⎵⎴︸︷")
_ACCENTS = {
    **dict.fromkeys(("ˆ", "\u0302"), ("\u0302", "hat")),
    **dict.fromkeys(("¯", "‾", "\u0332"), ("\u0304", "bar")),
    **dict.fromkeys(("˜", "\u0303"), ("\u0303", "tilde")),
    "˙": ("\u0307", "dot"),
    "¨": ("\u0308", "ddot"),
    "\u20d7": ("\u20d7", "vec"),
}
_NARROWEST_SPACE = 0.16  # in em


def lines_of(tree: Element, *, block: bool, ascii_only: bool) -> list[str]:
    """Return the formula's lines; in running text it is one."""
    if block and len(list(tree.iter("mtable"))) == 1:
        return _laid_out(joined(_Writer(ascii_only, rows_apart=True).row(tree)))
    return [_tidy(joined(_Writer(ascii_only, rows_apart=False).row(tree)))]


def _laid_out(text: str) -> list[str]:
    before, _, rest = text.partition(_START)
    rows, _, after = rest.partition(_END)
    first, *others = rows.split(_ROW)
    lines = [before + first, *(" " * len(before) + row for row in others)]
    lines[-1] += after
    return [line.rstrip() for line in lines]


def _tidy(text: str) -> str:
    return " ".join(text.split())


class _Writer(Struct, frozen=True):
    ascii_only: bool
    rows_apart: bool

    def row(self, element: Element) -> list[Piece]:
        """Return the pieces of an element and of all that is merely grouped in it."""
        return [piece for child in element for piece in self.pieces(child)]

    def pieces(self, element: Element) -> list[Piece]:
        """Return an element's pieces: several for a group, none for what is not seen."""
        match element.tag:
            case "mi" | "mn" | "mo" | "mtext" | "ms":
                return self._leaf(element)
            case "mspace" | "mphantom":
                return [Piece(" ", Role.SPACE)] if _is_wide(element) else []
            case "mfrac":
                return [self._fraction(element)]
            case "msqrt" | "mroot":
                return [self._root(element)]
            case "msub" | "msup" | "msubsup" | "munder" | "mover" | "munderover":
                return [self._scripted(element)]
            case "mtable":
                return [self._table(element)]
        return self.row(element)

    def _shown(self, text: str) -> str:
        return in_ascii(text) if self.ascii_only else clearer(text)

    def _leaf(self, element: Element) -> list[Piece]:
        source = "".join(element.itertext())
        text = self._shown(source)
        if source == _APPLY:
            return [Piece("", Role.APPLY)]
        if not text.strip():
            return [Piece(" ", Role.SPACE)] if element.tag == "mtext" and text else []
        return [Piece(text, _role(element, source, text))]

    def _fraction(self, element: Element) -> Piece:
        over, under = (self.pieces(child) for child in element)
        if element.get("linethickness") == "0":
            return Piece(f"{joined(over)} choose {joined(under)}", Role.GROUP)
        return fraction(over, under)

    def _root(self, element: Element) -> Piece:
        if element.tag == "msqrt":
            inside, index = self.row(element), ""
        else:
            inside, index = self.pieces(element[0]), joined(self.pieces(element[1]), compact=True)
        text = grouped(inside).text
        if self.ascii_only:
            name = f"root_{index}" if index else "sqrt"
            return Piece(f"{name}({joined(inside)})", Role.GROUP)
        if len(inside) != 1 and not text.startswith("("):
            text = f"({text})"
        return Piece(f"{above(index) or index}√{text}", Role.GROUP)

    def _scripted(self, element: Element) -> Piece:
        base, scripts = grouped(self.pieces(element[0])), list(element[1:])
        mark = "".join(scripts[0].itertext())
        if element.tag in ("mover", "munder") and mark in _BRACES:
            return base
        if element.get("accentunder"):
            return base
        if element.get("accent") and (mark in _ACCENTS or mark == "→"):
            return self._accented(base, mark)
        is_over = element.tag in ("msup", "mover")
        has_limits = base.role is Role.LARGE or element.tag.startswith("munder")
        texts = [joined(self.pieces(script), compact=True) for script in scripts]
        marked = [
            self._raised(text, has_limits) if place or is_over else self._lowered(text, base.text)
            for place, text in enumerate(texts)
        ]
        role = Role.LARGE if has_limits else base.role
        return Piece(base.text + "".join(marked), role)

    def _accented(self, base: Piece, mark: str) -> Piece:
        combining, name = _ACCENTS.get(mark, ("", "vec"))
        if len(base.text) > 1:
            inside = base.text if base.text.startswith("(") else f"({base.text})"
            return Piece(name + inside, Role.GROUP)
        if self.ascii_only or not combining:
            return Piece(f"{base.text}_{name}", Role.WORD)
        return Piece(unicodedata.normalize("NFC", base.text + combining), base.role)

    def _lowered(self, text: str, base: str) -> str:
        if self.ascii_only:
            return text if base == "log" and text.isdigit() else f"_{_braced(text)}"
        is_word = len(text) > 2 and text.isalpha()
        return (None if is_word else below(text)) or (f"_{_braced(text)}" if text else "")

    def _raised(self, text: str, has_limits: bool) -> str:
        if not text or set(text) <= set("′″‴⁗'°"):
            return text
        if not self.ascii_only and (moved := above(text)):
            return moved
        if has_limits:
            return f"^{{{text}}}"
        return f"^{text}" if _braced(text) == text or text == "*" else f"^({text})"

    def _table(self, element: Element) -> Piece:
        rows = [[joined(self.row(cell)) for cell in row] for row in element]
        if not self.rows_apart:
            lines = (_tidy(" ".join(cells)) for cells in rows)
            return Piece("; ".join(line for line in lines if line), Role.TEXT)
        widths = [max(map(len, column)) for column in _columns(rows)]
        lines = (_spread(cells, widths) for cells in rows)
        return Piece(_START + _ROW.join(lines) + _END, Role.TEXT)


def _role(element: Element, source: str, text: str) -> Role:
    if element.tag == "mo":
        if source == "," and element.get("rspace") == "0":
            return Role.TIGHT  # as in 3{,}000
        form = _FORMS.get(element.get("form", ""))
        return form or _ROLES.get(source) or _ROLES.get(clearer(source), Role.INFIX)
    if element.tag == "mi":
        return Role.LETTER if len(text) == 1 else Role.WORD
    return Role.NUMBER if element.tag == "mn" else Role.TEXT


def _is_wide(space: Element) -> bool:
    width = re.match(r"\d*\.?\d+", space.get("width", ""))
    return width is not None and float(width[0]) >= _NARROWEST_SPACE


def _braced(text: str) -> str:
    is_name = len(text) == 1 or (text.isascii() and (text.isalpha() or text.isdigit()))
    return text if is_name else f"{{{text}}}"


def _columns(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    most = max(map(len, rows), default=0)
    return [[row[place] for row in rows if place < len(row)] for place in range(most)]


def _spread(cells: Sequence[str], widths: Sequence[int]) -> str:
    spread = ""
    for cell, width in zip(cells, widths, strict=False):
        if not width:
            continue
        # A column that goes on with an operator is the other half of the one before it.
        gap = "" if not spread else " " if cell[:1] in tuple("=<>≤≥≈") else "  "
        spread += gap + cell.ljust(width)
    return spread.rstrip()
