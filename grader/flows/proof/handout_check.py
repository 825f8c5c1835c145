"""What a student is handed must work with the reference: the public cases and run.py."""

from grader.model.course import SCRIPT

from .findings import Findings, Place
from .lesson_runs import case_name
from .material import LessonMaterial
from .plain_runs import BROKEN, PlainRuns

CHECK = "handout"


def check_handed_out(material: LessonMaterial, plain: PlainRuns, findings: Findings) -> None:
    """Name the public cases that the reference does not pass, and a run.py that breaks off."""
    findings = findings.of(CHECK)
    for case, found in plain.public.items():
        place = Place(material.exercise / case.partition("::")[0], found.line)
        if found.outcome == BROKEN and not findings.tells(place):
            findings.error(
                f"{place.path.name if place.path else case} cannot be imported with the reference "
                f"solution: {found.text.rstrip('.')}.",
                place,
            )
        if found.outcome == "not passed":
            text = found.text.partition("\n")[0][:200].rstrip(".")
            findings.error(
                f"The reference does not pass the public case {case_name(case)}: {text}.",
                Place(material.exercise / case.partition("::")[0], found.line, case),
            )
    if material.handout.public_cases and not plain.public:
        findings.error(
            "The public cases give no case with the reference solution.",
            Place(material.exercise / next(iter(material.handout.public_cases))),
            advice="Run plain pytest on them beside the reference to see why.",
        )
    if plain.script is None or findings.tells(Place(material.exercise / SCRIPT, plain.script.line)):
        return
    if plain.script.outcome != "passed":
        text = plain.script.text.partition("\n")[0][:200].rstrip(".")
        findings.error(
            f"{SCRIPT} breaks off with the reference solution: {text}.",
            Place(material.exercise / SCRIPT, plain.script.line),
        )
