"""Makes the pages of a student: the course, a lesson with its feedback, the account."""

from collections.abc import Mapping, Sequence
from difflib import unified_diff
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import ChoiceLoader, Environment, PackageLoader
from markupsafe import Markup
from msgspec import Struct
from starlette.responses import HTMLResponse

from grader.course.handout import course_text, load_handout
from grader.feedback.course_map import map_view, standing_after
from grader.feedback.html import environment, fragment
from grader.feedback.lesson_html import to_html
from grader.feedback.student import student_view
from grader.feedback.words import STATES, Badge, Tone, badge_of
from grader.model.phrases import count, of_points
from grader.model.report import Outcome, Report
from grader.model.text import printable
from grader.model.unlocking import LessonState, newly_open, next_lesson
from grader.record.attempts import AttemptRow
from grader.study.enrolment import PastAttempt, list_past, read_past
from grader.study.lesson_texts import HintsRead, may_read, read_solution
from grader.study.submit import Submitted

from .desk import Desk, Printed, Waiting
from .guard import Refused
from .identity import Person
from .questions import Visit

if TYPE_CHECKING:
    from .service import Service

_WAITS = Badge("◔", "o", "waiting", Tone.QUIET)
_MOST_MARKS = 20
_NOTHING_YET = "Run and Test are free."


class Panel(Struct, frozen=True):
    """What the region beside the code says."""

    line: str  # what is read out as it comes
    badge: Badge | None = None
    body: Markup = Markup("")
    refresh: str | None = None  # the address that says more soon
    attempt: int | None = None
    marks: Sequence[tuple[str, int, str]] = ()  # file, line, sentence: in the code as it is


@cache
def _templates() -> Environment:
    below = environment()
    assert below.loader is not None  # noqa: S101 # it is made with one
    return below.overlay(loader=ChoiceLoader([PackageLoader("grader.web"), below.loader]))


def _render(template: str, **values: object) -> str:
    return _templates().get_template(template).render(**values)


def page(
    template: str, service: "Service", person: Person | None, status: int = 200, **values: object
) -> HTMLResponse:
    """Answer with a whole page, whose frame names the course and who is signed in."""
    title = printable(service.enrolment.course.title, lines=False)
    text = _render(template, course_title=title, person=person, **values)
    return HTMLResponse(text, status)


def visited(visit: Visit, template: str, status: int = 200, **values: object) -> HTMLResponse:
    """Answer a visit with a page."""
    return page(template, visit.service, visit.person, status, **values)


def course_page(visit: Visit) -> HTMLResponse:
    """Show the map: each lesson with its state, and where to go on."""
    states = visit.desk.enrolment.states()
    course = visit.service.enrolment.course
    going, about = next_lesson(states), course_text(course)
    return visited(
        visit,
        "course.html.j2",
        map=map_view(states, course.title),
        going=None if going is None else going.lesson,
        is_new=going is not None and not going.attempts_used,
        about=about and to_html(about, name="about", without_title=True),
    )


def refusal_page(refused: Refused, service: "Service", person: Person | None) -> HTMLResponse:
    """Say in a sentence why something is not shown or not done."""
    heading = "Not open to you" if refused.status == 403 else "This did not work"
    return page(
        "refusal.html.j2",
        service,
        person,
        refused.status,
        heading=heading,
        badge=None,
        sentence=refused.sentence,
        links=[],
    )


def locked_page(visit: Visit, state: LessonState) -> HTMLResponse:
    """Say what opens a lesson."""
    lessons = {one.id: one for one in visit.service.enrolment.course.lessons}
    return visited(
        visit,
        "refusal.html.j2",
        403,
        heading=printable(state.lesson.title, lines=False),
        badge=STATES[state.state],
        sentence=str(state.reason),
        links=[lessons[name] for name in state.lesson.requires if name in lessons],
    )


def lesson_page(
    visit: Visit, state: LessonState, panel: Panel, typed: Mapping[str, str] | None = None
) -> HTMLResponse:
    """Show a lesson: its text, the code, and what there is to say of it."""
    desk, lesson = visit.desk, state.lesson
    handout, draft = load_handout(desk.enrolment.course, lesson), desk.files(lesson)
    taken, hints = desk.hints(lesson)
    return visited(
        visit,
        "lesson.html.j2",
        lesson=lesson,
        badge=STATES[state.state],
        notices=state.notices,
        text=to_html(handout.text or "", images=handout.pictures, without_title=True),
        files={**draft.files, **(typed or {})},
        save=draft.number,
        has_run=handout.script is not None,
        has_cases=bool(handout.public_cases),
        hints=f"{taken} of {hints} read" if hints else "",
        attempts=[_listed(row) for row in list_past(desk.enrolment, lesson.id)[::-1]],
        solution=_solution(desk, state),
        panel=panel,
    )


def panel_markup(panel: Panel) -> str:
    """Render the region alone."""
    return _render("panel.html.j2", panel=panel)


def _listed(row: AttemptRow) -> dict[str, object]:
    has_points = row.points is not None and row.max_points is not None
    points = of_points(str(row.points), str(row.max_points)) if has_points else None
    badge = _WAITS if row.verdict is None else badge_of(row.verdict)
    return {"number": row.number, "at": row.submitted_at, "points": points, "badge": badge}


def _solution(desk: Desk, state: LessonState) -> dict[str, str]:
    return read_solution(desk.enrolment.course, state.lesson) if may_read(state) else {}


# -- what the region says


