"""A student reads what kind of thing happened, in their own file, and no value."""

import pytest

from grader.border.inert import Wrong
from grader.cases.events import Failure
from grader.judge.sentences import case_message, import_message, reported, type_to_show
from grader.judge.submission_source import Source
from grader.model.course import Limits
from grader.model.report import Reveal

SECRET = "4711 at /srv/hidden/test_sums.py"
CODE = (
    b"class Odd(ValueError):\n    pass\n\n\ndef add(a, b):\n    return a + b\n\n\n"
    b"while a:\n    a()\n"
)
SOURCE = Source({"sums.py": CODE}, "sums.py", stub={"sums.py": b"def add(a):\n    pass\n"})
BUILT_IN = "builtins.ValueError|builtins.Exception|builtins.BaseException"


def said(failure: Failure, reveal: Reveal = Reveal.SENTENCE) -> str:
    """Say a failure to the student of `sums.py`."""
    return case_message(reported(failure, SOURCE), reveal, SOURCE, Limits())


SENTENCES = {
    "raised": (
        Failure("raised", BUILT_IN, text=SECRET, file="sums.py", line=6),
        "Your code raised ValueError in line 6 of sums.py (`return a + b`).",
    ),
    "raised nowhere": (Failure("raised", BUILT_IN, text=SECRET), "Your code raised ValueError."),
    "not implemented": (
        Failure("raised", "builtins.NotImplementedError", file="sums.py", line=2),
        "This part is not implemented yet: NotImplementedError in line 2 of sums.py.",
    ),
    "input": (
        Failure("raised", "builtins.EOFError", text=SECRET, file="sums.py", line=2),
        (
            "Your code asked for input() that is not there: EOFError in line 2 of sums.py. "
            "There is no keyboard here: use the values that your function is called with."
        ),
    ),
    "exit": (
        Failure("raised", "builtins.SystemExit", text=SECRET, file="sums.py", line=2),
        "Your code called exit() in line 2 of sums.py: SystemExit. A function must return instead.",
    ),
    "recursion": (
        Failure("raised", "builtins.RecursionError", text=SECRET, file="sums.py", line=2),
        (
            "Your code called itself too deeply: RecursionError in line 2 of sums.py. When does it "
            "answer without calling itself?"
        ),
    ),
    "wrong_type": (
        Failure("wrong_type", "list", "number", text=SECRET),
        "The result is a list where a number was expected.",
    ),
    "wrong_type text": (
        Failure("wrong_type", "text", "truth value"),
        "The result is text where a truth value was expected.",
    ),
    "arguments": (
        Failure("arguments", expected_type="add", text=SECRET, line=1),
        (
            "add is called with 1 value, and yours begins `def add(a, b):` in line 5 of sums.py. "
            "The stub has `def add(a):`."
        ),
    ),
    "arguments of what has no line": (
        Failure("arguments", expected_type="subtract", text=SECRET, line=3),
        "A function of yours is called with 3 values, which it does not take.",
    ),
    "wrong_value": (Failure("wrong_value", text=SECRET), "The result is a wrong value."),
    "changed": (
        Failure("changed", "list", text=SECRET),
        "The list that your function was given is not as it should be afterwards.",
    ),
    "changed object": (
        Failure("changed", SECRET),
        "What your function was given is not as it should be afterwards.",
    ),
    "asserted": (
        Failure("asserted", text=SECRET),
        "Your code does not do what this case asks for.",
    ),
    "unwritten": (
        Failure("unwritten", text="add", file="sums.py", line=5),
        "add is not written yet: line 5 of sums.py.",
    ),
    "not_raised": (
        Failure("not_raised", text=SECRET),
        "An exception was expected here, and none was raised.",
    ),
    "object": (
        Failure("object", "generator", "add", Wrong.OBJECT),
        "add gave a generator: was a `return` meant in place of a `yield`?",
    ),
    "unusable": (
        Failure("unusable", "TypeError", text=SECRET),
        "The result cannot be used as this case uses it (TypeError). Look at what you return.",
    ),
    "unusable, another's error": (
        Failure("unusable", "OracleError4711", text=SECRET),
        "The result cannot be used as this case uses it (an error). Look at what you return.",
    ),
    "timed_out": (
        Failure("timed_out", text=SECRET),
        (
            "Your code ran longer than 2 seconds and was stopped at this time limit. "
            "Look for a loop that never ends."
        ),
    ),
    "timed_out in a loop": (
        Failure("timed_out", file="sums.py", line=9),
        (
            "Your code ran longer than 2 seconds and was stopped at this time limit. It was in "
            "the loop that begins in line 9 of sums.py: `while a:`. What ends that loop, and does "
            "it happen?"
        ),
    ),
    "timed_out in a function": (
        Failure("timed_out", file="sums.py", line=5),
        (
            "Your code ran longer than 2 seconds and was stopped at this time limit. It was in "
            "the function that begins in line 5 of sums.py: `def add(a, b):`. Look for a "
            "loop or calls that never end."
        ),
    ),
    "import_timed_out": (
        Failure("import_timed_out"),
        (
            "Your file ran longer than 2 seconds while it was being imported, and was stopped "
            "at this time limit. "
            "Look for a loop outside your functions."
        ),
    ),
    "no_time_left": (
        Failure("no_time_left"),
        (
            "The time for the whole submission (20 seconds) was used up before this case. "
            "Look at the cases that took too long."
        ),
    ),
    "hung": (
        Failure("hung", text="dcg"),
        (
            "This case was not run: it calls dcg, and the two cases before it that call dcg "
            "did not end. Look for a loop that never ends, and submit again."
        ),
    ),
    "memory": (
        Failure("memory", text=SECRET),
        "Your code needed more than the 512 MiB of memory that it may use.",
    ),
    "memory in a loop": (
        Failure("memory", file="sums.py", line=10),
        (
            "Your code needed more than the 512 MiB of memory that it may use. It was in the loop "
            "that begins in line 9 of sums.py: `while a:`. What ends that loop, and does it happen?"
        ),
    ),
    "memory in no loop": (
        Failure("memory", file="sums.py", line=6),
        "Your code needed more than the 512 MiB of memory that it may use.",
    ),
    "signal": (
        Failure("signal", text="11"),
        "Your code crashed Python: it ended with the signal SIGSEGV.",
    ),
    "an unknown signal": (
        Failure("signal", text="63"),
        "Your code crashed Python: it ended with the signal 63.",
    ),
    "exited": (
        Failure("exited", text="3"),
        "Your code ended the Python process (exit status 3) before it was done.",
    ),
    "ended": (
        Failure("ended", text=SECRET),
        (
            "A value that your code gave crashed the check of it. "
            "Look at its type, how large it is and how deep it is nested."
        ),
    ),
    "files": (
        Failure("files", text=SECRET),
        "Your code wrote more, or larger, files than it may.",
    ),
    "printed": (
        Failure("printed", text=SECRET),
        "Your code printed more than 8 MiB and was stopped.",
    ),
    "breach": (
        Failure("breach", text=SECRET),
        "Your code interfered with how it is run, and was stopped.",
    ),
    "skipped": (
        Failure("skipped", text=SECRET),
        "Your code skipped this case, which a submission cannot do.",
    ),
    "missing": (Failure("missing", text=SECRET), "This case could not be run with your code."),
    "no_file": (Failure("no_file", text="sums.py is empty."), "sums.py is empty."),
    "test_error": (
        Failure("test_error", text=SECRET),
        "The hidden cases could not be loaded with your code. Does it define every name?",
    ),
    "unknown": (Failure("unknown", text=SECRET), "This case did not pass."),
}


