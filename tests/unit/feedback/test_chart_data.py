"""The chart of discrimination has the cases at their places, and says so in words."""

from grader.feedback.chart_data import discrimination_text, dot_chart
from grader.feedback.words import Tone
from grader.model.report import JudgedSubmission
from grader.model.summary import ClassSummary, summarize
from tests.unit.model.planted_class import planted


def class_of(*letters: str) -> ClassSummary:
    """Sum up students by the outcomes of their cases."""
    return summarize([JudgedSubmission(planted(str(n), each)) for n, each in enumerate(letters)])


def test_dots_stand_at_rate_and_discrimination() -> None:
    """Cases close by share a dot; one below nought is told by its colour and by a lower scale."""
    chart = dot_chart(class_of("pppf", "pppf", "pfff", "fffp"))

    assert chart is not None
    told = "case 1: 75 %, 0.17; case 2: 50 %, 1.00; case 3: 50 %, 1.00; case 4: 25 %, -0.78."
    assert chart.text == told
    assert [(one.label, one.tone) for one in chart.dots] == [
        ("4", Tone.BAD),
        ("1", Tone.READY),
        ("2+", Tone.READY),
    ]
    assert [name for _, name in chart.lines] == ["-1", "-0.5", "0", "0.5", "1"]
    assert all(36 <= one.x <= 346 and 16 <= one.y <= 166 for one in chart.dots)


def test_without_discrimination_nothing_is_drawn() -> None:
    """Where all pass everything, no case has a place."""
    assert dot_chart(class_of("pp", "pp")) is None
    assert dot_chart(summarize([])) is None


def test_discriminations_are_written_with_two_places() -> None:
    """What is undefined is a dash, and what rounds to nought has no sign."""
    assert [discrimination_text(one) for one in (None, -0.001, 0.456)] == ["–", "0.00", "0.46"]
