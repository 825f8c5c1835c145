"""Makes one submission of what each student handed in; of several that differ none is chosen."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.model.course import StudentId
from grader.model.submission import Submission

from .names import brief, shown
from .placing import Owner, People, Unplaced
from .student_files import StudentFiles, Taken

_LISTED = 8


@dataclass(frozen=True)
class Told:
    """A submission for each student, and what could not become one."""

    submissions: tuple[Submission, ...]
    unplaced: tuple[Unplaced, ...]


def one_for_each(owners: Sequence[Owner], people: People, files: StudentFiles) -> Told:
    """Take each thing in once, however many handed it in, and give it to its students."""
    taken: dict[int, Taken] = {}
    theirs: dict[StudentId, list[Owner]] = defaultdict(list)
    for owner in owners:
        key = id(owner.found)
        taken[key] = taken.get(key) or files.take(owner.found.node)
        theirs[owner.student].append(owner)
    submissions: list[Submission] = []
    unplaced: dict[int, Unplaced] = {}
    for student, own in theirs.items():
        if _is_one([taken[id(owner.found)] for owner in own]):
            submissions.append(submission_of(own[0], taken[id(own[0].found)], people))
            continue
        submissions.append(Submission(student, {}, _which(own), name=own[0].name))
        for owner in own:
            unplaced.setdefault(id(owner.found), Unplaced(*_unclear(owner, own)))
    return Told(tuple(submissions), tuple(unplaced.values()))


def submission_of(owner: Owner, taken: Taken, people: People) -> Submission:
    """Make a student's submission of what was taken in."""
    return Submission(
        owner.student,
        taken.sources,
        taken.refused,
        tuple(map(brief, taken.ignored)),
        name=owner.name,
        submitted_at=people.when(owner),
        origin=shown(owner.found.label),
        team=owner.team,
        cells=taken.cells,
    )


def _is_one(several: Sequence[Taken]) -> bool:
    first = several[0]
    return all((one.sources, one.refused) == (first.sources, first.refused) for one in several)


def _which(own: Sequence[Owner]) -> str:
    named = " and ".join(_labels(own))
    return (
        f"More than one submission of yours was found: {named}. Your instructor has to say which "
        "one counts."
    )


def _unclear(owner: Owner, own: Sequence[Owner]) -> tuple[str, str, tuple[StudentId, ...]]:
    others = " and ".join(_labels([other for other in own if other.found is not owner.found]))
    why = f"{owner.student} handed in {others} too, so keep one of them"
    return shown(owner.found.label), why, (owner.student,)


def _labels(own: Sequence[Owner]) -> Iterator[str]:
    for number, label in enumerate(dict.fromkeys(shown(owner.found.label) for owner in own)):
        if number == _LISTED:
            yield "others"
            return
        yield label
