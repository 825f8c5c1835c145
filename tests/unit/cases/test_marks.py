"""What an author writes beside a case is read from ordinary pytest items."""

from pathlib import Path

import pytest

from grader.cases.events import CaseInfo
from grader.cases.marks import MARKERS, case_ids, case_info

SOURCE = """
import unittest
import pytest

def test_an_empty_list(): pass

@pytest.mark.points(2.5)
@pytest.mark.hint("Look at the brackets.")
@pytest.mark.reveal("values")
@pytest.mark.visibility("after_due_date")
@pytest.mark.timeout(3)
def test_all_marks(): "adds up"

@pytest.mark.points(2)
@pytest.mark.parametrize("secret", [4711, 4712, pytest.param(4713, id="expected 4713")])
def test_sets(secret): "adds up"

@pytest.mark.parametrize("a", [4711])
@pytest.mark.parametrize("b", [1, 2])
def test_products(a, b): pass

@pytest.mark.points(5)
class TestAll:
    def test_of_class(self): pass

    @pytest.mark.points(3)
    @pytest.mark.parametrize("n", [4711, pytest.param(2, marks=pytest.mark.points(7))])
    def test_of_set(self, n): pass

@pytest.mark.points(2)
@pytest.mark.points(3)
@pytest.mark.parametrize(
    "n", [1, pytest.param(2, marks=[pytest.mark.points(6), pytest.mark.points(7)])]
)
def test_stacked(n): pass

class TestUnittest(unittest.TestCase):
    def test_plain(self): "adds up"

    def test_weighed(self): pass
    test_weighed.__weight__ = 4
    test_weighed.__visibility__ = "hidden"
    test_weighed.__hide_errors_message__ = "Look again."
"""
POINTS = {
    "2": "2",
    "0.1": "1/10",
    "'23/2'": "23/2",
    "n=3": "3",
    "0": "0",
    "-4": "0",
    "float('nan')": "1",
    "'many'": "1",
    "": "1",
}
SENTENCES = {
    '"""adds up"""': "adds up",
    '"""\n    adds up\n\n    and more\n    """': "adds up",
    '"""   """': "Sentence of {}",
    "pass": "Sentence of {}",
}

Cases = dict[str, CaseInfo]


class Describing:
    """A pytest plugin that describes what was collected."""

    def __init__(self) -> None:
        self.cases: Cases = {}

    def pytest_configure(self, config: pytest.Config) -> None:
        for marker in MARKERS:
            config.addinivalue_line("markers", marker)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        infos = map(case_info, session.items, case_ids(session.items))
        self.cases = {info.id.partition("::")[2]: info for info in infos}


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Cases:
    """Collect one hidden file, and describe its cases by their names."""
    marked = [
        f"@pytest.mark.points({written})\ndef test_points_{number}(): pass\n"
        for number, written in enumerate(POINTS)
    ]
    told = [
        f"def test_sentence_of_{number}():\n    {docstring}\n"
        for number, docstring in enumerate(SENTENCES)
    ]
    path: Path = tmp_path_factory.mktemp("hidden") / "test_marked.py"
    path.write_text("\n".join([SOURCE, *marked, *told]), encoding="utf-8")
    plugin = Describing()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        off = ("cacheprovider", "terminal", "assertion", "capture")
        arguments = ["-c", "/dev/null", *(f"-pno:{name}" for name in off), "--collect-only"]
        pytest.main([*arguments, str(path)], plugins=[plugin])
    return plugin.cases


def test_a_bare_case(cases: Cases) -> None:
    """A case without marks is worth a point, and its name is its sentence."""
    case = cases["test_an_empty_list"]

    assert case.sentence == "An empty list"
    assert (case.points, case.hint, case.seconds) == ("1", None, None)
    assert (case.reveal, case.visibility) == ("sentence", "visible")
    assert case.id == f"{case.file}::test_an_empty_list"


def test_all_marks(cases: Cases) -> None:
    """Each mark is read."""
    case = cases["test_all_marks"]

    assert (case.sentence, case.points, case.hint) == ("adds up", "5/2", "Look at the brackets.")
    assert (case.reveal, case.visibility, case.seconds) == ("values", "after_due_date", 3.0)


@pytest.mark.parametrize(("number", "points"), list(enumerate(POINTS.values())), ids=POINTS)
def test_points(number: int, points: str, cases: Cases) -> None:
    """Points are exact, never below zero, and 1 where they cannot be read."""
    assert cases[f"test_points_{number}"].points == points


@pytest.mark.parametrize(("number", "sentence"), list(enumerate(SENTENCES.values())))
def test_sentences(number: int, sentence: str, cases: Cases) -> None:
    """The first line of the docstring that says something is the sentence, else the name."""
    assert cases[f"test_sentence_of_{number}"].sentence == sentence.format(number)


def test_of_stacked_marks_the_nearest_counts(cases: Cases) -> None:
    """Of decorators the one nearest to the function is read, and of a set's marks the last."""
    found = [cases[f"test_stacked[{n}]"].points for n in (1, 2)]

    assert found == ["3", "7"]


def test_parameter_sets_are_numbered(cases: Cases) -> None:
    """Parameter sets are named by number, since pytest writes values into its ids."""
    found = {name: case for name, case in cases.items() if name.endswith("]")}

    assert list(found) == [
        *(f"test_sets[{n}]" for n in (1, 2, 3)),
        *(f"test_products[{n}]" for n in (1, 2)),
        *(f"TestAll::test_of_set[{n}]" for n in (1, 2)),
        *(f"test_stacked[{n}]" for n in (1, 2)),
    ]
    assert found["test_sets[2]"].sentence == "adds up (2)"
    assert [found[f"test_sets[{n}]"].points for n in (1, 2, 3)] == ["2", "2", "2"]
    assert "471" not in repr(found)


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("test_of_class", "5"),
        ("test_of_set[1]", "3"),
        ("test_of_set[2]", "7"),
    ],
)
def test_the_nearest_mark_counts(name: str, points: str, cases: Cases) -> None:
    """The mark of a parameter set goes before its function's, and that before its class's."""
    assert cases[f"TestAll::{name}"].points == points


def test_unittest_methods(cases: Cases) -> None:
    """Methods of a TestCase are cases; attributes that gradescope-utils sets are understood."""
    weighed = cases["TestUnittest::test_weighed"]

    assert cases["TestUnittest::test_plain"].sentence == "adds up"
    assert (weighed.points, weighed.visibility, weighed.hint) == ("4", "hidden", "Look again.")
