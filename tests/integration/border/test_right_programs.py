"""Right programs in another style than the reference pass, but for a few that a rule refuses."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .driver import Lesson, run_over_border, run_plainly

pytestmark = pytest.mark.process

STYLES = Path(__file__).parents[2] / "material" / "styles"
LESSONS = sorted(folder.name for folder in STYLES.iterdir() if any(folder.glob("*.py")))
# what the failed cases say; docs/known-limits.md has a row for each
JUDGED_WRONG = {
    # a tuple with objects in it, where the reference's class is none
    "cards/named_tuple": "an object where data was expected: Suit",
    # an object to loop over, where the reference gives a list
    "primes/iterable_helper": "an object where data was expected: Lazy",
    # a method of an own dictionary's, where the reference gives a plain one
    "turnstile/generators_inside": "KeyError: 'push'",
}


def reference_of(lesson: str) -> tuple[Lesson, dict[str, bytes]]:
    """Give the hidden cases and the reference of a lesson."""
    folder = STYLES / lesson
    return Lesson(folder / "hidden"), {f"{lesson}.py": (folder / "reference.py").read_bytes()}


def programs(lesson: str, reference: bytes) -> Iterator[tuple[str, bytes]]:
    """Give each program whole: a file here holds what takes the place of the reference's own."""
    for path in sorted((STYLES / lesson).glob("*.py")):
        if path.name != "reference.py":
            yield f"{lesson}/{path.stem}", reference + b"\n\n" + path.read_bytes()


@pytest.mark.parametrize("lesson", LESSONS)
def test_right_programs_pass(lesson: str) -> None:
    """A right program passes every case; one that is judged wrong passes in plain pytest."""
    where, sources = reference_of(lesson)
    [(module, reference)] = sources.items()
    recorded = run_over_border(where, sources)
    passed = dict.fromkeys(recorded.outcomes, "passed")
    assert passed == recorded.outcomes, recorded.reasons

    for name, source in programs(lesson, reference):
        judged = run_over_border(where, {module: source}, recorded.contract)

        if name not in JUDGED_WRONG:
            assert judged.outcomes == passed, (name, judged.reasons)
        else:
            failed = [judged.reasons[one] for one in passed if judged.outcomes[one] != "passed"]
            assert failed, name
            assert [one for one in failed if JUDGED_WRONG[name] not in one] == []
            assert run_plainly(where, {module: source}).outcomes == passed
