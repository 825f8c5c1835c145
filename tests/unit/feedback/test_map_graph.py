"""The drawing of the graph keeps to laws for any graph of prerequisites."""

import re
from itertools import combinations, pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from grader.feedback.map_graph import draw, lay_out
from grader.feedback.words import STATES
from grader.model.course import Lesson
from grader.model.unlocking import State
from tests.unit.feedback.map_builders import branched, chain, lesson

BADGE = STATES[State.OPEN]
FAN = [lesson(name, "", name[:-1]) for name in ("r", "ra", "rb", "rc")] + [
    lesson(name, "", name[:-1]) for name in ("rca", "rcb", "raa", "rab", "rac")
]


@st.composite
def lessons(draw: st.DrawFn) -> list[Lesson]:
    """Draw lessons in any order, whose prerequisites run in no circle."""
    names = [f"l{n}" for n in range(draw(st.integers(1, 10)))]
    made = []
    for at, name in enumerate(names):
        before = draw(st.sets(st.sampled_from(names[:at]), max_size=3)) if at else set()
        made.append(lesson(name, "", " ".join(sorted(before))))
    return draw(st.permutations(made))


@given(lessons())
def test_nothing_stands_on_anything_else(made: list[Lesson]) -> None:
    """No two lessons share a cell, and no edge passes through a lesson."""
    layout = lay_out(made)

    cells = [layout[one.id, one.id][0] for one in made]
    passed = [cell for edge in layout.values() for cell in edge[1:-1]]
    assert len(set(cells)) == len(cells) == len(made)
    assert not set(cells) & set(passed)
    assert len(set(passed)) == len(passed)
    assert min(lane for _, lane in cells) == 0


@given(lessons())
def test_edges_lead_on_by_one_layer_at_a_time(made: list[Lesson]) -> None:
    """What is needed stands before what needs it, and an edge leaves no layer out."""
    for edge in lay_out(made).values():
        assert all(after[0] - before[0] == 1 for before, after in pairwise(edge))


@given(lessons())
@example(FAN)
def test_what_one_lesson_opens_crosses_no_other_such_edge(made: list[Lesson]) -> None:
    """Lessons that need a single one stand in the order of these, and so do passing edges."""
    layout = lay_out(made)
    ends = [edge[-1] for edge in layout.values() if len(edge) > 1]
    shared = {cell for cell in ends if ends.count(cell) > 1}

    steps = {step for edge in layout.values() for step in pairwise(edge) if step[1] not in shared}
    for (one, to_one), (other, to_other) in combinations(sorted(steps), 2):
        if one[0] == other[0] and one[1] < other[1]:
            assert to_one[1] < to_other[1]


@given(lessons())
def test_what_is_drawn_leads_everywhere_that_was_required(made: list[Lesson]) -> None:
    """An edge is left out only where others lead the same way."""
    needs: dict[str, list[str]] = {one.id: [] for one in made}
    for before, after in lay_out(made):
        if before != after:
            needs[after].append(before)

    def leads(name: str) -> set[str]:
        return set(needs[name]).union(*(leads(one) for one in needs[name]))

    assert all(set(one.requires) <= leads(one.id) for one in made)
    assert all(set(needed) <= set(one.requires) for one in made for needed in [needs[one.id]])


def test_a_chain_is_a_straight_line() -> None:
    """Lessons that follow each other stand in one lane."""
    layout = lay_out(chain(17).lessons)

    own = [cells for (one, other), cells in layout.items() if one == other]
    assert own == [[(layer, 0)] for layer in range(17)]


def test_the_drawing_holds_all_of_it() -> None:
    """Every box and every end of an edge lies within the drawing, which fits a telephone."""
    made = branched().lessons

    drawing = draw(made, [BADGE] * len(made))

    assert drawing is not None
    for node in drawing.nodes:
        assert 0 < node.x <= drawing.width - 42
        assert 0 < node.y <= drawing.height - 28
    for edge in drawing.edges:
        numbers = list(map(int, re.findall(r"\d+", edge.split("m")[0])))
        assert max(numbers[::2]) <= drawing.width
        assert max(numbers[1::2]) <= drawing.height
    assert drawing.width <= 310


def test_a_single_lesson_is_not_drawn() -> None:
    """A graph of one node says nothing."""
    assert draw([lesson("a")], [BADGE]) is None
    assert draw([], []) is None
