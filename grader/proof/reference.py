"""The reference must pass every hidden and public case and run.py, each time alike.

What judging it takes is noted: objects that cross, its own operators, cases beside a submission.
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
from grader.model.soundness import Level

from .lesson_runs import case_name
from .material import Findings, LessonMaterial, Place

CHECK = "reference"
CASES_AMISS = ("reference", "repeats", "together")  # checks after which cases lack
FINE = frozenset(("passed", "skipped", "xfailed"))
_LEFT_OUT = " is left out: "
_OF_BORDER = "CannotCross: "  # before what the border says that it does not carry


def check_reference(
    material: LessonMaterial, learned: Learned, run: Run, findings: Findings
) -> None:
    """Name the cases that the reference does not pass, and those that it skips."""
    findings = findings.of(CHECK)
    for line in learned.left_out:
        _tell_file(material, line, findings)
    accused = {one.case for one in findings.errors()}
    for case in learned.knowledge.cases:
        if case.id in accused:
            continue
        result = run.results.get(case.id) or CaseResult(case.id, "error")
        if result.outcome not in FINE:
            _tell_failure(material, result, findings)
        elif result.outcome != "passed":
            findings.note(
                f"{case_name(case.id)} is {_words(result.outcome)} with the reference, so that it "
                "counts no points.",
                material.case_place(case.id),
            )


def _tell_file(material: LessonMaterial, line: str, findings: Findings) -> bool:
    """Pass on a sentence that begins with a hidden file; tell whether it does."""
    sentence = line.removeprefix(f"tests/hidden/{material.lesson.id}/")
    path = material.hidden.folder / sentence.partition(" ")[0]
    is_file = path.is_file()
    if is_file and findings.name_of(path) not in {one.file for one in findings.errors("together")}:
        findings.error(sentence, Place(path))
    return is_file


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


def tell_refusal(material: LessonMaterial, text: str, findings: Findings) -> None:
    """Pass on why a lesson cannot be learned, each line at the case that it names."""
    has_reason = findings.has_errors("sources", "marks")
    findings = findings.of(CHECK)
    hidden = f"tests/hidden/{material.lesson.id}/"
    lines = text.splitlines()
    accused = {one.case for one in findings.errors()}
    for line in lines:
        sentence = line.removeprefix(hidden)
        case, _, rest = sentence.partition(_LEFT_OUT)
        if rest and case.partition("[")[0] in material.hidden.cases:
            if case in accused:
                continue
            reason = rest.partition("(")[2].removesuffix(").")
            result = CaseResult(case, "error", text=reason)
            _tell_failure(material, result, findings)
            continue
        case, _, rest = sentence.partition(": ")
        if case.partition("[")[0] in material.hidden.cases:
            findings.error(rest, material.case_place(case))
        elif not _tell_file(material, line, findings) and not has_reason and len(lines) == 1:
            findings.error(line, Place(material.hidden.folder))


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
        elif case.id in learned.fingerprints.unstable or any(
            result.inputs != seen[0].inputs for result in seen
        ):
            findings.error(
                f"{case_name(case.id)} asks for other inputs in each run.",
                material.case_place(case.id),
                advice="Draw them from random.Random(a number): two students should be asked "
                "the same.",
            )


def said(result: CaseResult) -> tuple[str, int | None]:
    """Give the first line of what an exception said, and where in the hidden file it was raised."""
    failure = result.failure
    text = _short(result.text or (failure.text if failure else "")).removeprefix(_OF_BORDER)
    line = failure.line or None if failure and failure.kind == "test_error" else None
    line = next((frame[1] for frame in reversed(result.frames)), line)
    return text or _words(result.outcome), line


def _short(text: str) -> str:
    line = next((part.strip() for part in text.splitlines() if part.strip()), "")
    line = line.removeprefix("E ").strip().rstrip(".")
    return line if len(line) <= 200 else line[:197] + "..."


def _words(outcome: str) -> str:
    return outcome.replace("_", " ")


def check_handed_out(material: LessonMaterial, findings: Findings) -> None:
    """Name the public cases that the reference does not pass, and a run.py that breaks off.

    Both run in plain processes, as students run them: it is the author's own code.
    """
    handout = material.handout
    told = {one.file for one in findings.found if one.level is Level.ERROR}
    findings = findings.of("handout")

    def error(sentence: str, place: Place) -> None:
        if place.path is not None and findings.name_of(place.path) not in told:
            findings.error(sentence, place)

    with temporary_folder("grader-verify-") as folder:
        for name, data in {**handout.for_student(), **material.files.reference}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        if handout.public_cases:
            quiet = ["-m", "pytest", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider"]
            # by default pytest first removes what earlier runs of this user have left, however long
            # that takes
            quiet.append(f"--basetemp={folder / '.pytest'}")
            said = _output(material, folder, [*quiet, *handout.public_cases])
            pattern = r"^(?:FAILED|ERROR) ([^:\s]+)(?:::(\S+))?(?: - (.*))?$"
            failed = re.findall(pattern, said or "", re.MULTILINE)
            if said is not None and not failed:
                failed = [(next(iter(handout.public_cases)), "", said.strip().rpartition("\n")[2])]
            for file, case, why in failed:
                what = f"the public case {case}" if case else f"the public cases of {file}"
                error(
                    f"The reference does not pass {what}: {_short(why) or 'error'}.",
                    Place(material.exercise / file, None, case),
                )
        said = None if handout.script is None else _output(material, folder, [SCRIPT])
        if said is not None:
            lines = re.findall(rf'{SCRIPT}", line (\d+)', said)
            last = said.strip().splitlines()[-1:] or ["it does not end with exit status 0"]
            error(
                f"{SCRIPT} breaks off with the reference solution: {_short(last[0])}.",
                Place(material.exercise / SCRIPT, int(lines[-1]) if lines else None),
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
    _note_objects(material, learned, findings.of("tier"))
    _note_own_equality(material, learned, findings.of("own equality"))


def _note_objects(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    cases = learned.knowledge.contract.cases
    needs = {case: found for case in cases if (found := cases[case].needs())}
    if not needs:
        return
    case = next(iter(needs))
    more = len(needs) - 1
    others = f", and so {'do' if more > 1 else 'does'} {more} more" if more > 0 else ""
    who = case_name(case) if case else "Importing the hidden files"
    findings.note(
        f"{who} needs more than functions and data ({needs[case][0]}){others}: objects cross.",
        material.case_place(case, None) if case else Place(),
        advice="What then decides is under 'Two tiers' in docs/security.md.",
    )


_OPERATORS = {"order": "ordering", "contains": "__contains__", "eq": "__eq__"}


def _note_own_equality(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    for case in learned.knowledge.cases:
        known = learned.knowledge.contract.cases.get(case.id)
        answered = known.answered if known is not None else set[str]()
        families = {row.split("|")[1] for row in answered} & _OPERATORS.keys()
        for family in sorted(families):
            findings.note(
                f"{case_name(case.id)} rests on the student's own {_OPERATORS[family]}: what they "
                "write there decides it.",
                material.case_place(case.id, None),
                advice="Compare fields instead, where the operator itself is not the task.",
            )
