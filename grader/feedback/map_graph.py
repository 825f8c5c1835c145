"""Draws the graph of prerequisites, downward, since a telephone is narrow.

A layer stands for each step, a lane for each branch: a lesson stands one layer after the last
lesson that it requires.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain, pairwise

from msgspec import Struct

from grader.feedback.words import Badge
from grader.model.course import Lesson

_WIDTH, _HEIGHT = 42, 28  # of a lesson's box, as the template draws it
_LAYER, _LANE = 46, 48  # from one to the next
_MARGIN = 8
Cell = tuple[int, int]  # layer and lane


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
    edges = lay_out(lessons)
    nodes = []
    for number, (one, badge) in enumerate(zip(lessons, badges, strict=True), start=1):
        x, y = _corner(edges[one.id, one.id][0])
        nodes.append(Node(number, badge, f"{number}. {one.title}: {badge.word}", x, y))
    corners = [_corner(cell) for cell in chain.from_iterable(edges.values())]
    return Drawing(
        width=max(x for x, _ in corners) + _WIDTH + _MARGIN,
        height=max(y for _, y in corners) + _HEIGHT + _MARGIN,
        nodes=tuple(nodes),
        edges=tuple(_path(cells) for cells in edges.values() if len(cells) > 1),
    )


def lay_out(lessons: Sequence[Lesson]) -> dict[tuple[str, str], list[Cell]]:
    """Return the cells of each edge from a lesson to one that needs it, both ends included.

    The cell of a lesson is that of an edge to itself. In each layer, a lesson or an edge that
    passes it stands as near as can be below what it comes from.
    """
    from graphlib import TopologicalSorter  # a terminal shows the map without a drawing

    listed = {str(one.id) for one in lessons}
    direct: dict[str, list[str]] = {
        str(one.id): [name for name in one.requires if name in listed] for one in lessons
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
    edges: defaultdict[tuple[str, str], list[Cell]] = defaultdict(list)
    for layer in range(max(layers.values()) + 1):
        comers: list[tuple[float, int, tuple[str, str]]] = []  # the lane wanted, the order
        for order, (name, needed) in enumerate(needs.items()):
            lanes = [edges[one, name][-1][1] for one in needed if layers[one] < layer]
            if layers[name] == layer:
                comers.append((sum(lanes) / max(1, len(lanes)), order, (name, name)))
            elif layer < layers[name]:
                passing = [one for one in needed if layers[one] < layer]
                comers += [
                    (lane, order, (one, name)) for lane, one in zip(lanes, passing, strict=True)
                ]
        comers.sort()
        lanes = _in_order([wanted for wanted, *_ in comers])
        for lane, (*_, (one, name)) in zip(lanes, comers, strict=True):
            if one == name:  # the edges of a lesson begin here, and those to it end
                for edge in _edges_at(name, needs):
                    edges[edge].append((layer, lane))
            else:
                edges[one, name].append((layer, lane))
    least = min(lane for cells in edges.values() for _, lane in cells)
    return {
        edge: [(layer, lane - least) for layer, lane in cells]
        for edge, cells in edges.items()
        if cells
    }


def _edges_at(name: str, needs: dict[str, list[str]]) -> list[tuple[str, str]]:
    """List the edges that begin or end at a lesson, with the one to itself."""
    after = [other for other, those in needs.items() if name in those]
    return [(name, name), *((first, name) for first in needs[name]), *((name, o) for o in after)]


def _in_order(wanted: Sequence[float]) -> list[int]:
    """Return lanes that rise as the wanted ones do, and together are as near to them as can be."""
    from statistics import fmean  # as in lay_out

    blocks: list[list[float]] = []  # of those that stand side by side: where each wants the first
    for place, lane in enumerate(wanted):
        blocks.append([lane - place])
        while len(blocks) > 1 and fmean(blocks[-2]) >= fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    firsts = (round(fmean(block)) for block in blocks for _ in block)
    return [first + place for place, first in enumerate(firsts)]


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
