"""`grader doctor`: what this machine can isolate, and what a course needs beside."""

from pathlib import Path

import click

from grader.cli.course_options import course_option, nearest_course
from grader.cli.screen import console, say
from grader.course.manifest import load_course
from grader.feedback.pen import Pen
from grader.flows.student.needed_packages import missing_sentences
from grader.jail.isolation import best_isolation, layers

_INDENT = len("missing ")


@click.command("doctor")
@course_option
def command(course: Path | None) -> int:
    """Try each layer of isolation: active or missing, why it matters, how to get it.

    In a course, the packages that its lessons need are looked for, too.
    """
    pen = Pen(console())
    for layer in layers():
        state, style = ("active ", "green") if layer.active else ("missing", "bold yellow")
        pen.write(f"{layer.name}: {layer.detail}", indent=_INDENT, mark=state, style=style)
        pen.write(layer.why, indent=_INDENT)
        if not layer.active:
            pen.write(f"To get it: {layer.how}", indent=_INDENT)
    best = best_isolation()
    pen.gap()
    pen.line(("Submissions are judged with isolation: ", ""), (best, "bold"))
    root = course or nearest_course()
    missing = missing_sentences(load_course(root).lessons) if root else []
    for sentence in missing:
        say(sentence)
    return 1 if best == "none" or missing else 0
