"""Fair calls are small, no edges first, answered alike each time, and give no hidden case away."""

import pytest

from grader.advice.fair_calls import fair_calls
from grader.cases.events import CaseResult
from grader.judge.jobs import Drawn, FairCall, Run
from tests.unit.judge.builders import a_result


def drawn(answers: dict[str, str], **changed: str) -> Run:
    """The reference's run over calls of these texts; one without an answer was not made."""
    run = Run(0, drawn=Drawn([FairCall(text.partition("(")[0], b"", text) for text in answers]))
    run.results = {
        text: CaseResult(
            text, "passed", calls=[(text, answer)] if answer else [], fingerprint=answer
        )
        for text, answer in (answers | changed).items()
    }
    return run


def chosen(answers: dict[str, str], *hidden: tuple[str, str]) -> tuple[list[str], list[str]]:
    """Write the calls that are kept where hidden cases make others, and the faults."""
    kept, faults = fair_calls(drawn(answers), drawn(answers), [a_result("one", calls=[*hidden])])
    return [call.text for call in kept], faults


def test_the_plain_and_short_come_first() -> None:
    """What is empty comes behind what is not, and what the reference refuses behind both."""
    texts = ["f([1, 2])", "f([])", "f(ab)", "f(0)", "f(1)"]
    answers = {text: "raised ValueError" if text == "f(0)" else "1" for text in texts}

    kept, faults = chosen(answers, ("f(-1)", "raised ValueError"))

    assert kept == ["f(1)", "f(ab)", "f([1, 2])", "f([])", "f(0)"]
    assert faults == []


def test_of_many_calls_the_small_ones_are_kept_and_others_of_all_sizes() -> None:
    """Of each function the first twelve are whole, and the rest even."""
    kept, _ = chosen({f"f({number})": "1" for number in range(100, 400)})

    assert kept[:12] == [f"f({number})" for number in range(100, 112)]
    assert 18 < len(kept) <= 24
    assert kept[-1] > "f(380)"


@pytest.mark.parametrize(
    "call",
    [
        "f([1, 2, 3])",  # as a hidden case makes it
        "g(5, [4, 6, 5])",  # with what it hands over
        "g(7)",  # with what comes of it
        "g(0)",
        "g(<object>)",
    ],
)
def test_what_stands_in_hidden_cases_is_not_asked(call: str) -> None:
    """Neither their calls, nor a container of theirs as an argument or an answer."""
    answers = {call: "(9, 8, 7)" if call == "g(7)" else "0.5", "g([1, 1, 1])": "0.5", "f(4)": "[]"}

    kept, _ = chosen(
        answers, ("f([1, 2, 3])", "0.5"), ("h([4, 6, 5], [1, 1, 1])", "(9, 8, 7)"), ("g(0)", "1")
    )

    assert kept == ["f(4)", "g([1, 1, 1])"]


@pytest.mark.parametrize(
    ("hidden", "call"),
    [
        ("f(a=41, b=58)", "f(41, 58)"),
        ("f(b=58, a=41)", "f(41, 58)"),
        ("f((4, 5, 6, 17))", "f([4, 5, 6, 17])"),
        ("g(values=(4, 5, 6, 17))", "f([4, 5, 6, 17])"),
    ],
)
def test_a_hidden_call_in_another_form_is_not_asked(hidden: str, call: str) -> None:
    """Neither names of arguments, nor their order, nor another container make it another."""
    kept, _ = chosen({call: "1", "f(2)": "2"}, (hidden, "1"))

    assert kept == ["f(2)"]


def test_a_function_with_more_calls_than_are_kept_is_not_asked() -> None:
    """Nobody knows what a hidden case hands it over."""
    answers = {"f(1)": "1", "g(1)": "1"}
    case = a_result("one")
    case.left_out, case.callables = 1, ["f"]

    kept, _ = fair_calls(drawn(answers), drawn(answers), [case])

    assert [call.text for call in kept] == ["g(1)"]


def test_what_cannot_be_used_is_said_once_for_each_function() -> None:
    """A function that the reference has not, and an exception that no hidden case asks for."""
    refused = {"f(1)": "raised KeyError", "f(2)": "raised KeyError", "g(1)": ""}

    kept, faults = chosen(refused, ("f(0)", "raised ValueError"))

    assert kept == []
    assert faults == [
        "f(1) is not fair: the reference raises KeyError, and no hidden case asks for that.",
        "g is no function of the reference.",
    ]


def test_an_answer_that_changes_is_none() -> None:
    """What the reference answers otherwise when it is asked again is left out."""
    kept, _ = fair_calls(drawn({"f(1)": "1", "f(2)": "1"}), drawn({"f(1)": "1", "f(2)": "2"}), [])

    assert [(call.text, call.answer) for call in kept] == [("f(1)", "1")]


def test_a_file_that_ends_the_examiner_is_a_fault() -> None:
    """Nothing was drawn, and the author reads why."""
    assert fair_calls(Run(0, fault="died"), Run(0), []) == ([], ["it cannot be used: died."])
