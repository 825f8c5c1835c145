"""What a run hangs on beside answers is noted while it runs."""

import os
from collections.abc import Callable

import pytest

from grader.bridge.differences import Difference, Differences, WatchedText

HIDDEN = "/course/tests/hidden/sums/"
Look = Callable[[Differences], object]
HARMLESS: list[Look] = [
    lambda d: d.audit("builtins.id", (1,)),
    lambda d: d.audit("os.putenv", (b"PYTEST_CURRENT_TEST", b"x")),
    lambda d: d.audit("open", (HIDDEN + "test_sums.py", "r", os.O_RDONLY)),
    lambda d: d.tell({"seed": 1}),
    lambda d: d.seed(3),
    lambda d: len(WatchedText({"sums.py": b""}, d)),
]
FOUND: list[tuple[Look, Difference]] = [
    (lambda d: d.audit("os.putenv", (b"HOME", b"x")), Difference.ENVIRONMENT),
    (lambda d: d.audit("open", ("/tmp/x", "r", 0)), Difference.FILES),
    (lambda d: d.audit("open", (HIDDEN + "test_sums.py", "w", 0)), Difference.FILES),
    (lambda d: d.audit("open", (3, "r", 0)), Difference.FILES),
    (lambda d: d.audit("tempfile.mkstemp", ("x",)), Difference.FILES),
    (lambda d: d.audit("os.listdir", (".",)), Difference.FILES),
    (lambda d: d.audit("_thread.start_new_thread", ()), Difference.OUTSIDE),
    (lambda d: d.audit("time.sleep", (1,)), Difference.OUTSIDE),
    (lambda d: d.audit("socket.connect", ()), Difference.OUTSIDE),
    (lambda d: d.audit("import", ("x",)), Difference.OUTSIDE),
    (lambda d: d.audit("something of a Python to come", ()), Difference.OUTSIDE),
    (lambda d: d.tell({"seed": 1, "files": {}}), Difference.FILES),
    (lambda d: d.tell({"folder": "x"}), Difference.FILES),
    (lambda d: d.tell({"environ": {}}), Difference.ENVIRONMENT),
    (lambda d: d.tell({"patches": []}), Difference.PATCHES),
    (lambda d: d.seed(None), Difference.CHANCE),
    (lambda d: d.collect("start", {}), Difference.GARBAGE),
    (lambda d: WatchedText({"sums.py": b""}, d)["sums.py"], Difference.TEXT),
    (lambda d: WatchedText({"sums.py": b""}, d).get("sums.py"), Difference.TEXT),
    (lambda d: WatchedText({"sums.py": b""}, d).values(), Difference.TEXT),
    (lambda d: WatchedText({"sums.py": b""}, d).items(), Difference.TEXT),
]


@pytest.mark.parametrize("look", HARMLESS)
def test_what_a_plain_run_does_is_of_no_matter(look: Look) -> None:
    """pytest's own variable, lines of a hidden file, seeds and names of files are no difference."""
    differences = Differences(HIDDEN)

    look(differences)

    assert differences.found == set()


@pytest.mark.parametrize(("look", "difference"), FOUND)
def test_everything_else_is_noted(look: Look, difference: Difference) -> None:
    """Whatever is not known to be harmless keeps a run from being remembered."""
    differences = Differences(HIDDEN)

    look(differences)

    assert differences.found == {difference}
