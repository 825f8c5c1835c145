"""What is said of a class is rounded as a reader expects it."""

from grader.feedback.chart_data import discrimination_text


def test_discriminations_are_written_with_two_places() -> None:
    """What is undefined is a dash, and what rounds to nought has no sign."""
    assert [discrimination_text(one) for one in (None, -0.001, 0.456)] == ["–", "0.00", "0.46"]
