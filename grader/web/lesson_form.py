"""The page of a lesson: shows it, and does what its buttons ask for."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from starlette.responses import HTMLResponse, Response
from starlette.responses import RedirectResponse as Redirect

from grader.errors import GraderError
from grader.model.unlocking import LessonState, State
from grader.record.in_progress import DraftChanged
from grader.study.enrolment import read_past
from grader.study.lesson_texts import next_hint

from . import pages
from .guard import Refused, read_number
from .questions import Later, Visit, find_open_state, find_state, refused_by

_PAGE_WAIT = 20.0  # seconds that a page without a script waits before it says "judging now"


def show(visit: Visit) -> Response:
    """Show a lesson, with the attempt that the address names."""
    desk, state = visit.desk, find_state(visit)
    if state.state is State.LOCKED:
        return pages.locked_page(visit, state)
    asked = visit.request.query_params
    number, other = (read_number(asked.get(name)) for name in ("attempt", "since"))
    if number is None:
        panel = pages.panel_at_first(desk, state)
    else:
        past = read_past(desk.enrolment, state.lesson.id, number)
        waiting = desk.waiting(state.lesson)
        if waiting is not None and waiting.number == number:
            panel = pages.panel_of_waiting(desk, waiting)
        else:
            compared = None if other is None else read_past(desk.enrolment, state.lesson.id, other)
            panel = pages.panel_of_attempt(desk, past, compared)
    if "part" in asked:
        return HTMLResponse(pages.panel_markup(panel))
    return pages.lesson_page(visit, state, panel)


def take(visit: Visit) -> Response | Later:
    """Do what a button of the lesson's page asks for."""
    form, desk = visit.form, visit.desk
    state = find_open_state(visit)
    lesson = state.lesson
    if "use" in form:  # a version of an earlier attempt
        past = read_past(desk.enrolment, lesson.id, read_number(form["use"]) or 0)
        old = {n: d.decode("utf-8", "replace") for n, d in past.submission.sources.items()}
        desk.save(lesson, {name: text for name, text in old.items() if name in lesson.hand_in})
        return Redirect(f"/lessons/{lesson.id}?attempt={past.row.number}", 303)
    typed = {
        n: form[f"file:{n}"].replace("\r\n", "\n") for n in lesson.hand_in if f"file:{n}" in form
    }
    try:
        kept = {**desk.files(lesson).files, **typed}
        desk.save(lesson, typed, read_number(form.get("save")))
        return _done(visit, state, kept, typed)
    except _SAID as error:
        return _beside(visit, state, typed, pages.Panel(refused_by(error).sentence))


# what the region beside the code says
_SAID = (GraderError, OSError, DraftChanged, Refused)


def _done(
    visit: Visit, state: LessonState, files: Mapping[str, str], typed: Mapping[str, str]
) -> Response | Later:
    lesson, desk = state.lesson, visit.desk
    match visit.form.get("do", ""):
        case "run":
            ran = desk.run(lesson, files)
            return _later(visit, state, typed, ran, lambda: pages.panel_of_run(ran.result()))
        case "test":
            tried = desk.test(lesson, files)
            return _later(
                visit, state, typed, tried, lambda: pages.panel_of_test(tried.result(), files)
            )
        case "hint":
            return _beside(
                visit, state, typed, pages.panel_of_hints(next_hint(desk.enrolment, lesson.id))
            )
        case "submit":
            waiting = desk.submit(lesson, files)
            return _later(
                visit,
                state,
                typed,
                waiting.verdict,
                lambda: pages.panel_of_submitted(desk, waiting),
                _PAGE_WAIT,
            )
    return _beside(visit, state, typed, pages.Panel("Saved."))


def _later(
    visit: Visit,
    state: LessonState,
    typed: Mapping[str, str],
    future: Future[Any],
    panel: Callable[[], pages.Panel],
    seconds: float | None = None,
) -> Later:
    def then() -> Response:
        try:
            return _beside(visit, state, typed, panel())
        except _SAID as error:
            return _beside(visit, state, typed, pages.Panel(refused_by(error).sentence))

    return Later(future, seconds, then)


def _beside(
    visit: Visit, state: LessonState, typed: Mapping[str, str], panel: pages.Panel
) -> Response:
    """Answer with what the region says: it alone, or its attempt's address, or the page."""
    lesson = state.lesson
    if "part" in visit.request.query_params:
        number = visit.desk.files(lesson).number
        return HTMLResponse(pages.panel_markup(panel), headers={"X-Save": str(number)})
    if panel.attempt is not None:
        return Redirect(f"/lessons/{lesson.id}?attempt={panel.attempt}", 303)
    return pages.lesson_page(visit, state, panel, typed)
