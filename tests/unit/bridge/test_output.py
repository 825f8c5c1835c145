"""What a submission prints, warns of and logs reaches the test's own streams and watchers."""

import logging
import warnings
from typing import Any

import pytest

from grader.bridge.output import Output, pass_on


def test_text_is_printed_to_the_stream_that_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    """It is kept as well, in order."""
    output = Output(stop_at=10)

    assert output.print([(1, "sum "), (2, "é"), (1, "5\n")])
    assert capsys.readouterr() == ("sum 5\n", "é")
    assert (output.text(), output.size) == ("sum é5\n", 8)


def test_what_is_too_much_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The piece that goes beyond the bytes ends it."""
    output = Output(stop_at=4)

    assert not output.print([(1, "abc"), (1, "éa"), (1, "b")])
    assert capsys.readouterr().out == output.text() == "abc"


def test_warnings_and_records_are_handed_on(caplog: pytest.LogCaptureFixture) -> None:
    """A class of warning is found by the names along its inheritance, where it is not given."""
    rows: list[list[Any]] = [
        ["old", DeprecationWarning, "sums.py", 3],
        ["odd", [("sums", "Odd"), ("builtins", "UserWarning")], "sums.py", 4],
    ]

    with caplog.at_level(logging.INFO), warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        pass_on(
            {"warnings": rows, "records": [["sums", logging.INFO, "adds", "add", None, 7]]},
            {"sums.py"},
        )

    assert [(str(one.message), one.category, one.lineno) for one in found] == [
        ("old", DeprecationWarning, 3),
        ("odd", UserWarning, 4),
    ]
    assert caplog.record_tuples == [("sums", logging.INFO, "adds")]


@pytest.mark.parametrize(
    "told",
    [
        {"warnings": 3, "records": {}},
        {"warnings": [["old", DeprecationWarning, "sums.py"], "row", [1, 2, 3, 4]]},
        {"warnings": [["old", DeprecationWarning, "sums.py", "3"]]},
        {"records": [["sums", "20", "adds", "add", None, 7], [1, 20, "adds", "add", None, 7]]},
    ],
)
def test_what_is_no_warning_and_no_record_is_passed_over(
    told: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    """The jail may tell anything."""
    with caplog.at_level(0), warnings.catch_warnings(record=True) as found:
        pass_on(told, ())

    assert (found, caplog.records) == ([], [])


@pytest.mark.parametrize("file", [__file__, "test_output.py", "../sums.py"])
def test_a_warning_names_no_file_of_this_side(file: str) -> None:
    """Of a file that was not handed in no line can be shown."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        pass_on({"warnings": [["old", UserWarning, file, 1]]}, {"sums.py"})

    assert [one.filename for one in found] == [f"<{file}>"]
