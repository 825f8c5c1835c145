"""Lays out the graph of prerequisites: a layer for each step, a lane for each branch.

A lesson stands one layer after the last lesson that it requires. An edge that passes a layer takes
a lane of its own there, so that no line runs through a lesson. What another requirement implies
is not drawn.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from statistics import fmean

from grader.model.course import Lesson, LessonId

Cell = tuple[int, int]  # layer and lane
Edge = tuple[str, str]  # the lesson needed, and the one that needs it


@dataclass
class Layout:
    """Lessons and the edges that pass them, filled in layer by layer."""

    needs: dict[str, list[str]]
    layers: dict[str, int]
    lessons: dict[str, Cell] = field(default_factory=dict)
    passing: dict[Edge, list[Cell]] = field(default_factory=dict)

    def fill(self) -> None:
        """Give each a lane near to the one that it comes from, in the order of these."""
        for layer in range(max(self.layers.values()) + 1):
            comers = sorted(self._comers(layer))
            lanes = _in_order([wanted for wanted, *_ in comers])
            for lane, (*_, edge) in zip(lanes, comers, strict=True):
                if edge[0] == edge[1]:
                    self.lessons[edge[1]] = (layer, lane)
                else:
                    self.passing.setdefault(edge, []).append((layer, lane))
        self._shift()

    def size(self) -> tuple[int, int]:
        """Return the number of layers and of lanes."""
        cells = self._cells()
        return max(layer for layer, _ in cells) + 1, max(lane for _, lane in cells) + 1

    def edges(self) -> Iterator[list[Cell]]:
        """Yield the cells of each edge, both ends included."""
        for name, needed in self.needs.items():
            for before in needed:
                passed = self.passing.get((before, name), [])
                yield [self.lessons[before], *passed, self.lessons[name]]

    def _cells(self) -> list[Cell]:
        return [*self.lessons.values(), *chain.from_iterable(self.passing.values())]

    def _shift(self) -> None:
        """Count lanes from zero."""
        least = min(lane for _, lane in self._cells())
        self.lessons = {name: (at, lane - least) for name, (at, lane) in self.lessons.items()}
        self.passing = {
            edge: [(at, lane - least) for at, lane in cells] for edge, cells in self.passing.items()
        }

    def _comers(self, layer: int) -> Iterator[tuple[float, int, Edge]]:
        """Yield what wants a lane in a layer: lessons (as an edge to themselves) and edges."""
        for order, (name, needed) in enumerate(self.needs.items()):
            if self.layers[name] == layer:
                lanes = [self._lane((before, name)) for before in needed]
                yield sum(lanes) / len(lanes) if lanes else 0.0, order, (name, name)
            for before in needed:
                if self.layers[before] < layer < self.layers[name]:
                    yield self._lane((before, name)), order, (before, name)

    def _lane(self, edge: Edge) -> int:
        return self.passing.get(edge, [self.lessons[edge[0]]])[-1][1]


def lay_out(lessons: Iterable[Lesson]) -> Layout:
    """Give every lesson its cell, and every edge the cells that it passes."""
    needs = _needs({one.id: one for one in lessons})
    layout = Layout(needs, _layers(needs))
    layout.fill()
    return layout


def _needs(lessons: Mapping[LessonId, Lesson]) -> dict[str, list[str]]:
    """Return what each lesson needs, without what is needed by something else it needs."""
    direct: dict[str, list[str]] = {
        name: [other for other in one.requires if other in lessons] for name, one in lessons.items()
    }
    found = {}
    for name, needed in direct.items():
        implied = set().union(*(_before(one, direct) for one in needed))
        found[name] = [one for one in needed if one not in implied]
    return found


def _before(name: str, direct: dict[str, list[str]]) -> set[str]:
    found: set[str] = set()
    left = [*direct[name]]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += direct[one]
    return found


def _layers(needs: dict[str, list[str]]) -> dict[str, int]:
    layers = dict.fromkeys(needs, 0)
    for _ in needs:  # no path is longer
        layers = {
            name: max((layers[one] + 1 for one in needed), default=0)
            for name, needed in needs.items()
        }
    return layers


def _in_order(wanted: Iterable[float]) -> list[int]:
    """Return lanes that rise as the wanted ones do, and together are as near to them as can be."""
    blocks: list[list[float]] = []  # of those that stand side by side: where each wants the first
    for place, lane in enumerate(wanted):
        blocks.append([lane - place])
        while len(blocks) > 1 and fmean(blocks[-2]) >= fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    firsts = (round(fmean(block)) for block in blocks for _ in block)
    return [first + place for place, first in enumerate(firsts)]
