"""Examples of a submission's docstrings run in its own process; a test's own run here."""

import doctest
import os
from inspect import cleandoc
from typing import Any

import pytest

from grader.bridge import doctests
from grader.bridge.session import Session

from .conftest import Open

pytestmark = pytest.mark.jail

LESSON = '''
def f():
    """Say where this runs.

    >>> import os
    >>> n = os.getpid()
    >>> print(n)
    0
    """
'''


@pytest.fixture
def session(open_session: Open, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A session over a submission with examples, to which doctest listens."""
    made = open_session(LESSON)
    for name in ("compile", "exec"):
        monkeypatch.setattr(doctest, name, None, raising=False)
    monkeypatch.setattr(doctest.DocTestParser, "parse", doctest.DocTestParser.parse)
    doctests.install(lambda text: made.docs.get(cleandoc(text)), made.ask)
    return made


def printed(text: str) -> str:
    """Run examples and give what the failing one printed."""
    said: list[str] = []
    test = doctest.DocTestParser().get_doctest(text, {}, "name", None, 0)
    doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    return "".join(said).rpartition("Got:\n")[2].strip()


def test_a_submissions_examples_run_in_its_process(session: Session) -> None:
    """No example of a docstring that the submission gave is run on the trusted side."""
    function: Any = session.ask("import", ("lesson", False)).f

    assert int(printed(function.__doc__)) != os.getpid()


def test_an_example_of_the_tests_own_runs_here(session: Session) -> None:
    """A text that no submission gave is run where the test is."""
    assert int(printed(">>> import os\n>>> print(os.getpid())\n0\n")) == os.getpid()
