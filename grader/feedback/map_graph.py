"""Draws the graph of prerequisites, downward, since a telephone is narrow.

A layer stands for each step, a lane for each branch: a lesson stands one layer after the last
lesson that it requires.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise

from msgspec import Struct, field

from grader.feedback.words import Badge
from grader.model.course import Lesson

Cell = tuple[int, int]  # layer and lane
Edge = tuple[str, str]  # the lesson needed, and the one that needs it


class Layout(Struct):
    """The cells of lessons, each as an edge to itself, and those that other edges pass."""

    needs: dict[str, list[str]]
    layers: dict[str, int]
    cells: dict[Edge, list[Cell]] = field(default_factory=dict)

    def fill(self) -> None:
        """Give each a lane near to the one that it comes from, in the order of these."""
        for layer in range(max(self.layers.values()) + 1):
            comers = sorted(self._comers(layer))
            lanes = _in_order([wanted for wanted, *_ in comers])
            for lane, (*_, edge) in zip(lanes, comers, strict=True):
                self.cells.setdefault(edge, []).append((layer, lane))
        least = min(lane for cells in self.cells.values() for _, lane in cells)
        for edge, cells in self.cells.items():
            self.cells[edge] = [(layer, lane - least) for layer, lane in cells]

    def cell(self, name: str) -> Cell:
        """Return where a lesson stands."""
        return self.cells[name, name][0]

    def size(self) -> tuple[int, int]:
        """Return the number of layers and of lanes."""
        layers, lanes = zip(*chain.from_iterable(self.cells.values()), strict=True)
        return max(layers) + 1, max(lanes) + 1

    def edges(self) -> Iterator[list[Cell]]:
        """Yield the cells of each edge, both ends included."""
        for name, needed in self.needs.items():
            for before in needed:
                passed = self.cells.get((before, name), [])
                yield [self.cell(before), *passed, self.cell(name)]

    def _comers(self, layer: int) -> Iterator[tuple[float, int, Edge]]:
        """Yield what wants a lane in a layer."""
        for order, (name, needed) in enumerate(self.needs.items()):
            if self.layers[name] == layer:
                lanes = [self._lane((before, name)) for before in needed]
                yield sum(lanes) / len(lanes) if lanes else 0.0, order, (name, name)
            for before in needed:
                if self.layers[before] < layer < self.layers[name]:
                    yield self._lane((before, name)), order, (before, name)

    def _lane(self, edge: Edge) -> int:
        return self.cells.get(edge, [self.cell(edge[0])])[-1][1]


def lay_out(lessons: Iterable[Lesson]) -> Layout:
    """Give every lesson its cell, and every edge the cells that it passes."""
    from graphlib import TopologicalSorter  # a terminal shows the map without a drawing

    required = {str(one.id): one.requires for one in lessons}
    direct: dict[str, list[str]] = {
        name: [one for one in needed if one in required] for name, needed in required.items()
    }
    before: dict[str, set[str]] = {}  # what comes first, also through others
    layers: dict[str, int] = {}
    for name in TopologicalSorter(direct).static_order():
        before[name] = set(direct[name]).union(*(before[one] for one in direct[name]))
        layers[name] = max((layers[one] + 1 for one in direct[name]), default=0)
    needs = {
        name: [one for one in needed if not any(one in before[other] for other in needed)]
        for name, needed in direct.items()
    }
    layout = Layout(needs, layers)
    layout.fill()
    return layout


def _in_order(wanted: Iterable[float]) -> list[int]:
    """Return lanes that rise as the wanted ones do, and together are as near to them as can be."""
    from statistics import fmean  # as in lay_out

    blocks: list[list[float]] = []  # of those that stand side by side: where each wants the first
    for place, lane in enumerate(wanted):
        blocks.append([lane - place])
        while len(blocks) > 1 and fmean(blocks[-2]) >= fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    firsts = (round(fmean(block)) for block in blocks for _ in block)
    return [first + place for place, first in enumerate(firsts)]


_WIDTH, _HEIGHT = 42, 28  # of a lesson's box, as the template draws it
_LAYER, _LANE = 46, 48  # from one to the next
_MARGIN = 8


class Node(Struct, frozen=True):
    """One lesson in a drawing; the text is what a pointer or a screen reader is told."""

    number: int
    badge: Badge
    text: str
    x: int
    y: int


class Drawing(Struct, frozen=True):
    """Lessons and what they open, in units of the drawing; edges are SVG path data."""

    width: int
    height: int
    nodes: tuple[Node, ...]
    edges: tuple[str, ...]


def draw(lessons: Sequence[Lesson], badges: Sequence[Badge]) -> Drawing | None:
    """Draw the graph; a single lesson needs no drawing."""
    if len(lessons) < 2:
        return None
    layout = lay_out(lessons)
    nodes = []
    for number, (one, badge) in enumerate(zip(lessons, badges, strict=True), start=1):
        x, y = _corner(layout.cell(one.id))
        nodes.append(Node(number, badge, f"{number}. {one.title}: {badge.word}", x, y))
    layers, lanes = layout.size()
    right, bottom = _corner((layers - 1, lanes - 1))
    return Drawing(
        width=right + _WIDTH + _MARGIN,
        height=bottom + _HEIGHT + _MARGIN,
        nodes=tuple(nodes),
        edges=tuple(map(_path, layout.edges())),
    )


def _corner(cell: Cell) -> tuple[int, int]:
    layer, lane = cell
    return _MARGIN + lane * _LANE, _MARGIN + layer * _LAYER


def _path(cells: list[Cell]) -> str:
    """Write an edge as SVG path data: bent between layers, straight through them, a tip."""
    data = ""
    for (x, y), (next_x, next_y) in pairwise(map(_corner, cells)):
        start, end = x + _WIDTH // 2, next_x + _WIDTH // 2
        half = (y + _HEIGHT + next_y) // 2
        first, bend = f"{start} {y + _HEIGHT}", f"{start} {half} {end} {half} {end} {next_y}"
        data += f"{'L' if data else 'M'}{first}C{bend}"
    return f"{data}m-4 -5l4 5l4 -5"
