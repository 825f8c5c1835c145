"""Courses that are broken in what is judged, with the sentence that verify must say of it."""

from tests.integration.verify.broken_courses import Broken
from tests.integration.verify.small_course import CASES, EXERCISE, HIDDEN, SOLUTION, SOUND

_REFERENCE = SOUND[f"{SOLUTION}/means.py"]
# for faults that are none beside another stub or another text
_AS_IT_IS = {name: SOUND[name] for name in (f"{EXERCISE}/means.py", f"{EXERCISE}/README.md")}
_MISTAKE = SOUND[f"{SOLUTION}/mistakes/skips_the_first.py"]
_QUESTION = "+def test_asked():\n    assert mean([4, 9, 6, 3]) == 5.5\n"


def satisfied(name: str, gives: str, check: str, level: str = "error") -> Broken:
    """Add a function that gives a list, and one hidden case that content satisfies."""
    begin = f"def {name}(values):\n"
    changes: dict[str, str | None] = {
        f"{EXERCISE}/means.py": f"+{begin}    # TODO: square them\n    raise NotImplementedError\n",
        f"{SOLUTION}/means.py": f"+{begin}    return [n * n for n in values]\n",
        CASES: f"+def test_{name}():\n    from means import {name} as squares\n{check}",
    }
    said = f"A submission whose {name} gives {gives} for every answer passes every hidden case."
    return Broken(changes, f"{SOLUTION}/means.py:11", said, level, with_mutants=True)


