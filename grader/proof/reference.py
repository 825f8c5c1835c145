"""The reference must pass every hidden and public case and run.py, each time alike."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from grader.advice.learning import Learned
from grader.ground.temporary import temporary_folder
from grader.judge.jobs import Run
from grader.model.course import SCRIPT
from grader.model.phrases import listed

from .lesson_runs import case_name
from .material import Findings, LessonMaterial, Place

CASES_AMISS = ("reference", "repeats", "together")  # checks after which cases lack
_FAILED = re.compile(r"(?m)^(?:FAILED|ERROR) ([^:\s]+)(?:::(\S+))?(?: - (.*))?$")  # of pytest


def check_reference(
    material: LessonMaterial, learned: Learned, run: Run, findings: Findings
) -> None:
    """Name the cases that the reference does not pass, skips, or passes now and then.

    `run` is one more after the two that it was learned from.
    """
    pass_on(material, learned.left_out, findings)
    outcomes, differing = learned.knowledge.outcomes, " ".join(learned.differing).split()
    for case in (one.id for one in learned.knowledge.cases):
        place, told = material.case_place(case), findings.of("repeats")
        again = run.results.get(case)
        if case in differing or (again is not None and again.outcome != outcomes.get(case)):
            told.error(
                f"{case_name(case)} gives the reference another outcome in each run.",
                place,
                advice="Take time, randomness and outside state out of the case.",
            )
        elif case in learned.fingerprints.unstable:
            told.error(
                f"{case_name(case)} asks for other inputs in each run.",
                place,
                advice="Draw them from random.Random(a number): two students should be asked "
                "the same.",
            )
        elif outcomes.get(case) in ("skipped", "xfailed"):
            findings.of("reference").note(
                f"{case_name(case)} is {outcomes[case]} with the reference, so that it counts no "
                "points.",
                place,
            )


def pass_on(material: LessonMaterial, lines: Iterable[str], findings: Findings) -> None:
    """Pass on what was said as the lesson was learned, at the case or file that a line names."""
    findings, unplaced = findings.of("reference"), []
    for line in lines:
        sentence = line.removeprefix(f"tests/hidden/{material.lesson.id}/")
        name = sentence.split(" ")[0].rstrip(":")
        path = material.hidden.folder / name
        if name.partition("[")[0] in material.hidden.cases:
            if name not in {one.case for one in findings.errors()}:
                findings.error(
                    sentence.removeprefix(f"{name}: "),
                    material.case_place(name),
                    advice="docs/writing-hidden-cases.md says what crosses to a submission.",
                )
        elif not path.is_file():
            unplaced.append(line)
        elif not findings.accuse(path):
            findings.error(sentence, Place(path))
    if unplaced and not findings.errors():
        findings.error(unplaced[0], Place(material.hidden.folder))


def first_line(text: str) -> str:
    """Cut what a tool has said to its first line, of 200 characters at most."""
    line = next((part.strip() for part in text.splitlines() if part.strip()), "")
    return line.removeprefix("E ").strip().rstrip(".")[:200]


def check_handed_out(material: LessonMaterial, findings: Findings) -> None:
    """Name the public cases that the reference does not pass, and a run.py that breaks off.

    Both run in plain processes, as students run them: it is the author's own code.
    """
    handout, findings = material.handout, findings.of("handout")
    public = [one for one in handout.public_cases if not findings.accuse(material.exercise / one)]
    script = material.exercise / SCRIPT
    with temporary_folder("grader-verify-") as folder:
        for name, data in {**handout.for_student(), **material.files.reference}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        if public:
            quiet = ["-m", "pytest", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider"]
            # by default pytest first removes what earlier runs of this user have left, however long
            # that takes
            quiet.append(f"--basetemp={folder / '.pytest'}")
            said = _output(material, folder, [*quiet, *public])
            failed = _FAILED.findall(said or "")
            if said is not None and not failed:
                failed = [(public[0], "", said.strip().rpartition("\n")[2])]
            for file, case, why in failed:
                what = f"the public case {case}" if case else f"the public cases of {file}"
                findings.error(
                    f"The reference does not pass {what}: {first_line(why) or 'error'}.",
                    Place(material.exercise / file, None, case),
                )
        if handout.script is None or findings.accuse(script):
            return
        said = _output(material, folder, [SCRIPT])
        if said is not None:
            lines = re.findall(rf'{SCRIPT}", line (\d+)', said)
            last = said.strip().rpartition("\n")[2] or "it does not end with exit status 0"
            findings.error(
                f"{SCRIPT} breaks off with the reference solution: {first_line(last)}.",
                Place(script, int(lines[-1]) if lines else None),
            )


def _output(material: LessonMaterial, folder: Path, arguments: Sequence[str]) -> str | None:
    """Run Python in a folder; give what it said where it did not end well."""
    limits = material.lesson.limits
    seconds = 2 + round(limits.wall_multiple * limits.seconds_in_all)
    try:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=folder,
            env={**os.environ, "COLUMNS": "500", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it did not end within {seconds} s"
    return (done.stdout + done.stderr) if done.returncode else None


def tier_of(material: LessonMaterial, learned: Learned) -> str:
    """Name what crosses the border in judging a lesson, or that there is none."""
    if material.lesson.cases == "together":
        return "together"
    return "objects" if learned.knowledge.contract.needs_objects() else "functions"


def note_what_crosses(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    """Note the first case that needs more than functions and data, and who decides in others."""
    contract = learned.knowledge.contract.cases
    objects = next(((case, one.needs()[0]) for case, one in contract.items() if one.needs()), None)
    if objects is not None:
        case, what = objects
        who = case_name(case) if case else "Importing the hidden files"
        findings.of("tier").note(
            f"{who} needs more than functions and data ({what}): objects cross.",
            material.case_place(case) if case else Place(),
            advice="What then decides is under 'Two tiers' in docs/security.md.",
        )
    own = [
        case
        for case, one in contract.items()
        if case and {row.split("|")[1] for row in one.answered} & {"order", "contains", "eq"}
    ]
    if own:
        findings.of("own equality").note(
            f"The student's own ==, order or `in` decides in {listed(map(case_name, own))}.",
            material.case_place(own[0]),
            advice="Compare fields instead, where the operator itself is not the task.",
        )
