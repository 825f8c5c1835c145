"""Turns a case of a report into what is shown of it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from textwrap import dedent

from grader.feedback.contexts import CaseView, Message, Side
from grader.feedback.remarks import remarks_on_case
from grader.feedback.words import OUTCOMES
from grader.model.phrases import count, of_points, ranges
from grader.model.report import SETTLED, CaseReport, Outcome, Remark
from grader.model.text import cut_text, first_difference, printable

_LONGEST_TEXT = 4000  # characters of one message, call or value
_LINE = re.compile(r"\bline \d")
_OVER_A_LIMIT = (Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY)
_STOPPED = (Outcome.ERROR, *_OVER_A_LIMIT)


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
    names_line = view.message is not None and _LINE.search(view.message.sentence) is not None
    return names_line or view.outcome in _STOPPED


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
    told = (view.message, view.call, view.expected, view.got, view.hint, view.remarks)
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


def _case_view(number: int, case: CaseReport, remarks: tuple[Remark, ...]) -> CaseView:
    shown = case.shown
    by_hand = remarks_on_case(remarks, case.id)
    expected, got = _sides(shown.expected, shown.got) if shown else (None, None)
    return CaseView(
        number=number,
        sentence=_shortened(case.sentence),
        outcome=case.outcome,
        badge=OUTCOMES[case.outcome],
        points=of_points(case.points, case.max_points),
        is_full=Fraction(case.points) >= Fraction(case.max_points),
        message=split_message(case.message),
        hint=_shortened(case.hint) if case.hint else None,
        call=_shortened(shown.call) if shown and shown.call else None,
        expected=expected,
        got=got,
        remarks=by_hand,
    )


def _sides(expected: str | None, got: str | None) -> tuple[Side | None, Side | None]:
    if expected is None or got is None:
        return _whole(expected), _whole(got)
    left, right = _shortened(expected), _shortened(got)
    at = first_difference(left, right)
    if at == 0:  # nothing to point at: all of it differs
        return Side(left, ""), Side(right, "")
    return Side(left[:at], left[at:]), Side(right[:at], right[at:])


def _whole(text: str | None) -> Side | None:
    return None if text is None else Side(_shortened(text), "")


def _shortened(text: str) -> str:
    return printable(cut_text(text, _LONGEST_TEXT))
