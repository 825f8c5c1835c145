"""Gives each thing that was submitted to its students, and makes one submission of what each has.

What fits nobody, or several, is nobody's; of several things that differ none is chosen.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from msgspec import Struct, field
from msgspec.structs import replace

from grader.model.course import StudentId
from grader.model.report import Verdict
from grader.model.submission import Submission

from .layouts import Found, Unplaced
from .names import brief, called, folded, look_alike, shown, told_apart
from .read_requests import Taken
from .roster import Match, Roster, RosterStudent, Who
from .student_files import StudentFiles

_LISTED = 8
_NO_SUBMISSION = (
    "it is no module, notebook, folder or archive, and belongs to no student without one"
)


class Owner(Struct, frozen=True):
    """One student who handed something in."""

    student: StudentId
    name: str | None
    found: Found
    team: str | None = None
    is_sure: bool = True  # else it gives way to what is surely this student's


Key = tuple[str, str]  # "id" or a platform, and what the student is called there


class TimeRow(Struct, frozen=True):
    """One row of a table of times."""

    line: int
    called: str  # its student, as it is written there
    keys: frozenset[Key]
    when: datetime


class People(Struct, frozen=True):
    """What is known of a class beside what it submitted."""

    roster: Roster | None = None
    groups: Mapping[str, tuple[StudentId, ...]] = field(default_factory=dict)  # by group
    times: tuple[TimeRow, ...] = ()

    def keys_of(self, student: StudentId, found: Found | None = None) -> frozenset[Key]:
        """List all by which a table of times may call a student."""
        known = self.roster.by_id(student) if self.roster else None
        ids = [student, *(known.accounts if known else ())]
        ids += [known.email] if known and known.email else []
        numbers = set(known.numbers) if known else set()
        for who in found.who if found and not known else ():
            ids += who.ids
            numbers.add((who.platform, who.number))
        return frozenset(("id", folded(each)) for each in ids) | numbers

    def when(self, owner: Owner) -> datetime | None:
        """Say when something came: as the table of times has it, else as the download has it."""
        keys = self.keys_of(owner.student, owner.found)
        told = [row.when for row in self.times if not keys.isdisjoint(row.keys)]
        return told[0] if told else owner.found.submitted_at


class Placing:
    """Finds the students of what was found; remembers what it could not place."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._group_of = {
            member: group for group, members in people.groups.items() for member in members
        }
        self._groups = {folded(group): group for group in people.groups}
        self.unplaced: list[Unplaced] = []

    def place(self, found: Sequence[Found]) -> list[Owner]:
        """Give each thing its students; what is no submission only to those who have none."""
        owners = [owner for one in found if not one.is_doubtful for owner in self._owners(one)]
        present = {owner.student for owner in owners}
        for one in found:
            if one.is_doubtful:
                meant = self._owners(one) if self._is_known(one.who[0]) else []
                own = [owner for owner in meant if owner.student not in present]
                owners += own
                if not own:
                    self._ask(one, _NO_SUBMISSION)
        return owners

    def _is_known(self, who: Who) -> bool:
        roster = self._people.roster
        is_listed = roster is not None and roster.match(who).student is not None
        return is_listed or self._group(who) is not None

    def _ask(self, found: Found, why: str, candidates: Iterable[StudentId] = ()) -> None:
        self.unplaced.append(Unplaced(found.label, why, tuple(dict.fromkeys(candidates))))

    def _owners(self, found: Found) -> list[Owner]:
        if not found.who:
            self._ask(found, "the download does not say whose it is")
            return []
        if found.is_one_of_them:
            return self._one_of(found)
        first = found.who[0]
        group = self._group(first)
        if group is not None and first.is_label:
            rival = self._rival(first)
            if rival is None or rival in self._people.groups[group]:
                return self._members(group, found, is_sure=False)
            why = f"both the group {group} and the student {rival} are called so"
            self._ask(found, why, (rival,))
            return []
        owners = [owner for who in found.who if (owner := self._owner(who, found)) is not None]
        if len(found.who) > 1:
            return [replace(owner, team=found.label) for owner in owners]
        mates = self._group_of.get(owners[0].student) if owners else None
        return owners if mates is None else self._members(mates, found, owners[0].is_sure)

    def _one_of(self, found: Found) -> list[Owner]:
        """Give it to the only one of several whom the roster knows, if the name is theirs too."""
        roster = self._people.roster
        matches = [roster.match(who) for who in found.who] if roster else []
        known = list(dict.fromkeys(m.student for m in matches if m.student is not None))
        unclear = [student for match in matches for student in match.candidates]
        names = [roster.match(replace(who, number="")) for who in found.who] if roster else []
        if len(known) == 1 and not unclear and known[0] in [match.student for match in names]:
            return [Owner(known[0].id, known[0].name, found, is_sure=False)]
        meant = " or ".join(shown(f"{who.name} ({who.number})") for who in found.who)
        candidates = [*(student.id for student in known), *unclear]
        self._ask(found, f"its name may be read as that of {meant}", candidates)
        return []

    def _group(self, who: Who) -> str | None:
        return self._groups.get(folded(who.name)) if who.is_label else None

    def _rival(self, who: Who) -> StudentId | None:
        """Find the student who is called as a group is."""
        roster = self._people.roster
        if roster is None:
            names = {folded(student): student for student in self._group_of}
            return names.get(folded(who.name))
        match = roster.match(who)
        return match.student.id if match.student else None

    def _members(self, group: str, found: Found, is_sure: bool) -> list[Owner]:
        members = self._people.groups[group]
        roster = self._people.roster
        known = [(member, roster.by_id(member) if roster else None) for member in members]
        return [Owner(id_, one.name if one else None, found, group, is_sure) for id_, one in known]

    def _owner(self, who: Who, found: Found) -> Owner | None:
        roster = self._people.roster
        if roster is None:
            student = StudentId(called(who.own_id or found.label))
            name = called(who.name) if who.name and not who.is_label else None
            return Owner(student, name, found)
        match = self._match(roster, who)
        if match.student is None:
            said = f"{who.name or who.own_id}: " if len(found.who) > 1 else ""
            self._ask(found, shown(said + match.why), match.candidates)
            return None
        return Owner(match.student.id, match.student.name, found, is_sure=match.is_sure)

    def _match(self, roster: Roster, who: Who) -> Match:
        """Match a name as a whole, else behind the name of a team, as Moodle writes it."""
        match = roster.match(who)
        for group in self._people.groups if who.platform == "moodle" else ():
            rest = who.name.removeprefix(f"{group}-")
            if match.student is None and rest != who.name:
                named = roster.match(replace(who, name=rest))
                match = replace(named, is_sure=False) if named.student else match
        return match


