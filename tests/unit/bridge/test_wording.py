"""Claims about the sentence for an object where plain data was expected."""

import pytest

from grader.bridge.wording import refusal

SOURCES = {"stacks.py": b"class Stack:\n    def push(self, x): ...\n\ndef make(x): ...\n"}
YOURS = "Your code gave an object; plain data was expected."


@pytest.mark.parametrize(
    ("doing", "class_name", "sentence"),
    [
        ("make", "Stack", "make gave an object of your class Stack; plain data was expected."),
        ("Stack.push", "Other", "Stack.push gave an object; plain data was expected."),
        ("make.[3, 'HIDDEN', 4]", "", YOURS),
        ("make.HIDDEN", "", YOURS),
        ("HIDDEN.push", "", YOURS),
        ("make", "HIDDEN", "make gave an object; plain data was expected."),
        ("make.", "", YOURS),
        ("", "", YOURS),
    ],
)
def test_only_what_is_written_is_named(doing: str, class_name: str, sentence: str) -> None:
    """A name that the code makes while it runs may hold a hidden input, and is not shown."""
    assert refusal(doing, class_name, SOURCES) == sentence
