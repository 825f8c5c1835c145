"""Names the cases whose answer rests on an operator that the student's class defines."""

from collections import defaultdict

from grader.judge.learning import Learned
from grader.model.phrases import listed

from .checked_lesson import LessonDesk
from .findings import Findings
from .lesson_runs import case_name

CHECK = "own equality"
_OWN = "own"
_WORDS = {"order": "ordering", "__contains__": "__contains__"}


def check_own_equality(desk: LessonDesk, learned: Learned, findings: Findings) -> None:
    """Read from the contract where the reference's own operators were asked."""
    findings = findings.of(CHECK)
    for case in learned.knowledge.cases:
        places = learned.knowledge.contract.cases.get(case.id)
        found = defaultdict(set)
        for place, modes in places.operators.items() if places is not None else ():
            where, _, operator = place.rpartition("|")
            if operator in _WORDS or (operator == "__eq__" and _OWN in modes):
                line = where.rpartition(":")[2].partition(".")[0]
                found[_WORDS.get(operator, operator)].add(int(line) if line.isdigit() else 0)
        for operator, lines in sorted(found.items()):
            first = min(lines)
            others = f" (lines {listed(map(str, sorted(lines)), most=4)})" if len(lines) > 1 else ""
            findings.note(
                f"{case_name(case.id)} rests on the student's own {operator}{others}: what they "
                "write there decides it.",
                desk.case_place(case.id, first or None),
                advice="Compare fields instead, where the operator itself is not the task.",
            )