@pytest.mark.parametrize(("failure", "sentence"), SENTENCES.values(), ids=SENTENCES)
def test_each_kind_has_its_sentence(failure: Failure, sentence: str) -> None:
    """Each kind of failure is one sentence, without a value of the hidden case and its path."""
    assert said(failure) == sentence


def test_the_exception_that_is_wanted_is_named_with_values() -> None:
    """Which exception a case expects is shown at the level `values`."""
    failure = Failure("not_raised", text="ValueError to be raised")

    assert said(failure, Reveal.VALUES) == (
        "This case expects ValueError to be raised, and nothing was raised."
    )


def test_text_is_told_with_values() -> None:
    """What an exception says is shown at the level `values`, bounded and printable."""
    failure = Failure("raised", BUILT_IN, text="no \x1b[31m" + "x" * 1000, file="sums.py", line=6)

    sentence = said(failure, Reveal.VALUES)

    assert sentence.startswith(
        r"Your code raised ValueError in line 6 of sums.py (`return a + b`): no \x1b[31mxxx"
    )
    assert len(sentence) < 400


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (BUILT_IN, "ValueError"),
        ("sums.Odd|builtins.ValueError|builtins.Exception", "Odd"),
        ("sums.add.<locals>.Odd|builtins.ValueError", "Odd"),
        ("sums.Made4711|builtins.KeyError|builtins.Exception", "KeyError"),
        ("builtins.Forged4711|builtins.Exception", "Exception"),
        ("builtins.len|builtins.Exception", "Exception"),
        ("sums.4711 is expected|builtins.Exception", "Exception"),
        ("json.decoder.JSONDecodeError|builtins.ValueError", "ValueError"),
        ("", "Exception"),
    ],
)
def test_type_names(names: str, shown: str) -> None:
    """A type is named when it is built in or a class statement of the submission."""
    assert type_to_show(names, SOURCE) == shown


