"""`grader start`: a lesson's files into the student's folder, and its text on the screen."""

from typing import Any

import click

from grader.cli.screen import console, note, paged
from grader.cli.student_options import (
    lesson_argument,
    lesson_named,
    lesson_to_begin,
    open_enrolment,
    student_options,
)
from grader.errors import UsageError
from grader.feedback.course_map import Command, warnings
from grader.feedback.lesson_terminal import print_lesson
from grader.feedback.map_terminal import print_commands
from grader.feedback.pen import Pen
from grader.flows.student.needed_packages import missing_sentences
from grader.flows.student.working_folder import Started, start_lesson


@click.command("start")
@lesson_argument
@click.option("--again", is_flag=True, help="Your file is kept beside the stub as FILE.old-1.")
@student_options
def command(lesson_id: str | None, *, again: bool, **options: Any) -> None:
    """Copy LESSON's stub and public cases to ./LESSON/, and print its text.

    Without LESSON, the lesson to go on with. What is there already is never overwritten.
    With --again LESSON's stub takes the place of your file, which is kept under another name.
    """
    if again and lesson_id is None:
        raise UsageError("Name the lesson that you begin again: grader start LESSON --again")
    with open_enrolment(options) as enrolment:
        name = (
            lesson_named(enrolment.course, lesson_id) if lesson_id else lesson_to_begin(enrolment)
        )
        started = start_lesson(enrolment, name, again=again)
        if started.handout.text is not None:
            with paged():
                print_lesson(started.handout.text, console())
        _say_where(started)
        for sentence in missing_sentences([started.state.lesson]):
            note(sentence)


def _say_where(started: Started) -> None:
    lesson, pen = started.state.lesson, Pen(console())
    pen.gap()
    for rule in warnings(started.state):  # to be known before a student submits
        pen.write(rule, indent=0)
    for path in started.moved:
        pen.write(f"Your file is kept as {path}.", indent=0)
    if started.written:
        pen.write(f"Written to {started.folder}: {', '.join(started.written)}.", indent=0)
    if started.kept:
        pen.write(f"Left as you have it: {', '.join(started.kept)}.", indent=0)
    pen.write(f"Fill in {started.folder / lesson.module_file}.", indent=0)
    handout = started.handout
    commands = [
        (handout.script, Command(f"grader run {lesson.id}", "to watch it at work")),
        (handout.public_cases, Command(f"grader test {lesson.id}", "to try the public cases")),
        (handout.stub, Command(f"grader submit {lesson.id}", "to submit it")),
        (started.course_text, Command("grader lessons --about", "to read about the whole course")),
    ]
    print_commands(pen, [command for needed, command in commands if needed])
