"""Reports a submission of which there was nothing to judge: its state, no cases, no points."""

from fractions import Fraction

from grader import __version__
from grader.jail.spec import Isolation
from grader.model.report import REPORT_VERSION, TOGETHER, JudgedSubmission, Report
from grader.model.submission import Submission

from .verdict import Judging, module_text


def report_unjudged(
    submission: Submission, isolation: Isolation, judging: Judging
) -> JudgedSubmission:
    """Write the report of a submission that was refused as it was taken in."""
    counted = (case for case in judging.knowledge.cases if judging.counted(case))
    most = sum((Fraction(case.points) for case in counted), Fraction(0))
    report = Report(
        report_version=REPORT_VERSION,
        student=submission.student,
        lesson=judging.lesson.id,
        submission_sha256=submission.sha256(),
        grader_version=__version__,
        course_version=judging.course_version,
        isolation=isolation,
        verdict=submission.refused_as,
        points="0",
        max_points=str(most),
        share=0.0,
        lesson_passed=False,
        cases=(),
        message=submission.refused,
        caveat=TOGETHER if judging.lesson.cases == "together" else None,
    )
    return JudgedSubmission(report, source=module_text(submission.sources, judging))
