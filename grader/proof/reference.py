"""The reference must pass every hidden and public case and run.py, each time alike.

What judging it takes is noted.
"""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from grader.advice.learning import Learned
from grader.cases.events import CaseResult
from grader.ground.temporary import temporary_folder
from grader.judge.jobs import Run
from grader.model.course import SCRIPT
from grader.model.phrases import listed

from .lesson_runs import case_name
from .material import Findings, LessonMaterial, Place

CASES_AMISS = ("reference", "repeats", "together")  # checks after which cases lack
FINE = frozenset(("passed", "skipped", "xfailed"))
_LEFT_OUT = " is left out: "
_OF_BORDER = "CannotCross: "  # before what the border says that it does not carry
_FAILED = re.compile(r"(?m)^(?:FAILED|ERROR) ([^:\s]+)(?:::(\S+))?(?: - (.*))?$")  # of pytest
_OPERATORS = {"order": "ordering", "contains": "__contains__", "eq": "__eq__"}


def check_reference(
    material: LessonMaterial, learned: Learned, run: Run, findings: Findings
) -> None:
    """Name the cases that the reference does not pass, and those that it skips."""
    findings = findings.of("reference")
    for line in learned.left_out:
        _tell_file(material, line, findings)
    accused = {one.case for one in findings.errors()}
    for case in learned.knowledge.cases:
        result = run.results.get(case.id) or CaseResult(case.id, "error")
        if case.id in accused or result.outcome == "passed":
            continue
        if result.outcome not in FINE:
            _tell_failure(material, result, findings)
        else:
            findings.note(
                f"{case_name(case.id)} is {_words(result.outcome)} with the reference, so that it "
                "counts no points.",
                material.case_place(case.id),
            )


def tell_refusal(material: LessonMaterial, text: str, findings: Findings) -> None:
    """Pass on why a lesson cannot be learned, each line at the case that it names."""
    has_reason = bool(findings.errors("sources", "marks"))
    findings, cases = findings.of("reference"), material.hidden.cases
    lines = text.splitlines()
    accused = {one.case for one in findings.errors()}
    for line in lines:
        sentence = line.removeprefix(f"tests/hidden/{material.lesson.id}/")
        left_out, _, why = sentence.partition(_LEFT_OUT)
        case, _, rest = sentence.partition(": ")
        if why and left_out.partition("[")[0] in cases:
            if left_out not in accused:
                reason = why.partition("(")[2].removesuffix(").")
                _tell_failure(material, CaseResult(left_out, "error", text=reason), findings)
        elif case.partition("[")[0] in cases:
            findings.error(rest, material.case_place(case))
        elif not _tell_file(material, line, findings) and not has_reason and len(lines) == 1:
            findings.error(line, Place(material.hidden.folder))


def _tell_file(material: LessonMaterial, line: str, findings: Findings) -> bool:
    """Pass on a sentence that begins with a hidden file; tell whether it does."""
    sentence = line.removeprefix(f"tests/hidden/{material.lesson.id}/")
    path = material.hidden.folder / sentence.partition(" ")[0]
    if path.is_file() and not findings.accuse(path, "together"):
        findings.error(sentence, Place(path))
    return path.is_file()


def _tell_failure(material: LessonMaterial, result: CaseResult, findings: Findings) -> None:
    text, line = said(result)
    call, expected, got = result.shown
    if expected is not None and got is not None:
        text = f"{call or 'it'} gave {got}, expected was {expected}"
    findings.error(
        f"The reference does not pass {case_name(result.id)}: {text}.",
        material.case_place(result.id, line),
        advice="Until it does, the case is left out and counts no points; "
        "docs/writing-hidden-cases.md says what crosses to a submission.",
    )


def said(result: CaseResult) -> tuple[str, int | None]:
    """Give the first line of what an exception said, and where in the hidden file it was raised."""
    failure = result.failure
    text = _first_line(result.text or (failure.text if failure else "")).removeprefix(_OF_BORDER)
    line = failure.line or None if failure and failure.kind == "test_error" else None
    line = next((frame[1] for frame in reversed(result.frames)), line)
    return text or _words(result.outcome), line


def _first_line(text: str) -> str:
    """Cut what a tool has said to its first line, of 200 characters at most."""
    line = next((part.strip() for part in text.splitlines() if part.strip()), "")
    line = line.removeprefix("E ").strip().rstrip(".")
    return line if len(line) <= 200 else line[:197] + "..."


def _words(outcome: str) -> str:
    return outcome.replace("_", " ")


def check_repeats(
    material: LessonMaterial, learned: Learned, ran: Sequence[Run], findings: Findings
) -> None:
    """Name cases whose outcome or inputs are others when the reference is judged again."""
    findings = findings.of("repeats")
    for case in learned.knowledge.cases:
        seen = [run.results[case.id] for run in ran if case.id in run.results]
        outcomes = {learned.knowledge.outcomes.get(case.id, "error"), *(r.outcome for r in seen)}
        if len(outcomes) > 1:
            findings.error(
                f"{case_name(case.id)} gives the reference another outcome in each run: "
                f"{listed(sorted(map(_words, outcomes)), most=4)}.",
                material.case_place(case.id),
                advice="Take time, randomness and outside state out of the case.",
            )
        elif case.id in learned.fingerprints.unstable or len({one.inputs for one in seen}) > 1:
            findings.error(
                f"{case_name(case.id)} asks for other inputs in each run.",
                material.case_place(case.id),
                advice="Draw them from random.Random(a number): two students should be asked "
                "the same.",
            )


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
                    f"The reference does not pass {what}: {_first_line(why) or 'error'}.",
                    Place(material.exercise / file, None, case),
                )
        if handout.script is None or findings.accuse(script):
            return
        said = _output(material, folder, [SCRIPT])
        if said is not None:
            lines = re.findall(rf'{SCRIPT}", line (\d+)', said)
            last = said.strip().splitlines()[-1:] or ["it does not end with exit status 0"]
            findings.error(
                f"{SCRIPT} breaks off with the reference solution: {_first_line(last[0])}.",
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
    said = done.stdout if "pytest" in arguments else done.stderr
    return said if done.returncode else None


def tier_of(material: LessonMaterial, learned: Learned) -> str:
    """Name what crosses the border in judging a lesson, or that there is none."""
    if material.lesson.cases == "together":
        return "together"
    return "objects" if learned.knowledge.contract.needs_objects() else "functions"


def note_what_it_takes(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    """Note what more than functions and data a case needs, and what decides it then."""
    cases = learned.knowledge.contract.cases
    if needs := {case: found for case in cases if (found := cases[case].needs())}:
        case, *more = needs
        others = f", and so {'do' if len(more) > 1 else 'does'} {len(more)} more" if more else ""
        who = case_name(case) if case else "Importing the hidden files"
        findings.of("tier").note(
            f"{who} needs more than functions and data ({needs[case][0]}){others}: objects cross.",
            material.case_place(case) if case else Place(),
            advice="What then decides is under 'Two tiers' in docs/security.md.",
        )
    for case in (one.id for one in learned.knowledge.cases if one.id in cases):
        families = {row.split("|")[1] for row in cases[case].answered} & _OPERATORS.keys()
        for family in sorted(families):
            findings.of("own equality").note(
                f"{case_name(case)} rests on the student's own {_OPERATORS[family]}: what they "
                "write there decides it.",
                material.case_place(case),
                advice="Compare fields instead, where the operator itself is not the task.",
            )
