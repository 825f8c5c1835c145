"""Draws the graph of prerequisites, across for a wide page and down for a narrow one."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from grader.feedback.map_layout import Cell, Layout, lay_out
from grader.feedback.words import Badge
from grader.model.course import Lesson

_WIDTH, _HEIGHT = 42, 28  # of a lesson's box, as the template draws it
_MARGIN = 8
_MANY_LAYERS = 14  # fill a wide page only when they move together


class Node(Struct, frozen=True):
    """One lesson in a drawing; the text is what a pointer or a screen reader is told."""

    number: int
    badge: Badge
    text: str
    x: int
    y: int


class Drawing(Struct, frozen=True):
    """Lessons and what they open, in units of the drawing; edges are SVG path data."""

    name: str  # of its direction
    width: int
    height: int
    nodes: tuple[Node, ...]
    edges: tuple[str, ...]


class _Direction(Struct, frozen=True):
    """Where the cells of a layout lie: `along` the layers and to their `side`."""

    name: str
    layer: int  # from one layer to the next
    lane: int
    is_down: bool = False

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Return the first corner of a cell's box, along and to the side."""
        return _MARGIN + cell[0] * self.layer, _MARGIN + cell[1] * self.lane

    def turned(self, along: int, side: int) -> tuple[int, int]:
        """Turn a place into x and y."""
        return (side, along) if self.is_down else (along, side)

    def path(self, cells: list[Cell]) -> str:
        """Write an edge as SVG path data: bent between layers, straight through them, a tip."""
        length, breadth = self.turned(_WIDTH, _HEIGHT)
        corners = [self.corner(cell) for cell in cells]
        data = ""
        for (along, side), (next_along, next_side) in pairwise(corners):
            start, end = side + breadth // 2, next_side + breadth // 2
            half = (along + length + next_along) // 2
            bend = [(along + length, start), (half, start), (half, end), (next_along, end)]
            first, *others = (f"{x} {y}" for x, y in (self.turned(*one) for one in bend))
            data += f"{'L' if data else 'M'}{first}C{' '.join(others)}"
        return data + ("m-4 -5l4 5l4 -5" if self.is_down else "m-5 -4l5 4l-5 4")


def drawings(lessons: Sequence[Lesson], badges: Sequence[Badge]) -> tuple[Drawing, ...]:
    """Draw the graph in both directions; a single lesson needs no drawing."""
    if len(lessons) < 2:
        return ()
    layout = lay_out(lessons)
    marked = list(zip(lessons, badges, strict=True))
    is_long = max(layout.layers.values()) >= _MANY_LAYERS
    across = _Direction("across", layer=56 if is_long else 72, lane=42)
    down = _Direction("down", layer=46, lane=48, is_down=True)
    return tuple(_drawing(marked, layout, direction) for direction in (across, down))


def _drawing(
    marked: Sequence[tuple[Lesson, Badge]], layout: Layout, direction: _Direction
) -> Drawing:
    layers, lanes = layout.size()
    width, height = direction.turned(*direction.corner((layers - 1, lanes - 1)))
    nodes = []
    for number, (one, badge) in enumerate(marked, start=1):
        x, y = direction.turned(*direction.corner(layout.lessons[one.id]))
        nodes.append(Node(number, badge, f"{number}. {one.title}: {badge.word}", x, y))
    return Drawing(
        name=direction.name,
        width=width + _WIDTH + _MARGIN,
        height=height + _HEIGHT + _MARGIN,
        nodes=tuple(nodes),
        edges=tuple(direction.path(cells) for cells in layout.edges()),
    )
