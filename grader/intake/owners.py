"""Gives each thing that was submitted to its students, and makes one submission of what each has.

What fits nobody, or several, is nobody's; of several things that differ none is chosen.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.model.course import StudentId
from grader.model.phrases import FIRST, listed
from grader.model.report import Verdict
from grader.model.submission import Submission

from .class_people import People
from .layouts import Found, Unplaced
from .names import brief, called, folded, shown, told_apart
from .reading_room import Taken
from .roster import Match, Roster, Who
from .student_files import StudentFiles

_WHICH = "Your instructor has to say which one counts."
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


class Placing:
    """Finds the students of what was found; remembers what it could not place."""

    def __init__(self, people: People) -> None:
        self._people, self._roster = people, people.roster
        self._group_of = {one: group for group, members in people.groups.items() for one in members}
        self._groups = {folded(group): group for group in people.groups}
        self.unplaced: list[Unplaced] = []

    def place(self, found: Sequence[Found]) -> list[Owner]:
        """Give each thing its students; what is no submission only to those who have none."""
        owners = [owner for one in found if not one.is_doubtful for owner in self._owners(one)]
        present = {owner.student for owner in owners}
        for one in found:
            if one.is_doubtful:
                is_known = self._student(one.who[0]) or folded(one.who[0].name) in self._groups
                meant = self._owners(one) if is_known else []
                own = [owner for owner in meant if owner.student not in present]
                owners += own
                if not own:
                    self._ask(one, _NO_SUBMISSION)
        return owners

    def _student(self, who: Who) -> StudentId | None:
        """Find the student of the roster who is called so."""
        match = self._roster.match(who) if self._roster else None
        return match.student.id if match is not None and match.student is not None else None

    def _ask(self, found: Found, why: str, candidates: Iterable[StudentId] = ()) -> None:
        self.unplaced.append(Unplaced(found.label, why, tuple(dict.fromkeys(candidates))))

    def _owners(self, found: Found) -> list[Owner]:
        if not found.who:
            self._ask(found, "the download does not say whose it is")
            return []
        if found.is_one_of_them:
            return self._one_of(found)
        first = found.who[0]
        group = self._groups.get(folded(first.name)) if first.is_label else None
        if group is not None:
            called_so = {folded(student): student for student in self._group_of}
            rival = self._student(first) if self._roster else called_so.get(folded(first.name))
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
        roster = self._roster
        matches = [roster.match(who) for who in found.who] if roster else []
        known = list(dict.fromkeys(match.student for match in matches if match.student))
        unclear = [student for match in matches for student in match.candidates]
        named = [self._student(replace(who, number="")) for who in found.who]
        if len(known) == 1 and not unclear and known[0].id in named:
            return [Owner(known[0].id, known[0].name, found, is_sure=False)]
        meant = " or ".join(shown(f"{who.name} ({who.number})") for who in found.who)
        candidates = [*(student.id for student in known), *unclear]
        self._ask(found, f"its name may be read as that of {meant}", candidates)
        return []

    def _members(self, group: str, found: Found, is_sure: bool) -> list[Owner]:
        members = self._people.groups[group]
        known = [(member, self._roster.by_id(member) if self._roster else None)
                 for member in members]  # fmt: skip
        return [Owner(id_, one.name if one else None, found, group, is_sure) for id_, one in known]

    def _owner(self, who: Who, found: Found) -> Owner | None:
        if self._roster is None:
            student = StudentId(called(who.own_id or found.label))
            name = called(who.name) if who.name and not who.is_label else None
            return Owner(student, name, found)
        match = self._match(self._roster, who)
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
            why = f"More than one submission of yours was found: {_labels(own, own)}. {_WHICH}"
            state = Verdict.UNDECIDED
            submissions.append(Submission(student, refused=why, name=own[0].name, refused_as=state))
        for owner in own:
            if chosen is None or not (owner.is_sure or _is_one([chosen, owner], taken)):
                others = _labels([one for one in own if one.found is not owner.found], own)
                why = f"{student} submitted {others} too, so keep one of them"
                unclear = Unplaced(_labels([owner], own), why, (student,))
                unplaced.setdefault(id(owner.found), unclear)
    return submissions, list(unplaced.values())


def submission_of(owner: Owner, taken: Taken, people: People) -> Submission:
    """Make a student's submission of what was taken in."""
    return Submission(
        owner.student,
        taken.sources,
        taken.refused,
        tuple(map(brief, taken.ignored)),
        name=owner.name,
        submitted_at=people.when(owner.student, owner.found.who) or owner.found.submitted_at,
        origin=shown(owner.found.label),
        team=owner.team,
        cells=taken.cells,
        renamed=tuple(map(brief, taken.renamed)),
        refused_as=taken.refused_as,
    )


def _is_one(own: Sequence[Owner], taken: Mapping[int, Taken]) -> bool:
    first, *others = (taken[id(owner.found)] for owner in own)
    is_same = all((one.sources, one.refused) == (first.sources, first.refused) for one in others)
    # names that differ in what nobody sees are kept as one, and may be those of two students
    names = {who.own_id for owner in own for who in owner.found.who}
    return is_same and len(set(map(called, names))) == len(names)


def _labels(some: Sequence[Owner], own: Sequence[Owner]) -> str:
    words = told_apart(owner.found.label for owner in own)
    return listed(dict.fromkeys(words[owner.found.label] for owner in some), FIRST)
