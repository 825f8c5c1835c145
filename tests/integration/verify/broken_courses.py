"""Courses that are broken in one place on disk, with the sentence that verify must say of it."""

from dataclasses import dataclass

from tests.integration.verify.small_course import (
    CASES,
    EXERCISE,
    MANIFEST,
    SOLUTION,
    SOUND,
    Changes,
)

_REFERENCE = SOUND[f"{SOLUTION}/means.py"]


@dataclass(frozen=True)
class Broken:
    """A fault: what is changed in the sound course, and what is said of it where."""

    changes: Changes
    place: str
    sentence: str
    level: str = "error"
    with_mutants: bool = False
    hides: bool = False  # whether other faults could not be seen beside it


# faults that are seen without judging anything
UNJUDGED: dict[str, Broken] = {
    "no reference": Broken(
        {f"{SOLUTION}/means.py": None},
        f"{SOLUTION}/means.py",
        "The reference solution is missing: means.py.",
    ),
    "no stub": Broken(
        {f"{EXERCISE}/means.py": None}, f"{EXERCISE}/means.py", "The stub is missing: means.py."
    ),
    "a folder without a lesson": Broken(
        {"solutions/medians/medians.py": "x = 1\n"},
        "solutions/medians",
        f"solutions/medians has no lesson in {MANIFEST}.",
    ),
    "a stray file": Broken(
        {f"{EXERCISE}/answers.txt": "6\n"},
        f"{EXERCISE}/answers.txt",
        "exercises/means holds answers.txt, which no student should find there.",
    ),
    "a stray file beside the reference": Broken(
        {f"{SOLUTION}/old.py": "x = 1\n"},
        f"{SOLUTION}/old.py",
        "solutions/means holds old.py, which nothing reads.",
        "warning",
    ),
    "no text": Broken(
        {f"{EXERCISE}/README.md": None},
        f"{EXERCISE}/README.md",
        "missing: README.md, the lesson's text.",
        "warning",
    ),
    "other parameters": Broken(
        {f"{SOLUTION}/means.py": _REFERENCE.replace("def mean(values):", "def mean(values, k=2):")},
        f"{EXERCISE}/means.py:6",
        "The stub has def mean(values) where the reference has def mean(values, k=2).",
    ),
    "a function of the stub only": Broken(
        {f"{EXERCISE}/means.py": "+def median(values):\n    raise NotImplementedError\n"},
        f"{EXERCISE}/means.py:11",
        "The stub has def median(values), which the reference lacks.",
    ),
    "no TODO": Broken(
        {f"{EXERCISE}/means.py": SOUND[f"{EXERCISE}/means.py"].replace("TODO", "Here")},
        f"{EXERCISE}/means.py",
        "The stub holds no TODO, so a student is not told where to write.",
    ),
    "no Python": Broken(
        {f"{SOLUTION}/mistakes/odd.py": '"""Odd."""\ndef mean(:\n'},
        f"{SOLUTION}/mistakes/odd.py:2",
        "odd.py is not Python: invalid syntax in line",
    ),
    "a mark that nearly is one": Broken(
        {
            CASES: "+@pytest.mark.visibilty('hidden')\n"
            "def test_more():\n    assert total([7]) == 7\n"
        },
        f"{CASES}:24",
        "The mark visibilty is unknown, so it does nothing.",
    ),
    "a name that is not in the stub": Broken(
        {
            CASES: "+from means import median\n\ndef test_more():\n    assert median([7]) == 7\n",
            f"{SOLUTION}/means.py": "+def median(values):\n    return sorted(values)[0]\n",
        },
        f"{CASES}:24",
        "test_means.py imports median, which the stub does not mention.",
        "warning",
    ),
    "a manifest that cannot be": Broken(
        {MANIFEST: SOUND[MANIFEST] + 'requires = ["sums"]\n'},
        MANIFEST,
        "lesson means requires sums, which does not exist.",
    ),
    "a reference with a slip in it": Broken(
        {f"{SOLUTION}/means.py": _REFERENCE.replace("def total(values):", "def total(values)")},
        f"{SOLUTION}/means.py:1",
        "means.py is not Python: expected ':' in line",
    ),
    "a package that is not there": Broken(
        {MANIFEST: SOUND[MANIFEST] + 'packages = ["nunpy"]\n'},
        MANIFEST,
        "means: the package nunpy is not installed beside the grader.",
    ),
    "negative points": Broken(
        {CASES: "+@pytest.mark.points(-2)\ndef test_more():\n    assert total([8, 1]) == 9\n"},
        f"{CASES}:24",
        "-2 is no number of points.",
    ),
    "points that are no number": Broken(
        {CASES: "+@pytest.mark.points('two')\ndef test_more():\n    assert total([8]) == 8\n"},
        f"{CASES}:24",
        "'two' is no number of points.",
    ),
}
