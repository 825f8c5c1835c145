"""Makes the pages of an instructor: the class, a lesson, a student, what is being graded."""

from collections.abc import Sequence
from urllib.parse import quote

from msgspec.structs import replace
from starlette.responses import HTMLResponse

from grader.feedback.course_map import map_rows
from grader.feedback.html import fragment
from grader.feedback.instructor import class_view, instructor_view
from grader.feedback.remarks import points_of
from grader.model.course import Lesson
from grader.model.regrade import AttemptChange, by_cause
from grader.platforms.export_grades import FORMATS
from grader.record.attempts import read_judged
from grader.record.forgetting import is_known
from grader.record.grants import find_publication
from grader.study.enrolment import Enrolment, list_past

from .classroom import ClassTable, Member, read_lesson, read_table
from .grading_work import Work
from .guard import Refused, read_number
from .pages import visited
from .questions import Visit

NO_SUCH_PAGE = "There is no such page for you here."
_ROWS = 50  # students a page
_MOST_NEEDS = 8
_SORTS = ("need", "name", "points", "seen")


def asked_lesson(visit: Visit) -> Lesson:
    """Find the lesson that the address names; raises Refused."""
    course = visit.service.enrolment.course
    found = next((one for one in course.lessons if one.id == visit.lesson_id), None)
    if found is None:
        raise Refused(403, "not_yours", NO_SUCH_PAGE)
    return found


def asked_student(visit: Visit) -> str:
    """Name the student whom the address names; raises Refused for one who is not on record."""
    name = visit.request.path_params["student"]
    with visit.service.enrolment.store.reading() as reading:
        if not is_known(reading, name):
            raise Refused(403, "not_yours", NO_SUCH_PAGE)
    return str(name)


def asked_work(visit: Visit) -> Work:
    """Find what was asked for, as long as it is known; raises Refused."""
    found = visit.service.works.find(visit.request.path_params["number"])
    if found is None:
        raise Refused(403, "not_yours", "This is no longer known: the server was started again.")
    return found


def student_address(name: str) -> str:
    """Return where a student's page for the instructor lies."""
    return f"/class/students/{quote(name, safe='')}"


def class_page(
    visit: Visit, invited: Sequence[tuple[str, str]] = (), said: str = ""
) -> HTMLResponse:
    """Show everybody: who needs the instructor first, then all students by lessons."""
    enrolment = visit.service.enrolment
    table = read_table(enrolment.course, enrolment.store, enrolment.clock(), visit.service.names)
    asked = visit.request.query_params
    find, sort = asked.get("find", "").strip(), asked.get("sort", "need")
    sort = sort if sort in _SORTS else "need"
    found = [
        one for one in table.members if find.casefold() in f"{one.student} {one.name}".casefold()
    ]
    chosen = _sorted(found, sort)
    pages = max(1, -(-len(chosen) // _ROWS))
    at = min(max(1, read_number(asked.get("page")) or 1), pages)
    return visited(
        visit,
        "class.html.j2",
        422 if said else 200,
        table=table,
        needs=_needs(table),
        members=chosen[(at - 1) * _ROWS : at * _ROWS],
        shown=len(chosen),
        find=find,
        sort=sort,
        sorts=_SORTS,
        at=at,
        pages=pages,
        invited=invited,
        said=said,
        address=student_address,
    )


def _sorted(members: list[Member], sort: str) -> list[Member]:
    match sort:
        case "name":
            return members
        case "points":
            return sorted(members, key=lambda one: one.points)
        case "seen":
            return sorted(members, key=lambda one: one.seen_at.isoformat() if one.seen_at else "")
    return sorted(members, key=lambda one: (not one.needs, one.passed, one.points))


def _needs(table: ClassTable) -> list[dict[str, object]]:
    """List reasons with their students; a student stands beside the worst one."""
    rows: dict[tuple[str, str], list[Member]] = {}
    badges = {}
    for member in table.members:
        if member.needs:
            first = member.needs[0]
            rows.setdefault((first.badge.word, first.lesson), []).append(member)
            badges[first.badge.word] = first.badge
    listed = [
        {"badge": badges[word], "lesson": lesson, "members": members}
        for (word, lesson), members in rows.items()
    ]
    return listed[:_MOST_NEEDS]


def lesson_page(visit: Visit, said: Sequence[str] = ()) -> HTMLResponse:
    """Show how a class did in a lesson, and what can be done about it."""
    enrolment, lesson = visit.service.enrolment, asked_lesson(visit)
    judged = read_lesson(enrolment.store, enrolment.course, lesson)
    view = class_view(
        judged,
        lesson,
        enrolment.course.title,
        lambda name: f"{student_address(name)}?lesson={lesson.id}",
    )
    with enrolment.store.reading() as reading:
        publication = find_publication(reading, lesson.id)
    return visited(
        visit,
        "class_lesson.html.j2",
        lesson=lesson,
        body=fragment(replace(view, form=visit.person.form_token)) if judged else None,
        publication=publication,
        formats=sorted(FORMATS),
        works=visit.service.works.of_lesson(lesson.id),
        said=said,
    )


def student_page(visit: Visit, said: Sequence[str] = ()) -> HTMLResponse:
    """Show a student's map, every attempt with its whole report, and what can be granted."""
    name = asked_student(visit)
    own: Enrolment = visit.service.desk(name).enrolment
    states = own.states()
    lessons = {str(one.lesson.id): one.lesson for one in states}
    rows = [row for row in list_past(own, None) if row.lesson in lessons]
    asked = visit.request.query_params
    last = rows[-1].lesson if rows else ""
    chosen = [row for row in rows if row.lesson == asked.get("lesson", last)]
    at = next((row for row in chosen if str(row.number) == asked.get("attempt")), None)
    if at is None and chosen:
        counts = {one.lesson.id: one.counting for one in states}[chosen[0].lesson]
        wanted = chosen[-1].number if counts is None else counts.number
        at = next(row for row in chosen if row.number == wanted)
    shown = None
    if at is not None:
        with own.store.reading() as reading:
            judged = read_judged(reading, at)
        if judged is not None:
            counted = visit.service.by_hand().counted(
                judged.report, lessons[at.lesson], at.submitted_at
            )
            whole = replace(judged, report=counted)
            shown = fragment(instructor_view(whole, lessons[at.lesson], own.course.title))
    return visited(
        visit,
        "class_student.html.j2",
        student=name,
        map=map_rows(states),
        lessons=lessons,
        attempts=rows[::-1],
        at=at,
        shown=shown,
        said=said,
        address=student_address(name),
    )


def work_page(visit: Visit) -> HTMLResponse:
    """Show how far the grading of a class, or a regrade, has come, and what came of it."""
    work, changes = asked_work(visit), []
    if work.regrade is not None:
        changed = [one for one in work.regrade.changes if one.is_change]
        changes = [(told, [_change(one) for one in group]) for told, group in by_cause(changed)]
    return visited(
        visit,
        "work.html.j2",
        work=work,
        changes=changes,
        address=student_address,
    )


def _change(one: AttemptChange) -> dict[str, object]:
    return {
        "student": one.student,
        "number": one.number,
        "before": points_of(one.before),
        "after": points_of(one.after),
    }
