"""Copies are found whatever was done to them; what was done alone is not taken for a copy."""

import random
import time
from pathlib import Path

import pytest

from grader.model.mistake_overlay import laid_over
from grader.model.similarity.compare import compare
from grader.model.similarity.findings import Comparison, Likeness, Settings
from tests.unit.model.similar_texts import (
    HONEST,
    ORIGINAL,
    RENAMED,
    STUB,
    commented,
    interrupted,
    reordered,
    work,
)

GIVEN = {"bills.py": STUB}
ROOT = Path(__file__).resolve().parents[3]
LESSONS = sorted(path.name for path in (ROOT / "solutions").iterdir() if path.is_dir())


def told(found: Comparison) -> dict[tuple[str, str], Likeness]:
    return {(one.left.label, one.right.label): one.likeness for one in found.findings}


@pytest.mark.parametrize(
    ("changed", "likeness"),
    [
        (ORIGINAL, Likeness.IDENTICAL),
        (RENAMED, Likeness.SAME),
        (commented(), Likeness.SAME),
        (reordered(RENAMED), Likeness.SHARED),
        (interrupted(), Likeness.SHARED),
        (interrupted(reordered(RENAMED)), Likeness.SHARED),
    ],
    ids=["as it was", "renamed", "commented", "reordered", "interrupted", "all of it"],
)
def test_copies_are_found(changed: str, likeness: Likeness) -> None:
    """A copy is found among honest work, and called what it is."""
    found = compare([work("ann", ORIGINAL), work("ben", changed), work("cyd", HONEST)], GIVEN)

    assert told(found) == {("ann", "ben"): likeness}
    assert found.findings[0].share > 0.6


def test_regions_lead_to_the_lines() -> None:
    """A region names the lines on which a function stands in either file."""
    changed = reordered(RENAMED)

    (finding,) = compare([work("ann", ORIGINAL), work("ben", changed)], GIVEN).findings

    for name, other, length in (("cheapest", "lowest", 6), ("discount", "rebate", 6)):
        left, right = line_of(f"def {name}", ORIGINAL), line_of(f"def {other}", changed)
        assert any(
            one.left[0].line <= left <= one.left[1].line - length + 1
            and one.right[0].line <= right <= one.right[1].line - length + 1
            for one in finding.regions
        )
    assert [one.number for one in finding.regions] == list(range(1, len(finding.regions) + 1))
    assert {one.left[0].file for one in finding.regions} == {"bills.py"}


def line_of(begin: str, text: str) -> int:
    return next(n for n, line in enumerate(text.split("\n"), 1) if line.startswith(begin))


def test_what_everybody_was_given_is_no_copy() -> None:
    """Nothing is told of what stands in the stub or the reference."""
    given = {**GIVEN, "reference.py": RENAMED}

    found = compare([work("ann", ORIGINAL), work("ben", reordered())], given)

    assert found.findings == ()
    assert found.small == ("ann", "ben")


def test_identical_bytes_are_always_told() -> None:
    """Two who submitted the same bytes are named even where these are hardly their own."""
    found = compare([work("ann", ORIGINAL), work("ben", ORIGINAL)], {"reference.py": RENAMED})

    assert told(found) == {("ann", "ben"): Likeness.IDENTICAL}
    assert found.findings[0].is_slight


def test_untouched_stubs_are_no_copies() -> None:
    """Who submits the stub as it was given is told of as having nothing of their own."""
    found = compare([work("ann", STUB), work("ben", STUB), work("cyd", STUB + "\n")], GIVEN)

    assert (found.findings, found.small) == ((), ("ann", "ben", "cyd"))


@pytest.mark.parametrize("lesson", LESSONS)
def test_known_mistakes_are_no_copies(lesson: str) -> None:
    """Near-copies of a reference share no thirty tokens beyond it."""
    folder = ROOT / "solutions" / lesson
    reference = (folder / f"{lesson}.py").read_bytes()
    texts = {
        path.stem: laid_over(reference, path.read_bytes()).decode()
        for path in (folder / "mistakes").glob("*.py")
    }
    given = {
        path.name: path.read_text("utf-8") for path in (ROOT / "exercises" / lesson).glob("*.py")
    }

    found = compare(
        [work(name, text) for name, text in texts.items()], given | {"r.py": reference.decode()}
    )

    assert [one for one in found.findings if one.tokens >= 30] == []


def test_the_demo_class_is_honest() -> None:
    """24 small solutions of one task, written apart, give no pair."""
    works = [
        work(p.stem, p.read_text("utf-8"))
        for p in (ROOT / "tests/material/demo_class").glob("*.py")
    ]
    given = {"stub.py": (ROOT / "exercises/ndcg_at_k/ndcg_at_k.py").read_text("utf-8")}
    given["reference.py"] = (ROOT / "solutions/ndcg_at_k/ndcg_at_k.py").read_text("utf-8")

    assert compare(works, given).findings == ()