def absent(people: People, owners: Sequence[Owner]) -> list[RosterStudent]:
    """List who is on the roster and handed nothing in."""
    present = {owner.student for owner in owners}
    known = people.roster.students if people.roster else ()
    return [student for student in known if student.id not in present]


def one_for_each(
    owners: Sequence[Owner], people: People, files: StudentFiles
) -> tuple[list[Submission], list[Unplaced]]:
    """Take each thing in once, however many handed it in; list what could not become one, too."""
    taken: dict[int, Taken] = {}
    theirs: dict[StudentId, list[Owner]] = defaultdict(list)
    for owner in owners:
        key = id(owner.found)
        taken[key] = taken.get(key) or files.take(owner.found.node)
        theirs[owner.student].append(owner)
    submissions: list[Submission] = []
    unplaced: dict[int, Unplaced] = {}
    for student, own in theirs.items():
        # what may be another's never spoils what is surely theirs
        sure = [owner for owner in own if owner.is_sure]
        chosen = next((some[0] for some in (own, sure) if some and _is_one(some, taken)), None)
        if chosen is not None:
            submissions.append(submission_of(chosen, taken[id(chosen.found)], people))
        else:
            refused = Submission(student, {}, _which(own), name=own[0].name)
            submissions.append(replace(refused, refused_as=Verdict.UNDECIDED))
        for owner in own:
            if chosen is None or not (owner.is_sure or _is_one([chosen, owner], taken)):
                unplaced.setdefault(id(owner.found), _unclear(owner, own))
    return submissions, list(unplaced.values())


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


def _is_one(own: Sequence[Owner], taken: Mapping[int, Taken]) -> bool:
    first, *others = (taken[id(owner.found)] for owner in own)
    is_same = all((one.sources, one.refused) == (first.sources, first.refused) for one in others)
    return is_same and not _is_alike(own)


def _is_alike(own: Sequence[Owner]) -> bool:
    """Whether two names are taken for one that may be those of two students."""
    return look_alike(who.own_id for owner in own for who in owner.found.who)


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
