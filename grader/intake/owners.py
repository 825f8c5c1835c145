"""Gives each thing that was submitted to its students, and makes one submission of what each has.

What fits nobody, or several, is nobody's; of several things that differ none is chosen.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from msgspec import Struct, field
from msgspec.structs import replace

from grader.model.course import StudentId
from grader.model.report import Verdict
from grader.model.submission import Submission

from .downloads import Found, Unplaced
from .names import brief, called, folded, hyphen_ends, look_alike, shown, told_apart
from .read_requests import Taken
from .roster import Match, Roster, RosterStudent, Who, end_of
from .student_files import StudentFiles

_LISTED = 8


class Owner(Struct, frozen=True):
    """One student who handed something in."""

    student: StudentId
    name: str | None
    found: Found
    team: str | None = None
    is_sure: bool = True  # else it gives way to what is surely this student's


class People(Struct, frozen=True):
    """What is known of a class beside what it submitted."""

    roster: Roster | None = None
    groups: Mapping[str, tuple[StudentId, ...]] = field(default_factory=dict)  # by group
    times: Mapping[str, datetime] = field(default_factory=dict)  # by folded identifier

    def when(self, owner: Owner) -> datetime | None:
        """Say when something came: as the table of times has it, else as the download has it."""
        known = self.roster.by_id(owner.student) if self.roster else None
        keys = [owner.student, *(known.accounts if known else ())]
        keys += [known.email] if known and known.email else []
        keys += [account for who in owner.found.who for account in who.ids] if not known else []
        told = [self.times[folded(key)] for key in keys if folded(key) in self.times]
        return told[0] if told else owner.found.submitted_at


class Placing:
    """Finds the students of what was found; remembers what it could not place."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._group_of = {
            member: group for group, members in people.groups.items() for member in members
        }
        self._by_fold = {folded(group): group for group in people.groups}
        self._prefixes = set(self._by_fold)
        self.unplaced: list[Unplaced] = []

    def place(self, found: Sequence[Found]) -> list[Owner]:
        """Give each thing its students."""
        self._prefixes |= self._assignment(found)
        return [owner for one in found for owner in self._owners(one)]

    def _assignment(self, found: Sequence[Found]) -> set[str]:
        """Find what stands before the accounts of most: behind it are whole ones of the roster."""
        roster = self._people.roster
        prefixed = [who for one in found for who in one.who if who.is_prefixed and who.label]
        if roster is None:
            return set()
        before = Counter(
            folded(start)
            for who in prefixed
            for start, end in hyphen_ends(who.label)
            if roster.match(end_of(who, end)).student
        )
        return {start for start, times in before.items() if times > max(1, len(prefixed) // 2)}

    def place_doubtful(self, found: Sequence[Found], owners: Sequence[Owner]) -> list[Owner]:
        """Give students who have nothing else what carries their name; the rest is nobody's."""
        present = {owner.student for owner in owners}
        return [
            owner
            for one in found
            if self._is_known(one)
            for owner in self._owners(one)
            if owner.student not in present
        ]

    def _is_known(self, found: Found) -> bool:
        if self._group(found) is not None:
            return True
        roster = self._people.roster
        return roster is not None and all(roster.match(who).student for who in found.who)

    def _owners(self, found: Found) -> list[Owner]:
        if not found.who:
            self._ask(found, "the download does not say whose it is")
            return []
        if found.is_one_of_them:
            return self._one_of(found)
        group = self._group(found)
        if group is not None:
            return self._of_group(group, found)
        owners = [owner for who in found.who if (owner := self._owner(who, found)) is not None]
        if len(found.who) > 1:
            return [replace(owner, team=found.label) for owner in owners]
        mates = self._group_of.get(owners[0].student) if owners else None
        return owners if mates is None else self._members(mates, found, owners[0].is_sure)

    def _ask(self, found: Found, why: str, candidates: Iterable[StudentId] = ()) -> None:
        self.unplaced.append(Unplaced(found.label, why, tuple(candidates)))

    def _one_of(self, found: Found) -> list[Owner]:
        """Give it to the one of several whom the roster knows: by name, else by number."""
        roster = self._people.roster
        for fits in (roster.named, lambda who: roster.match(who).student) if roster else ():
            fitting = [who for who in found.who if fits(who)]
            if len(fitting) == 1:
                owners = self._owners(replace(found, who=(fitting[0],), is_one_of_them=False))
                return [replace(owner, found=found, is_sure=False) for owner in owners]
            if fitting:
                break
        meant = " or ".join(shown(f"{who.name} ({who.number})") for who in found.who)
        students = [s.id for who in found.who for s in roster.named(who)] if roster else []
        self._ask(found, f"its name may be read as that of {meant}", dict.fromkeys(students))
        return []

    def _group(self, found: Found) -> str | None:
        label = found.who[0].label if len(found.who) == 1 else ""
        return self._by_fold.get(folded(label)) if label else None

    def _of_group(self, group: str, found: Found) -> list[Owner]:
        """Give its members what is called as a group, unless a student is called so too."""
        rival = self._student_called(found.who[0])
        if rival is None or rival in self._people.groups[group]:
            return self._members(group, found, is_sure=False)
        self._ask(found, f"both the group {group} and the student {rival} are called so", (rival,))
        return []

    def _student_called(self, who: Who) -> StudentId | None:
        roster = self._people.roster
        if roster is None:
            names = {folded(student): student for student in self._group_of}
            return names.get(folded(who.label))
        match = roster.match(replace(who, is_prefixed=False))
        return match.student.id if match.student else None

    def _members(self, group: str, found: Found, is_sure: bool) -> list[Owner]:
        members = self._people.groups[group]
        roster = self._people.roster
        known = [(member, roster.by_id(member) if roster else None) for member in members]
        return [Owner(id_, one.name if one else None, found, group, is_sure) for id_, one in known]

    def _owner(self, who: Who, found: Found) -> Owner | None:
        roster = self._people.roster
        if roster is None:
            return Owner(
                StudentId(called(who.own_id() or found.label)), who.name and called(who.name), found
            )
        match = self._match(roster, who)
        if match.student is None:
            said = f"{who.name or who.own_id()}: " if len(found.who) > 1 else ""
            self._ask(found, shown(said + match.why), match.candidates)
            return None
        return Owner(match.student.id, match.student.name, found, is_sure=match.is_sure)

    def _match(self, roster: Roster, who: Who) -> Match:
        """Match a name as a whole, else without the group or assignment that stands before it."""
        match = roster.match(who)
        if match.student is None and who.is_prefixed:
            for start, end in hyphen_ends(who.label or who.names[0]):
                known = roster.match(end_of(who, end))
                if folded(start) in self._prefixes and known.student is not None:
                    return replace(known, is_sure=False)
        return match


def absent(people: People, owners: Sequence[Owner]) -> list[RosterStudent]:
    """List who is on the roster and handed nothing in."""
    if people.roster is None:
        return []
    present = {owner.student for owner in owners}
    return [student for student in people.roster.students if student.id not in present]


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
        chosen = _chosen(own, taken)
        if chosen is not None:
            submissions.append(submission_of(chosen, taken[id(chosen.found)], people))
        else:
            name = own[0].name
            refused = Submission(student, {}, _which(own), name=name, refused_as=Verdict.UNDECIDED)
            submissions.append(refused)
        for owner in own:
            gives_way = not owner.is_sure and chosen and not _is_one([chosen, owner], taken)
            if chosen is None or gives_way:
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


def _chosen(own: Sequence[Owner], taken: Mapping[int, Taken]) -> Owner | None:
    """Choose what a student submitted; what may be another's never spoils what is surely theirs."""
    sure = [owner for owner in own if owner.is_sure]
    if _is_one(own, taken):
        return own[0]
    return sure[0] if sure and _is_one(sure, taken) else None


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
