"""`grader groups`: which submissions of a lesson behave alike."""

import json
import sys
from typing import Any

import click

from grader.cli.class_options import attempts_option, class_course, class_options, class_source
from grader.cli.course_options import complete_lesson
from grader.cli.screen import note, terminal
from grader.errors import UsageError
from grader.feedback.analysis_terminal import print_groups
from grader.flows.review.analysis import ClassSource, analyze_class
from grader.flows.review.class_reports import find_course
from grader.model.analysis import LessonAnalysis
from grader.model.behaviour import Likeness


@click.command("groups")
@class_options
@click.option("--lesson", help="Needed where there are several.", shell_complete=complete_lesson)
@attempts_option
@click.option("--json", "as_json", is_flag=True, help="Print the groups and nothing more.")
def command(*, as_json: bool, **options: Any) -> None:
    """List submissions that behave alike, so that one comment is written for all of them."""
    course = find_course(class_course(options))
    lessons = analyze_class(ClassSource(class_source(options), course, options["attempts"]))
    if len(lessons) != 1:
        known = ", ".join(one.lesson for one in lessons)
        raise UsageError(f"There are several lessons: name one with --lesson. There are {known}.")
    if as_json:
        for caveat in lessons[0].caveats:
            note(caveat)
        sys.stdout.write(json.dumps(_as_builtins(lessons[0])) + "\n")
    else:
        print_groups(lessons[0], terminal())


def _as_builtins(lesson: LessonAnalysis) -> dict[str, Any]:
    return {
        "lesson": lesson.lesson,
        "submissions": lesson.submissions,
        "groups": [_group(group) for group in lesson.groups],
        "ungrouped": list(lesson.ungrouped),
        "names": dict(lesson.names),
    }


def _group(group: Likeness) -> dict[str, Any]:
    diagnosis = group.diagnosis
    return {
        "id": group.short,
        "group": group.id,
        "size": group.size,
        "submissions": group.submissions,
        "verdict": group.verdicts[0].value,
        "diagnosis": diagnosis and {"mistake": diagnosis.mistake, "sentence": diagnosis.sentence},
        "in_part": [one.mistake for one in group.in_part],
        "not_passed": [case.id for case in group.not_passed],
        "representative": {
            "student": group.representative.report.student,
            "attempt": group.representative.attempt,
            "look": group.representative.look,
        },
        "members": list(group.members),
    }
