"""Gives each thing that was submitted to its students, and makes one submission of what each has.

What fits nobody, or several, is nobody's; of several things that differ none is chosen.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.model.course import StudentId
from grader.model.phrases import FIRST, listed
from grader.model.report import Verdict
from grader.model.submission import Submission

from .class_people import People
from .layouts import Entry, Unplaced
from .names import brief, called, folded, shown
from .reading_room import Taken
from .student_files import StudentFiles

_WHICH = "Your instructor has to say which one counts."
_NO_SUBMISSION = "it is no module, notebook, folder or archive"


class Owner(Struct, frozen=True):
    """One student who handed something in."""

    student: StudentId
    name: str | None
    entry: Entry
    team: str | None = None
    is_sure: bool = True  # else it gives way to what is surely this student's


def place(entries: Sequence[Entry], people: People) -> tuple[list[Owner], list[Unplaced]]:
    """Give each thing to its students; list what is nobody's."""
    owners: list[Owner] = []
    unplaced: list[Unplaced] = []
    for entry in entries:
        for found in _owners(entry, people):
            if isinstance(found, Unplaced):
                unplaced.append(found)
            else:
                owners.append(replace(found, is_sure=found.is_sure and not entry.is_doubtful))
    return owners, unplaced


def _owners(entry: Entry, people: People) -> Iterator[Owner | Unplaced]:
    if not entry.who:
        yield Unplaced(entry.label, entry.why)
    elif entry.is_doubtful and people.roster is None:
        yield Unplaced(entry.label, _NO_SUBMISSION)
    elif entry.is_one_of_them:
        meant = " or ".join(shown(f"{who.name} ({who.number})") for who in entry.who)
        known = (people.roster.match(who).student for who in entry.who if people.roster)
        candidates = tuple(dict.fromkeys(student.id for student in known if student))
        yield Unplaced(entry.label, f"its name may be read as that of {meant}", candidates)
    elif len(entry.who) > 1:
        team = [_owner(entry, place, people) for place in range(len(entry.who))]
        yield from (replace(o, team=entry.label) if isinstance(o, Owner) else o for o in team)
    else:
        yield from _alone_or_group(entry, people)


def _alone_or_group(entry: Entry, people: People) -> Iterator[Owner | Unplaced]:
    """Give an entry of one label to the student, or to the group, that is called so."""
    label = folded(entry.who[0].name) if entry.who[0].is_label else None
    group = next((one for one in people.groups if folded(one) == label), None)
    found = _owner(entry, 0, people)
    if group is not None:
        members = people.groups[group]
        if people.roster and isinstance(found, Owner) and found.student not in members:
            why = f"both the group {group} and the student {found.student} are called so"
            yield Unplaced(entry.label, why, (found.student,))
            return
        # whoever calls a file so takes nothing from what a member submitted
        found = Owner(members[0], None, entry, is_sure=False)
    if isinstance(found, Unplaced):
        yield found
        return
    team = next((name for name, own in people.groups.items() if found.student in own), None)
    if team is None:
        yield found
    for member in people.groups[team] if team is not None else ():
        one = people.roster.by_id(member) if people.roster else None
        yield replace(found, student=member, name=one.name if one else None, team=team)


def _owner(entry: Entry, which: int, people: People) -> Owner | Unplaced:
    """Find one of those whom an entry names."""
    who = entry.who[which]
    if people.roster is None:
        student = StudentId(called(who.own_id or entry.label))
        name = called(who.name) if who.name and not who.is_label else None
        return Owner(student, name, entry)
    match = people.roster.match(who)
    if match.student is None:
        said = f"{who.name or who.own_id}: " if len(entry.who) > 1 else ""
        return Unplaced(entry.label, shown(said + match.why), match.candidates)
    return Owner(match.student.id, match.student.name, entry, is_sure=match.is_sure)


def one_for_each(
    owners: Sequence[Owner], people: People, files: StudentFiles
) -> tuple[list[Submission], list[Unplaced]]:
    """Take each thing in once, however many handed it in; list what could not become one, too."""
    taken: dict[int, Taken] = {}
    theirs: dict[StudentId, list[Owner]] = defaultdict(list)
    for owner in owners:
        key = id(owner.entry)
        taken[key] = taken.get(key) or files.take(owner.entry.node)
        theirs[owner.student].append(owner)
    submissions: list[Submission] = []
    unplaced: dict[int, Unplaced] = {}
    for student, own in theirs.items():
        # what may be another's never spoils what is surely theirs
        sure = [owner for owner in own if owner.is_sure]
        chosen = next((some[0] for some in (own, sure) if some and _is_one(some, taken)), None)
        if chosen is not None:
            submissions.append(submission_of(chosen, taken[id(chosen.entry)], people))
        else:
            why = f"More than one submission of yours was found: {_labels(own)}. {_WHICH}"
            state = Verdict.UNDECIDED
            submissions.append(Submission(student, refused=why, name=own[0].name, refused_as=state))
        for owner in own:
            if chosen is None or not (owner.is_sure or _is_one([chosen, owner], taken)):
                others = _labels([one for one in own if one.entry is not owner.entry])
                why = f"{student} submitted {others} too, so keep one of them"
                unclear = Unplaced(owner.entry.label, why, (student,))
                unplaced.setdefault(id(owner.entry), unclear)
    return submissions, list(unplaced.values())


def submission_of(owner: Owner, taken: Taken, people: People) -> Submission:
    """Make a student's submission of what was taken in."""
    return Submission(
        owner.student,
        taken.sources,
        taken.refused,
        tuple(map(brief, taken.ignored)),
        name=owner.name,
        submitted_at=people.when(owner.student, owner.entry.who) or owner.entry.submitted_at,
        origin=shown(owner.entry.label),
        team=owner.team,
        cells=taken.cells,
        renamed=tuple(map(brief, taken.renamed)),
        refused_as=taken.refused_as,
    )


def _is_one(own: Sequence[Owner], taken: Mapping[int, Taken]) -> bool:
    first, *others = (taken[id(owner.entry)] for owner in own)
    is_same = all((one.sources, one.refused) == (first.sources, first.refused) for one in others)
    # names that differ in what nobody sees are kept as one, and may be those of two students
    names = {who.own_id for owner in own for who in owner.entry.who}
    return is_same and len(set(map(called, names))) == len(names)


def _labels(own: Sequence[Owner]) -> str:
    return listed(dict.fromkeys(shown(owner.entry.label) for owner in own), FIRST)