def panel_at_first(desk: Desk, state: LessonState) -> Panel:
    """Show the newest attempt; where there is none, say what the buttons cost."""
    waiting = desk.waiting(state.lesson)
    if waiting is not None:
        return panel_of_waiting(desk, waiting)
    past = list_past(desk.enrolment, state.lesson.id)
    rows = [row for row in past if row.judged_at is not None]
    if not rows:
        return Panel(f"{_NOTHING_YET} Your {state.lesson.counts} attempt counts.")
    return panel_of_attempt(desk, read_past(desk.enrolment, state.lesson.id, rows[-1].number))


def panel_of_submitted(desk: Desk, waiting: Waiting) -> Panel:
    """Show the feedback, if it has come by now."""
    if waiting.verdict.done() and not waiting.verdict.cancelled():
        waiting.verdict.result()  # raises what judging raised
        return panel_of_attempt(
            desk, read_past(desk.enrolment, waiting.recorded.lesson.id, waiting.number)
        )
    return panel_of_waiting(desk, waiting)


def panel_of_waiting(desk: Desk, waiting: Waiting) -> Panel:
    """Say where an attempt stands in the queue."""
    lesson = waiting.recorded.lesson
    before = desk.place(waiting) - 1
    place = "judging now" if waiting.state == "judging" else f"waiting, {before} before it"
    replaced = "" if waiting.replaced is None else " It took the place of the one that waited."
    return Panel(
        f"Attempt {waiting.number}: {place}. You can go on typing: this attempt is your code as "
        f"it was, and it is kept.{replaced}",
        _WAITS,
        refresh=f"/api/lessons/{lesson.id}/attempts/{waiting.number}?wait=20",
        attempt=waiting.number,
    )


def panel_of_attempt(desk: Desk, past: PastAttempt, compared: PastAttempt | None = None) -> Panel:
    """Show the feedback on an attempt, or what was changed since another."""
    number = past.row.number
    if compared is not None:
        return Panel(
            f"What changed from attempt {compared.row.number} to attempt {number}",
            body=Markup(_render("difference.html.j2", lines=_difference(compared, past))),
            attempt=number,
        )
    if past.report is None:
        return Panel(
            f"Attempt {number} is on record and has no verdict yet.",
            _WAITS,
            refresh=f"/api/lessons/{past.lesson.id}/attempts/{number}",
            attempt=number,
        )
    report, states = past.report, desk.enrolment.states()
    submitted = desk.submitted(past.lesson, number)
    before = states if submitted is None else submitted.before
    standing = standing_after(report, before, states)
    view = student_view(report, past.lesson, desk.enrolment.course.title)
    opened = [one.lesson for one in standing.opened]
    again = submitted is not None and submitted.is_from_record
    typed = desk.files(past.lesson).files
    unchanged = {
        name: text
        for name, text in typed.items()
        if past.submission.sources.get(name) == text.encode("utf-8", "backslashreplace")
    }
    return Panel(
        f"Attempt {number}: {view.points or view.headline}"
        + (". This is the code of that attempt; no attempt is used." if again else ""),
        view.badge,
        Markup(
            _render(
                "attempt.html.j2",
                opened=opened,
                feedback=fragment(view),
                has_passed=report.lesson_passed,
            )
        ),
        attempt=number,
        marks=_marks(report, unchanged),
    )


def _marks(report: Report, sources: Mapping[str, str]) -> list[tuple[str, int, str]]:
    """Find the lines of the code that the report names, as far as the code has them."""
    told = [(report.failure, report.message), *((one.failure, one.message) for one in report.cases)]
    found: dict[tuple[str, int], str] = {}
    for failure, message in told:
        place = failure.place if failure is not None else None
        if place is not None and message is not None and place.file in sources:
            found.setdefault((place.file, place.line), message.partition("\n")[0])
    return [(*where, printable(said, lines=False)) for where, said in found.items()][:_MOST_MARKS]


def _difference(older: PastAttempt, newer: PastAttempt) -> Sequence[tuple[str, str]]:
    kinds = {"+": "added", "-": "removed", "@": "place"}
    lines: list[tuple[str, str]] = []
    for name in newer.lesson.hand_in:
        was, now = (
            one.submission.sources.get(name, b"").decode("utf-8", "replace").splitlines()
            for one in (older, newer)
        )
        found = list(unified_diff(was, now, lineterm=""))[2:]
        if found and len(newer.lesson.hand_in) > 1:
            lines.append(("place", Path(name).name))
        lines += [(kinds.get(line[:1], ""), printable(line)) for line in found]
    return lines


def panel_of_run(printed: Printed) -> Panel:
    """Show what the demonstration printed."""
    end = printed.end
    is_done = end.exit_code == 0
    said = "Your code ran to its end." if is_done else end.why or "It stopped with an error."
    return Panel(said, body=Markup(_render("printed.html.j2", text=printed.text)))


def panel_of_test(report: Report, sources: Mapping[str, str]) -> Panel:
    """Show what the public cases say."""
    view = student_view(report)
    passed = sum(case.outcome is Outcome.PASSED for case in report.cases)
    return Panel(
        f"{passed} of {count(len(report.cases), 'public case')} passed; no attempt used.",
        view.badge,
        Markup(_render("trial.html.j2", view=view)),
        marks=_marks(report, sources),
    )


def panel_of_hints(hints: HintsRead) -> Panel:
    """Show the hints that were read by now."""
    steps = [(one.title, to_html(one.text, name="hint")) for one in hints.read]
    return Panel(
        f"Hint {len(hints.read)} of {hints.total}. Your instructor sees how many you have read.",
        body=Markup(_render("hints.html.j2", steps=steps)),
    )


def opened_by(submitted: Submitted) -> list[str]:
    """Name the lessons that a submission opened, by their ids."""
    return [one.lesson.id for one in newly_open(submitted.before, submitted.after)]
