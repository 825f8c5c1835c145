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


@pytest.mark.parametrize("blank", [b"\n", b" \t\n", b"\f\n"])
def test_a_class_below_many_blank_lines_is_named(blank: bytes) -> None:
    """A search that begins anew at each blank line, and passes over the others, would not end."""
    sources = {"stacks.py": blank * 200_000 + b"    async  def make(x): ...\nclass\tStack: ...\n"}

    assert refusal("make", "Stack", sources).startswith("make gave an object of your class Stack")
