"""Turns a case of a report into what is shown of it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from textwrap import dedent

from msgspec import Struct
from msgspec.structs import replace

from grader.feedback.remarks import RemarkView, remarks_on_case
from grader.feedback.words import OUTCOMES, Badge
from grader.model.phrases import count, of_points, ranges
from grader.model.report import SETTLED, CaseReport, Outcome, Place, Remark, Shown
from grader.model.text import cut_text, first_difference, printable

_LONGEST_TEXT = 4000  # characters of one message, call or value
_MOST_CASES = 2048  # kept of a class's: those of submissions that behave alike are equal
_OVER_A_LIMIT = (Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY)
_STOPPED = (Outcome.ERROR, *_OVER_A_LIMIT)


class Message(Struct, frozen=True):
    """A message, with the student's own source line kept apart."""

    sentence: str
    excerpt: str | None = None  # to be shown with every space as it is


class Side(Struct, frozen=True):
    """One side of a comparison; `differs` begins where the two sides part."""

    same: str
    differs: str


class CaseView(Struct, frozen=True):
    """One case, ready to be shown."""

    number: int
    sentence: str
    outcome: Outcome
    badge: Badge
    points: str
    is_full: bool  # none of its points is missing
    message: Message | None = None
    place: Place | None = None  # the line that the message names
    hint: str | None = None
    shown: tuple[tuple[str, Side], ...] = ()  # call, expected and got, as far as they are told
    remarks: tuple[RemarkView, ...] = ()


def case_views(
    cases: tuple[CaseReport, ...], remarks: tuple[Remark, ...] = ()
) -> tuple[CaseView, ...]:
    """Number the cases in the order they were written."""
    return tuple(_case_view(number, case, remarks) for number, case in enumerate(cases, start=1))


def told_once(views: Sequence[CaseView], message: Message | None) -> tuple[CaseView, ...]:
    """Leave out of each case what the message of the whole says, or an earlier case has said.

    What names a line, or says that the code was stopped, is about the code and not about the case:
    where several cases show it, or it went over a limit, no hint helps.
    """
    alike: dict[Message | None, list[int]] = {}
    for view in views:
        alike.setdefault(view.message, []).append(view.number)
    return tuple(_shortened_view(view, message, alike[view.message]) for view in views)


def _is_about_the_code(view: CaseView) -> bool:
    return view.place is not None or view.outcome in _STOPPED


def _shortened_view(view: CaseView, message: Message | None, alike: Sequence[int]) -> CaseView:
    if view.message is None:
        return view
    if message is not None and view.message.sentence == message.sentence:
        return replace(view, message=None, hint=None)
    told, (first, *others) = view.message, alike
    if _is_about_the_code(view) and (others or view.outcome in _OVER_A_LIMIT):
        view = replace(view, hint=None)
    if view.number != first:
        return replace(view, message=None)
    return replace(view, message=_with_others(told, others))


def _with_others(message: Message, others: Sequence[int]) -> Message:
    if not others:
        return message
    noun = "case" if len(others) == 1 else "cases"
    return replace(message, sentence=f"{message.sentence} The same in {noun} {ranges(others)}.")


def tells_more(view: CaseView) -> bool:
    """Whether there is more to say of a case than that it did not pass."""
    told = (view.message, view.shown, view.hint, view.remarks)
    return view.outcome in SETTLED or any(told)


def settled_line(views: Sequence[CaseView]) -> str | None:
    """Name the settled cases by number, each outcome and what it lacks of its points apart."""
    alike: dict[str, list[int]] = {}
    for view in views:
        word = view.badge.word if view.is_full else f"{view.badge.word}, {view.points}"
        alike.setdefault(word, []).append(view.number)
    parts = [f"{word}: {ranges(numbers)}" for word, numbers in alike.items()]
    return f"{'; '.join(parts).capitalize()}." if parts else None


def tally(cases: tuple[CaseReport, ...]) -> str:
    """Say how many cases pass."""
    counted = [case for case in cases if case.outcome is not Outcome.SKIPPED]
    passed = sum(case.outcome is Outcome.PASSED for case in counted)
    if not counted:
        return "No case is shown."
    verb = "passes" if passed == 1 else "pass"
    return f"{passed} of {count(len(counted), 'case')} {verb}."


def split_message(message: str | None) -> Message | None:
    """Part a message's sentence from the source line and caret below it."""
    if message is None:
        return None
    sentence, _, rest = _shortened(message).partition("\n")
    return Message(sentence, dedent(rest.rstrip("\n")) or None)


@lru_cache(_MOST_CASES)
def _case_view(number: int, case: CaseReport, remarks: tuple[Remark, ...]) -> CaseView:
    return CaseView(
        number=number,
        sentence=_shortened(case.sentence),
        outcome=case.outcome,
        badge=OUTCOMES[case.outcome],
        points=of_points(case.points, case.max_points),
        is_full=Fraction(case.points) >= Fraction(case.max_points),
        message=split_message(case.message),
        place=case.failure.place if case.failure else None,
        hint=_shortened(case.hint) if case.hint else None,
        shown=tuple(_sides(case.shown)) if case.shown else (),
        remarks=remarks_on_case(remarks, case.id),
    )


def _sides(shown: Shown) -> Iterator[tuple[str, Side]]:
    """Yield what is told of a comparison; two sides that begin alike show where they part."""
    if shown.call:
        yield "Call", Side(_shortened(shown.call), "")
    expected, got = (text and _shortened(text) for text in (shown.expected, shown.got))
    same = first_difference(expected, got) if expected and got else 0
    for name, text in (("Expected", expected), ("Got", got)):
        if text is not None:  # where they begin otherwise, all of it differs: nothing to point at
            yield name, Side(text[:same], text[same:]) if same else Side(text, "")


def _shortened(text: str) -> str:
    return printable(cut_text(text, _LONGEST_TEXT))