# faults that show when something is judged
JUDGED: dict[str, Broken] = {
    "the stub passes a case": Broken(
        {
            f"{EXERCISE}/means.py": "# TODO\ndef total(values):\n    return None\n\n\n"
            "def mean(values):\n    return 0\n"
        },
        f"{CASES}:19",
        "The stub passes test_mean_of_nothing, so a student has its points for nothing.",
    ),
    "a solved stub": Broken(
        {f"{EXERCISE}/means.py": "# TODO\n" + _REFERENCE},
        f"{EXERCISE}/means.py",
        "The stub of means is already solved: it passes every hidden case.",
    ),
    "a text that is evaluated": Broken(
        {CASES: "+def test_formatted():\n    assert str(mean([4, 4])).format() == '4.0'\n"},
        f"{CASES}:25",
        "What a submission gives is handed to str.format, which evaluates it beside the hidden",
        "warning",
    ),
    "the reference fails a public case": Broken(
        {f"{EXERCISE}/test_means.py": "+def test_of_four():\n    assert mean([4, 4]) == 5\n"},
        f"{EXERCISE}/test_means.py",
        "The reference does not pass the public case test_of_four: assert 4.0 == 5.",
    ),
    "run.py breaks off": Broken(
        {f"{EXERCISE}/run.py": "from means import mean\n\nprint(mean(7))\n"},
        f"{EXERCISE}/run.py:3",
        "run.py breaks off with the reference solution: TypeError: 'int' object is not iterable",
    ),
    "mistakes that are alike": Broken(
        {f"{SOLUTION}/mistakes/starts_late.py": _MISTAKE},
        f"{SOLUTION}/mistakes/starts_late.py:1",
        "The mistakes skips_the_first and starts_late behave alike",
    ),
    "a mistake without a sentence": Broken(
        {
            f"{SOLUTION}/mistakes/skips_the_first.py": _MISTAKE.replace('"""', "# ", 1).replace(
                '"""', "", 1
            )
        },
        f"{SOLUTION}/mistakes/skips_the_first.py:1",
        "The mistake skips_the_first has no docstring",
    ),
    "inputs that nobody chose": Broken(
        {
            CASES: "+import os\n\ndef test_now():\n    now = int.from_bytes(os.urandom(3))\n"
            "    assert total([now, 1]) == now + 1\n"
        },
        f"{CASES}:26",
        "test_now asks for other inputs in each run.",
    ),
    "a hidden question in the handout": Broken(
        {**_AS_IT_IS, f"{EXERCISE}/test_means.py": _QUESTION},
        f"{EXERCISE}/test_means.py:9",
        "test_means.py holds [4, 9, 6, 3], which test_mean uses.",
    ),
    "a hidden list in the text": Broken(
        {f"{EXERCISE}/README.md": "Take `[4, 9, 6, 3]`.\n"},
        f"{EXERCISE}/README.md:1",
        "The lesson teaches with [4, 9, 6, 3], which test_mean uses.",
        "warning",
    ),
    "an input that the reference refuses": Broken(
        {f"{HIDDEN}/inputs.py": "def mean():\n    return [(['x'],), ([3, 4],)]\n"},
        f"{HIDDEN}/inputs.py",
        f"{HIDDEN}/inputs.py: mean(['x']) is not fair: the reference raises TypeError, and no "
        "hidden case asks for that.",
        "warning",
        hides=True,
    ),
    "inputs of no function": Broken(
        {f"{HIDDEN}/inputs.py": "def median():\n    return [([3, 4],)]\n"},
        f"{HIDDEN}/inputs.py",
        f"{HIDDEN}/inputs.py: median is no function of the reference",
        "warning",
        hides=True,
    ),
    "a value that cannot cross": Broken(
        {
            CASES: "+def test_many():\n    import sys\n"
            "    assert total({3: sys._getframe(), 4: 1}) == 7\n"
        },
        f"{CASES}:26",
        "test_many cannot be judged apart from a submission: A hidden case hands over a frame.",
    ),
    "a mutant that survives": Broken(
        {CASES: SOUND[CASES].replace("mean([]) == 0", "mean([]) <= 0")},
        f"{SOLUTION}/means.py:7",
        "A mutant of mean passes every hidden case.",
        with_mutants=True,
    ),
    "an entry that allows nothing": Broken(
        {
            f"{SOLUTION}/equivalent_mutants.toml": "[[mutants]]\nline = 'return sum(all)'\n"
            "becomes = 'return None'\nreason = 'It was so once.'\n"
        },
        f"{SOLUTION}/equivalent_mutants.toml",
        "The entry for 'return None' allows nothing: no such mutant survives.",
        with_mutants=True,
    ),
    "cases that an error satisfies": satisfied(
        "error",
        "an error",
        "    for n in (2, 7):\n        try:\n            assert squares([n]) == [n * n]\n"
        "        except ValueError:\n            pass\n",
    ),
    "an equality of the student's": Broken(
        {
            f"{EXERCISE}/means.py": "+class Part:\n    '''TODO'''\n",
            f"{SOLUTION}/means.py": "+class Part:\n    def __init__(self, n):\n        self.n = n\n"
            "\n    def __eq__(self, other):\n        return self.n == other.n\n",
            CASES: "+def test_parts():\n    from means import Part\n    assert Part(3) == Part(3)\n"
            "    assert total([5, 6]) == 11\n",
        },
        f"{CASES}:24",
        "The student's own ==, order or `in` decides in test_parts.",
        "note",
    ),
    "a case that needs objects": Broken(
        {
            f"{EXERCISE}/means.py": "+class Piece:\n    '''TODO'''\n",
            f"{SOLUTION}/means.py": "+class Piece:\n    n = 3\n",
            CASES: "+def test_pieces():\n    from means import Piece\n    assert Piece().n == 3\n",
        },
        f"{CASES}:24",
        "test_pieces needs more than functions and data (means.Piece is class Piece): "
        "objects cross.",
        "note",
        hides=True,
    ),
    "a hidden file that imports what is not there": Broken(
        {CASES: SOUND[CASES].replace("import pytest\n", "import pytest\nimport nunpy\n")},
        HIDDEN,
        f"{HIDDEN} gives no case with the reference solution. ModuleNotFoundError: "
        "No module named 'nunpy' (test_means.py, line 2).",
        hides=True,
    ),
    "two hidden files of one name": Broken(
        {f"{HIDDEN}/more/test_means.py": SOUND[CASES]},
        CASES,
        "test_means.py cannot be imported with the reference solution: ImportPathMismatchError: "
        "another hidden file has the same name; give each its own (test_means.py).",
        hides=True,
    ),
    "one hidden file of two that cannot be imported": Broken(
        {f"{HIDDEN}/test_more.py": "import nunpy\n"},
        f"{HIDDEN}/test_more.py",
        "test_more.py cannot be imported with the reference solution: ModuleNotFoundError:",
        hides=True,
    ),
    "a fixture that is not there": Broken(
        {CASES: "+def test_given(values):\n    assert total(values) == 9\n"},
        f"{CASES}:24",
        "test_means.py::test_given is left out: the reference solution does not pass it "
        "(FixtureLookupError: there is no fixture values).",
    ),
    "a reference that passes nothing": Broken(
        {
            CASES: "from means import mean, total\n\n\ndef test_total():\n"
            "    assert total([4, 9]) + mean([2]) == 14\n"
        },
        f"{CASES}:4",
        "test_means.py::test_total is left out: the reference solution does not pass it "
        "(mean([2]) gave 15.0, expected was 14;",
        hides=True,
    ),
    "a reference that prints without end": Broken(
        {
            f"{SOLUTION}/means.py": _REFERENCE.replace(
                "return sum(values)", "print('.' * 9_000_000)\n    return sum(values)"
            )
        },
        HIDDEN,
        f"{HIDDEN} gives no case with the reference solution. It prints too much and is stopped.",
        hides=True,
    ),
    "a case that fails now and then": Broken(
        {
            # every second time: its runs are counted in a file beside the course
            CASES: "+from pathlib import Path\n\ndef test_twice():\n"
            "    runs = Path(__file__).parents[4] / 'runs'\n"
            "    runs.open('a').write('x')\n"
            "    assert total([7]) == 7 and runs.stat().st_size % 2\n"
        },
        f"{CASES}:26",
        "test_twice gives the reference another outcome in each run.",
        hides=True,
    ),
    "a mistake that nothing catches": Broken(
        {f"{SOLUTION}/mistakes/harmless.py": '"""Nothing is wrong."""\nk = 1\n' + _REFERENCE},
        f"{SOLUTION}/mistakes/harmless.py:1",
        "The mistake harmless passes every hidden case and behaves just like the reference.",
        hides=True,
    ),
    "a hidden list in a hint": Broken(
        {**_AS_IT_IS, f"{SOLUTION}/hints.md": "## Begin\n\nTry [4, 9, 6, 3].\n"},
        f"{SOLUTION}/hints.md:3",
        "hints.md holds [4, 9, 6, 3], which test_mean uses.",
    ),
    "a hidden folder in the course's own page": Broken(
        {"exercises/README.md": "All of it is in tests/hidden/means.\n"},
        "exercises/README.md:1",
        "README.md names hidden/means, which is hidden.",
    ),
    "hidden numbers in a sentence of the text": Broken(
        {f"{EXERCISE}/README.md": "Of 4, 9, 6, 3 the mean lies between.\n"},
        f"{EXERCISE}/README.md:1",
        "The lesson teaches with [4, 9, 6, 3], which test_mean uses.",
        "warning",
    ),
    "a case that the reference skips": Broken(
        {CASES: "+def test_later():\n    pytest.skip('later')\n"},
        f"{CASES}:24",
        "test_later is skipped with the reference, so that it counts no points.",
        "note",
    ),
    "a wrong line with mutants": Broken(
        {CASES: "+def test_wrong():\n    assert total([4, 4]) == 9\n"},
        f"{CASES}:24",
        "test_means.py::test_wrong is left out: the reference solution does not pass it "
        "(total([4, 4]) gave 8, expected was 9; ",
        with_mutants=True,
        hides=True,
    ),
    "a level that is unknown": Broken(
        {CASES: "+@pytest.mark.reveal('all')\ndef test_more():\n    assert total([7]) == 7\n"},
        f"{CASES}:25",
        "reveal('all') is unknown; it is one of sentence, values, nothing.",
        hides=True,
    ),
}
