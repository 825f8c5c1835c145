"""Sets the pieces of a formula in a row: where a space stands, and where brackets are needed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto


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


@dataclass(frozen=True)
class Piece:
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
