"""Says what the wire must carry to judge a lesson, and where a student's operators decide."""

from collections import defaultdict

from grader.judge.learning import Learned
from grader.model.phrases import listed

from .findings import Findings, Place
from .lesson_runs import case_name
from .material import LessonMaterial

CHECK = "tier"


def tier_of(material: LessonMaterial, learned: Learned) -> str:
    """Name what the wire carries in judging a lesson, or that there is none."""
    if material.lesson.cases == "together":
        return "together"
    return "objects" if learned.knowledge.contract.needs_objects() else "functions"


def check_tier(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    """Note the first thing in each case that is more than a function or data."""
    cases = learned.knowledge.contract.cases
    needy = [case for case in learned.knowledge.cases if case.id in cases and cases[case.id].needs]
    imported = cases[""].needs if "" in cases else {}
    if imported:
        place, what = next(iter(imported.items()))
        who, where = "Importing the hidden files", _in_file(material, place)
    elif needy:
        place, what = next(iter(cases[needy[0].id].needs.items()))
        who, where = case_name(needy[0].id), material.case_place(needy[0].id, _line_of(place))
    else:
        return
    more = len(needy) - (0 if imported else 1)
    others = f", and so {'do' if more > 1 else 'does'} {more} more" if more > 0 else ""
    findings.of(CHECK).note(
        f"{who} needs more than functions and data ({what}){others}: objects cross.",
        where,
        advice="What then decides is under 'Two tiers' in docs/security.md.",
    )


def _line_of(place: str) -> int | None:
    line = place.rpartition(":")[2].partition(".")[0]
    return int(line) if line.isdigit() else None


def _in_file(material: LessonMaterial, place: str) -> Place:
    file = material.hidden.folder / place.rpartition(":")[0]
    return Place(file, _line_of(place)) if file.is_file() else Place()


OWN_EQUALITY = "own equality"
_OWN = "own"
_WORDS = {"order": "ordering", "__contains__": "__contains__"}


def check_own_equality(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    """Read from the contract where the reference's own operators were asked."""
    findings = findings.of(OWN_EQUALITY)
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
                material.case_place(case.id, first or None),
                advice="Compare fields instead, where the operator itself is not the task.",
            )