def imported(failure: Failure, code: str | bytes) -> str:
    """Say why `sums.py` could not be imported."""
    data = code.encode() if isinstance(code, str) else code
    source = Source({"sums.py": data}, "sums.py")
    return import_message(reported(failure, source), source, Limits())


def test_a_syntax_error_is_marked() -> None:
    """A caret stands below the column that Python names, also where the line is indented."""
    failure = Failure("import", "builtins.SyntaxError", "", "expected ':'", "sums.py", 2, 11)

    message = imported(failure, "if True:\n    if a > 1\n        pass\n")

    assert message == (
        "sums.py could not be imported: SyntaxError in line 2: expected ':'\n"
        "    if a > 1\n"
        "          ^"
    )


@pytest.mark.parametrize(
    ("file", "line"), [("", 0), ("sums.py", 99), ("test_sums.py", 1), ("../secret.py", 1)]
)
def test_lines_are_of_the_submission(file: str, line: int) -> None:
    """A line that the submission does not have is not shown."""
    failure = Failure("import", BUILT_IN, "", "bad", file, line)

    assert "\n" not in imported(failure, "x = 1\n")


def test_a_long_line_is_cut() -> None:
    """A line of a megabyte does not fill the report."""
    failure = Failure("import", "builtins.SyntaxError", "", "y" * 10**6, "sums.py", 1, 3)

    assert len(imported(failure, "x" * 10**6)) < 3000


def test_an_import_error_is_shown_whole() -> None:
    """What an import raised is told with its text: nothing hidden had reached the file."""
    failure = Failure("import", BUILT_IN, "", "no \x1b[31m colour", "sums.py", 1)

    assert imported(failure, "raise ValueError\n").startswith(
        r"sums.py could not be imported: ValueError in line 1: no \x1b[31m colour"
    )


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("EOFError", "call input() inside a function only"),
        ("SystemExit", "take that call out"),
        ("ModuleNotFoundError", "what the lesson names can be imported"),
        (
            "ModuleNotFoundError",
            "If it is a file of yours, put its code into the one that you submit",
        ),
        ("TabError", "let your editor turn each tab into four spaces"),
    ],
)
def test_advice_follows_the_error(name: str, advice: str) -> None:
    """An error that beginners meet comes with what to do."""
    assert advice in imported(Failure("import", f"builtins.{name}", "", "x"), "pass\n")


MISSING = Failure(
    "import", "builtins.ImportError", "", "cannot import name 'add' from 'sums' (sums.py)"
)


@pytest.mark.parametrize(
    ("code", "second_line"),
    [
        ("def Add(a): ...\n", "It defines Add: is that the function, under another name?"),
        ("def adds(a): ...\n", "It defines adds: is that the function, under another name?"),
        ("def solve(): ...\nclass Z: ...\n", "It defines: solve, Z."),
        ("x = 1\n", None),
        (
            "class A:\n    def add(a): ...\n",
            "In line 2 of sums.py it is part of something else: move it to the left margin.",
        ),
    ],
)
def test_a_missing_name_is_looked_for(code: str, second_line: str | None) -> None:
    """A missing name is said with where it stands instead, or the nearest name that is there."""
    message = imported(MISSING, code)

    assert message.splitlines()[0] == ("sums.py does not define add, which the cases use.")
    assert message.splitlines()[1:] == ([second_line] if second_line else [])


def test_long_names_are_neither_compared_nor_shown() -> None:
    """A file of names made to be compared for ever is told of at once and in few words."""
    names = [f"{'ab' * 232}{number}" for number in range(300)]
    code = "".join(f"def {name}(): ...\n" for name in names)
    text = f"cannot import name '{'a' * 1900}' from 'sums' (sums.py)"

    message = imported(
        Failure("import", "builtins.ImportError", "", text), code + "def adds(): ...\n"
    )

    assert message.endswith("\nIt defines: adds.")
    assert type_to_show(f"sums.{'Made' * 99}|builtins.KeyError", SOURCE) == "KeyError"


def test_what_is_asked_for_is_no_other_name() -> None:
    """A function that the cases ask for as well is not taken for the one that is missing."""
    source = Source({"sums.py": b"def adds(a): ...\n"}, "sums.py", frozenset(("add", "adds")))

    assert import_message(reported(MISSING, source), source, Limits()).endswith(
        "\nIt defines: adds."
    )
