"""Prints the course map and a student's standing on a terminal of any width."""

from collections.abc import Sequence

from rich.cells import cell_len

from grader.feedback.course_map import Command, StandingView, map_view
from grader.feedback.map_rows import MapRow
from grader.feedback.pen import STYLES, Pen
from grader.feedback.screen import Screen
from grader.feedback.words import STATES
from grader.model.phrases import count, first_of
from grader.model.unlocking import LessonState, State

_LEAST_TITLE = 20  # columns; where titles would get less, each lesson takes several lines
_GAP = 2
_STATE = 8  # columns for symbol and word
_HEADS = ("", "", "lesson", "id", "best", "time")
_MOST_LOCKED = 5  # lessons whose lock is explained after a submission; the map has all


def print_map(states: tuple[LessonState, ...], screen: Screen, course_title: str) -> None:
    """Print each lesson with its state, then how far the student is and what to type next."""
    view = map_view(states, course_title, student="")
    pen = Pen(screen)
    pen.write(course_title, indent=0, style="bold")
    pen.gap()
    widths = _widths(view.rows, screen.width) if view.rows else None
    if widths is not None:
        heads = zip(_HEADS, widths, strict=True)
        pen.columns([(head, width) for head, width in heads if width], style="dim")
    for row in view.rows:
        if widths is None:
            _print_block(pen, row)
        else:
            _print_row(pen, row, widths)
    pen.gap()
    pen.write(f"{view.progress}.", indent=0)
    if view.rest is not None:
        pen.write(view.rest, indent=0)
    print_commands(pen, view.commands)


def print_standing(pen: Pen, standing: StandingView) -> None:
    """Print what is still locked and why, how far the student is, and what to type next."""
    if standing.locked:
        pen.heading("Still locked")
    locked, more = first_of(standing.locked, _MOST_LOCKED)
    for row in locked:
        pen.write(row.title, mark=pen.symbol(row.badge))
        pen.write(row.reason or "", indent=4, style="dim")
    if more is not None:
        pen.write(f"{more}: see grader lessons.")
    if standing.progress is not None or standing.notes:
        pen.heading("Where you stand")
    if standing.progress is not None:
        pen.write(f"{standing.progress}.")
    for note in standing.notes:
        pen.write(note)
    print_commands(pen, standing.commands)


def print_commands(pen: Pen, commands: Sequence[Command], *, is_brief: bool = False) -> None:
    """Print lines to type, each in one piece, with what it is for; in brief only beside them."""
    if not commands:
        return
    pen.heading("Type next")
    longest = max(len(command.line) for command in commands)
    fits = all(longest + len(one.purpose) + 6 <= pen.screen.width for one in commands)
    for one in commands:
        pen.whole(f"  {one.line.ljust(longest)}  {one.purpose}" if fits else f"  {one.line}")
        if not (fits or is_brief):
            pen.write(one.purpose, indent=4, style="dim")


def _widths(rows: Sequence[MapRow], width: int) -> tuple[int, ...] | None:
    """Return the widths of state, number, title, id, points and minutes, if a table fits."""
    cells = [_cells(row) for row in rows]
    columns = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    columns = [w and max(w, len(head)) for w, head in zip(columns, _HEADS[1:], strict=True)]
    others = [column for column in (_STATE, *columns[:1], *columns[2:]) if column]
    room = width - sum(others) - _GAP * len(others)
    if room < min(columns[1], _LEAST_TITLE):
        return None
    columns[1] = min(columns[1], room)
    return (_STATE, *columns)


def _cells(row: MapRow) -> tuple[str, ...]:
    """Return number, title, id, points and minutes."""
    minutes = f"{row.minutes} min" if row.minutes else ""
    return (f"{row.number}.", row.title, row.id, row.points or "", minutes)


def _print_row(pen: Pen, row: MapRow, widths: tuple[int, ...]) -> None:
    state = f"{pen.symbol(row.badge)} {row.badge.word}"
    cells = [(text, width) for text, width in zip((state, *_cells(row)), widths, strict=True)]
    pen.columns([cell for cell in cells if cell[1]], style=STYLES[row.badge.tone])
    _print_below(pen, row, sum(widths[:2]) + 2 * _GAP)


def _print_block(pen: Pen, row: MapRow) -> None:
    mark = f"{pen.symbol(row.badge)} {row.number}."
    indent = len(mark) + 1
    pen.write(row.title, indent=indent, mark=mark, style=STYLES[row.badge.tone])
    minutes = count(row.minutes, "minute") if row.minutes else None
    facts = (row.badge.word, row.points, minutes, f"id {row.id}")
    pen.write(", ".join(fact for fact in facts if fact), indent=indent)
    _print_below(pen, row, indent)


def _print_below(pen: Pen, row: MapRow, indent: int) -> None:
    after = f"{row.after}." if row.after and row.badge is not STATES[State.PASSED] else None
    first = " ".join(part for part in (after, row.reason) if part)
    for line in (first, *row.notices):
        if line:
            pen.write(line, indent=indent, style="dim")
