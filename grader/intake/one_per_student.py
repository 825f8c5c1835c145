"""Makes one submission of what each student submitted; of several that differ none is chosen."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from grader.model.course import StudentId
from grader.model.report import Verdict
from grader.model.submission import Submission

from .names import brief, look_alike, shown, told_apart
from .owners import Owner, People, Unplaced
from .read_requests import Taken
from .student_files import StudentFiles

_LISTED = 8


class Told(Struct, frozen=True):
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
        chosen = _chosen(own, taken)
        if chosen is not None:
            submissions.append(submission_of(chosen, taken[id(chosen.found)], people))
            for owner in _giving_way(own, chosen, taken):
                unplaced.setdefault(id(owner.found), _unclear(owner, own))
            continue
        submissions.append(
            Submission(student, {}, _which(own), name=own[0].name, refused_as=Verdict.UNDECIDED)
        )
        for owner in own:
            unplaced.setdefault(id(owner.found), _unclear(owner, own))
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
        renamed=tuple(map(brief, taken.renamed)),
        refused_as=taken.refused_as,
    )


def _chosen(own: Sequence[Owner], taken: Mapping[int, Taken]) -> Owner | None:
    """Choose what a student submitted; what may be another's never spoils what is surely theirs."""
    sure = [owner for owner in own if owner.is_sure]
    if _is_one(own, taken):
        return own[0]
    return sure[0] if sure and _is_one(sure, taken) else None


def _giving_way(own: Sequence[Owner], chosen: Owner, taken: Mapping[int, Taken]) -> Iterator[Owner]:
    for owner in own:
        if not owner.is_sure and not _is_one([chosen, owner], taken):
            yield owner


def _is_one(own: Sequence[Owner], taken: Mapping[int, Taken]) -> bool:
    first, *others = (taken[id(owner.found)] for owner in own)
    is_same = all((one.sources, one.refused) == (first.sources, first.refused) for one in others)
    return is_same and not _is_alike(own)


def _is_alike(own: Sequence[Owner]) -> bool:
    """Whether two names are taken for one that may be those of two students."""
    return look_alike(who.own_id() for owner in own for who in owner.found.who)


def _which(own: Sequence[Owner]) -> str:
    named = " and ".join(_labels(own, own))
    if _is_alike(own):
        return f"Two names look alike: {named}. Your instructor has to say whose is which."
    return (
        f"More than one submission of yours was found: {named}. Your instructor has to say which "
        "one counts."
    )


def _unclear(owner: Owner, own: Sequence[Owner]) -> Unplaced:
    (origin,) = _labels([owner], own)
    others = " and ".join(_labels([one for one in own if one.found is not owner.found], own))
    why = f"{owner.student} submitted {others} too, so keep one of them"
    if _is_alike(own):
        why = f"its name looks like {others}, so rename one of them or keep one"
    return Unplaced(origin, why, (owner.student,))


def _labels(some: Sequence[Owner], own: Sequence[Owner]) -> Iterator[str]:
    words = told_apart(owner.found.label for owner in own)
    for number, label in enumerate(dict.fromkeys(words[owner.found.label] for owner in some)):
        if number == _LISTED:
            yield "others"
            return
        yield label
