"""Brings together submissions that behave alike, and those that show the same known mistake."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from .report import SETTLED, CaseReport, Diagnosis, MistakeInPart, Report, Verdict

_SHORTEST = 6  # characters of a group's id that are shown at least


class Sample(Struct, frozen=True):
    """One judged submission that is looked at."""

    report: Report
    seconds: Mapping[str, float] | None = None  # by case; None: not known
    attempt: int | None = None  # its number, where it is on record
    look: str = ""  # how a person looks at it


class Likeness(Struct, frozen=True):
    """Submissions with equal records of calls and results."""

    id: str  # the fingerprint as a whole
    short: str  # its beginning, as long as it takes to be no other's
    verdicts: tuple[Verdict, ...]  # the worst first; rarely more than one
    diagnosis: Diagnosis | None
    not_passed: tuple[CaseReport, ...]  # of the representative
    representative: Sample
    members: tuple[str, ...]  # students, each once
    submissions: int
    in_part: tuple[MistakeInPart, ...] = ()  # known mistakes that explain some of it

    @property
    def size(self) -> int:
        """How many students are in it."""
        return len(self.members)

    @property
    def is_passed(self) -> bool:
        """Whether every member passes every case."""
        return self.verdicts == (Verdict.PASSED,)

    @property
    def is_unknown(self) -> bool:
        """Whether something is wrong of which no known mistake explains a part."""
        return not (self.is_passed or self.diagnosis or self.in_part)


class MistakeMade(Struct, frozen=True):
    """A known mistake, and who made it."""

    diagnosis: Diagnosis
    students: tuple[str, ...]
    submissions: int
    in_part: tuple[str, ...] = ()  # students of whose submissions it explains a part, and no more


def likenesses(samples: Iterable[Sample]) -> tuple[Likeness, ...]:
    """Group by fingerprint: those with something wrong first, then the largest."""
    alike: defaultdict[str, list[Sample]] = defaultdict(list)
    for sample in samples:
        if sample.report.group is not None:
            alike[sample.report.group].append(sample)
    shorts = _shorts(list(alike))
    found = [_likeness(name, shorts[name], members) for name, members in alike.items()]
    return tuple(sorted(found, key=lambda one: (one.is_passed, -one.size, one.members)))


def mistakes_made(samples: Iterable[Sample]) -> tuple[MistakeMade, ...]:
    """Count known mistakes by students, the most frequent first."""
    whole: defaultdict[str, list[Sample]] = defaultdict(list)
    part: defaultdict[str, list[Sample]] = defaultdict(list)
    told = {}
    for sample in samples:
        diagnosis = sample.report.diagnosis
        if diagnosis is not None:
            whole[diagnosis.mistake].append(sample)
            told[diagnosis.mistake] = diagnosis
        for one in sample.report.mistakes_in_part:
            part[one.mistake].append(sample)
            told.setdefault(one.mistake, Diagnosis(one.mistake, one.sentence))
    made = [_made(told[name], whole[name], part[name]) for name in told]
    return tuple(
        sorted(
            made,
            key=lambda one: (
                -len(one.students),
                -len(one.in_part),
                -one.submissions,
                one.diagnosis.mistake,
            ),
        )
    )


def students_of(samples: Iterable[Sample]) -> tuple[str, ...]:
    """List the students, each once, by name."""
    return tuple(sorted({sample.report.student for sample in samples}))


def _likeness(name: str, short: str, members: Sequence[Sample]) -> Likeness:
    first = min(members, key=lambda one: (one.report.student, one.attempt or 0))
    verdicts = {one.report.verdict for one in members}
    named = (one.report.diagnosis for one in members)
    return Likeness(
        id=name,
        short=short,
        verdicts=tuple(verdict for verdict in Verdict if verdict in verdicts),
        diagnosis=next(filter(None, named), None),
        not_passed=tuple(case for case in first.report.cases if case.outcome not in SETTLED),
        representative=first,
        members=students_of(members),
        submissions=len(members),
        in_part=first.report.mistakes_in_part,
    )


def _made(diagnosis: Diagnosis, whole: Sequence[Sample], part: Sequence[Sample]) -> MistakeMade:
    students = students_of(whole)
    in_part = tuple(one for one in students_of(part) if one not in students)
    return MistakeMade(diagnosis, students, len(whole), in_part)


def _shorts(names: Sequence[str]) -> dict[str, str]:
    """Cut names to the length at which no two are the same."""
    length = _SHORTEST
    longest = max(map(len, names), default=0)
    while length < longest and len({name[:length] for name in names}) < len(names):
        length += 1
    return {name: name[:length] for name in names}
