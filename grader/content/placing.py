"""Gives each thing that was handed in to its students; what fits nobody, or several, to none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from grader.model.course import StudentId

from .downloads import Found
from .names import called, folded, shown
from .roster import Roster, RosterStudent, Who


@dataclass(frozen=True)
class Unplaced:
    """Something that was handed in and is nobody's, as far as can be known."""

    origin: str
    why: str
    candidates: tuple[StudentId, ...] = ()


@dataclass(frozen=True)
class Owner:
    """One student who handed something in."""

    student: StudentId
    name: str | None
    found: Found
    team: str | None = None


@dataclass(frozen=True)
class People:
    """What is known of a class beside what it handed in."""

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
        self.unplaced: list[Unplaced] = []

    def place(self, found: Sequence[Found]) -> list[Owner]:
        """Give each thing its students."""
        return [owner for one in found for owner in self._owners(one)]

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
        if found.is_one_of_them:
            return self._one_of(found)
        group = self._group(found)
        if group is not None:
            return self._members(group, found)
        owners = [owner for who in found.who if (owner := self._owner(who, found)) is not None]
        if len(found.who) > 1:
            return [Owner(o.student, o.name, found, found.label) for o in owners]
        mates = self._group_of.get(owners[0].student) if owners else None
        return owners if mates is None else self._members(mates, found)

    def _one_of(self, found: Found) -> list[Owner]:
        """Give it to the one of several whom the roster knows by this name."""
        roster = self._people.roster
        named = [(who, roster.named(who)) for who in found.who] if roster else []
        fitting = [who for who, students in named if students]
        if len(fitting) == 1:
            return self._owners(replace(found, who=(fitting[0],), is_one_of_them=False))
        meant = " or ".join(shown(f"{who.name} ({who.number})") for who in found.who)
        students = {student.id: None for _, several in named for student in several}
        why = f"its name may be read as that of {meant}"
        self.unplaced.append(Unplaced(shown(found.label), why, tuple(students)))
        return []

    def _group(self, found: Found) -> str | None:
        if len(found.who) != 1:
            return None
        who = found.who[0]
        meant = {self._by_fold.get(folded(text)) for text in (*who.ids, *who.names)} - {None}
        return meant.pop() if len(meant) == 1 else None

    def _members(self, group: str, found: Found) -> list[Owner]:
        members = self._people.groups[group]
        return [Owner(member, self._name(member), found, group) for member in members]

    def _name(self, student: StudentId) -> str | None:
        known = self._people.roster.by_id(student) if self._people.roster else None
        return known.name if known else None

    def _owner(self, who: Who, found: Found) -> Owner | None:
        roster = self._people.roster
        if roster is None:
            return Owner(
                StudentId(called(who.own_id() or found.label)), who.name and called(who.name), found
            )
        match = roster.match(who)
        if match.student is None:
            said = f"{who.name or who.own_id()}: " if len(found.who) > 1 else ""
            why = shown(said + match.why)
            self.unplaced.append(Unplaced(shown(found.label), why, match.candidates))
            return None
        return Owner(match.student.id, match.student.name, found)


def absent(people: People, owners: Sequence[Owner]) -> list[RosterStudent]:
    """List who is on the roster and handed nothing in."""
    if people.roster is None:
        return []
    present = {owner.student for owner in owners}
    return [student for student in people.roster.students if student.id not in present]
