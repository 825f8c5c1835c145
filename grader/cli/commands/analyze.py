"""`grader analyze`: what a class understood."""

from pathlib import Path
from typing import Any

import click

from grader.cli.class_options import attempts_option, class_course, class_options, class_source
from grader.cli.course_options import complete_lesson
from grader.cli.files import write_page
from grader.cli.screen import note, pour, terminal
from grader.exchange.review_csv import analysis_csv
from grader.feedback.analysis_terminal import print_analysis
from grader.flows.review.analysis import ClassSource, analyze_class
from grader.flows.review.class_reports import find_course


@click.command("analyze")
@class_options
@click.option("--lesson", help="This lesson only.", shell_complete=complete_lesson)
@attempts_option
@click.option("--csv", metavar="FILE", help="Write CSV to FILE, or to the screen with -.")
@click.option("--html", type=click.Path(path_type=Path), help="Write one page.")
def command(csv: str | None, html: Path | None, **options: Any) -> None:
    """Show what the class understood: cases, known mistakes, unknown groups, attempts, hints."""
    course = find_course(class_course(options))
    wanted = ClassSource(class_source(options), course, options["attempts"])
    lessons = analyze_class(wanted)
    if html is not None:
        from grader.feedback.html import analysis_page  # loads Jinja

        write_page(html, analysis_page(lessons, course.title if course else ""))
    if csv == "-":
        for caveat in sorted({one for lesson in lessons for one in lesson.caveats}):
            note(caveat)
        pour(analysis_csv(lessons).encode())
        return
    if csv is not None:
        write_page(Path(csv), analysis_csv(lessons))
    print_analysis(lessons, terminal())