def test_a_short_function_is_expected_to_be_alike() -> None:
    """One line that everybody writes the same way is no finding; who wrote it is counted."""
    lines = ["return sum(a)", "return sum(b)", "x = sum(a)\n    return x", "return max(a)"]
    works = [work(str(n), f"def total(a, b):\n    {line}\n") for n, line in enumerate(lines)]

    found = compare(works, {"stub.py": "def total(a, b):\n    raise NotImplementedError\n"})

    assert found.findings == ()
    assert found.small == ("0", "1", "2", "3")


def test_a_team_is_no_pair() -> None:
    """Who submitted together is not told of; that another has the same, is."""
    team = [work("ann", ORIGINAL, "team 1"), work("ben", ORIGINAL, "team 1")]

    assert compare(team, GIVEN).findings == ()
    (finding,) = compare([*team, work("cyd", RENAMED)], GIVEN).findings
    assert (finding.left.label, finding.right.label, finding.left_also) == ("ann", "cyd", ("ben",))


def test_earlier_years_are_compared_with_the_class_only() -> None:
    """Copies among last year's students are nobody's business now."""
    earlier = [work(f"2025/{n}", ORIGINAL, is_earlier=True) for n in ("old", "older")]

    assert compare([*earlier, work("cyd", HONEST)], GIVEN).findings == ()
    found = compare([*earlier, work("cyd", reordered(RENAMED))], GIVEN)
    (finding,) = found.findings
    assert {finding.left.label, finding.right.label} == {"cyd", "2025/old"}
    assert (found.compared, found.earlier) == (1, 2)


def test_idioms_are_left_out_and_counted() -> None:
    """What most of the class has is no sign of copying, and it is said how much that was."""
    idiom = ORIGINAL.partition("def total")[0]
    own = ["for x in a:\n        print(x)", "while b:\n        b -= 1", "return [a, b]", "pass"]
    own += ["a, b = b, a", "try:\n        a()\n    finally:\n        b()", "del a"]
    works = [work(f"s{n}", f"{idiom}def f(a, b):\n    {text}\n") for n, text in enumerate(own)]

    found = compare(works, GIVEN)
    every = compare(works, GIVEN, Settings(common_share=1))

    assert (found.findings, found.common > 20) == ((), True)
    assert (len(every.findings), every.common) == (21, 0)


def test_copies_by_a_majority_are_no_idiom() -> None:
    """Equal texts count once, so that what most have copied is not taken for an idiom."""
    works = [work(f"s{n}", RENAMED.replace("found", f"f{n}")) for n in range(9)]

    (finding,) = compare([*works, work("cyd", HONEST)], GIVEN).findings

    assert finding.likeness == Likeness.SAME
    assert len(finding.left_also) + len(finding.right_also) == 7


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0" * 300_000,
        "(" * 300_000,
        "x = '" * 60_000,
        '"""' * 100_001,
        "a\\\n" * 100_000,
        "if a:\n" + "".join(" " * n + "if a:\n" for n in range(1, 400)),
        "f'{" * 50_000,
        "x = 1\n" * 100_000,
        "a=b;" * 200_000,
        "\ud800 é ½ $ ? ¿" * 1000,
        "def f(:\n  return ][\n" * 5_000,
    ],
    ids=lambda text: repr(text[:8]),
)
def test_hostile_texts_are_bounded(text: str) -> None:
    """Whatever is submitted twice is compared within seconds, and what was left out is named."""
    began = time.monotonic()

    found = compare([work("ann", text), work("ben", text + "\n"), work("cyd", ORIGINAL)], GIVEN)

    assert time.monotonic() - began < 20
    assert found.compared == 3


def test_broken_python_is_compared_all_the_same() -> None:
    """A copy with a syntax error in it is found."""
    broken = reordered(RENAMED).replace("return 0", "return 0 0 ((")

    found = compare([work("ann", ORIGINAL), work("ben", broken)], GIVEN)

    assert told(found) == {("ann", "ben"): Likeness.SHARED}
    assert found.not_python == ("ben",)


def test_a_class_of_500_takes_seconds() -> None:
    """Five hundred different solutions are compared in less than a minute."""
    draw = random.Random(7)
    works = [work(f"s{n:03}", varied(draw)) for n in range(500)]
    began = time.monotonic()

    compare([*works, work("copy", reordered(works[7].sources["bills.py"]))], GIVEN)

    assert time.monotonic() - began < 60


def varied(draw: random.Random) -> str:
    """Write a program of thirty lines out of phrases that many students use."""
    phrases = [
        "for x in rows:\n        out.append({})",
        "if {} > {}:\n        out = sorted(out)",
        "total = total + {} * {}",
        "out = [{} for a, b in zip(rows, out) if {}]",
        "while {} < len(rows):\n        i += {}",
        "return {} / max({}, 1)",
        "print({}, '{}')",
    ]
    things = ["x", "rows[0]", "len(out)", "i + 1", "(a, b)", "f(x, i)", "-x", "math.log(i)"]
    lines = []
    for n in range(3):
        lines.append(f"\n\ndef f{n}(rows, i):")
        for _ in range(8):
            phrase = draw.choice(phrases)
            lines.append("    " + phrase.format(*draw.choices(things, k=2)))
    return "\n".join(lines)
