"""Puts faults that do not hide each other into one course, since to prove a course is dear."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tests.integration.verify.broken_courses import Broken
from tests.integration.verify.small_course import SOUND, Changes


@dataclass
class Faulty:
    """A course with several faults, each at the place that it has beside the others."""

    with_mutants: bool
    faults: dict[str, Broken] = field(default_factory=dict)
    changes: dict[str, str | None] = field(default_factory=dict)

    def takes(self, broken: Broken) -> bool:
        """Tell whether a fault can stand beside the others: no file is to be two things."""
        if broken.hides or any(one.hides for one in self.faults.values()):
            return not self.faults
        return broken.with_mutants == self.with_mutants and not any(
            file in self.changes and not (_is_added(text) and _is_added(self.changes[file]))
            for file, text in broken.changes.items()
        )

    def add(self, name: str, broken: Broken) -> None:
        """Take a fault in; what it adds to a file stands below what others have added."""
        self.faults[name] = replace(broken, place=_moved(broken.place, self.changes))
        for file, text in broken.changes.items():
            before = self.changes.get(file)
            self.changes[file] = text if before is None else f"{before}\n\n{str(text)[1:]}"


def together(broken: Mapping[str, Broken]) -> list[Faulty]:
    """Divide faults among as few courses as can be."""
    courses: list[Faulty] = []
    for name, one in broken.items():
        course = next((course for course in courses if course.takes(one)), None)
        if course is None:
            course = Faulty(one.with_mutants)
            courses.append(course)
        course.add(name, one)
    return courses


def _is_added(text: str | None) -> bool:
    return text is not None and text.startswith("+")


def _moved(place: str, changes: Changes) -> str:
    """Count a place in what is added from the end of what was added before."""
    file, _, line = place.partition(":")
    before = changes.get(file)
    if before is None or not _is_added(before) or int(line) <= SOUND[file].count("\n"):
        return place
    return f"{file}:{int(line) + before.count(chr(10)) + 2}"
