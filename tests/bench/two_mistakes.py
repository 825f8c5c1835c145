"""`python -m tests.bench.two_mistakes`: what is named of two known mistakes in one file?

Both are laid over each other where they change different functions, else merged word by word where
the changes do not meet. What behaves like a single known mistake, or like the reference, is left
out.
"""

import ast
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from grader.flows.proof.lesson_runs import Court, LessonRuns
from grader.flows.proof.material import LessonMaterial
from grader.judge.diagnosis import Fingerprints, behaviour, matches_in_part
from grader.model.mistake_overlay import laid_over
from grader.model.parsing import strip_docstrings

from .lessons import named_lessons
from .table import say

_TOLD = ("both", "one of the two", "none", "another one")


@dataclass(frozen=True)
class Pair:
    """Two known mistakes in one file."""

    names: frozenset[str]
    kind: str  # different functions, or the same function
    source: bytes


@dataclass(frozen=True)
class Judged:
    """A pair that behaves like no single mistake, and what it does in each case."""

    pair: Pair
    does: Mapping[str, str]


def main(arguments: Sequence[str]) -> int:
    """Judge the pairs of each lesson and print what is named of them."""
    counts: Counter[tuple[str, str]] = Counter()
    for material, court in named_lessons(arguments, __doc__):
        known, judged = judge_pairs(material, court)
        here = count_told(material.lesson.id, known, judged)
        say(f"{material.lesson.id}: {dict(here)}")
        counts += here
    say("| What is named | Different functions | The same function |\n| --- | ---: | ---: |")
    for told in _TOLD:
        say(f"| {told} | {counts['functions', told]:,} | {counts['merged', told]:,} |")
    return 0


def judge_pairs(material: LessonMaterial, court: Court) -> tuple[Fingerprints, list[Judged]]:
    """Judge the pairs of one lesson, and give what is known of its mistakes."""
    pairs = list(pairs_of(material))
    name = material.lesson.module_file
    with LessonRuns(material, court) as runs:
        known = runs.learn().fingerprints
        ran = runs.run([{**material.files.reference, name: pair.source} for pair in pairs])
        judged = [
            Judged(pair, behaviour(runs.results(run), known.unstable))
            for pair, run in zip(pairs, ran, strict=True)
            if runs.fingerprint(run, known.unstable) not in {known.reference, *known.mistakes}
        ]
    return known, judged


def pairs_of(material: LessonMaterial) -> Iterator[Pair]:
    """Yield each two known mistakes that can be put into one file, and are more than one there."""
    name = material.lesson.module_file
    reference = material.files.reference[name]
    whole = {one.name: _plain(one.sources[name]) for one in material.files.mistakes}
    folder = material.solution / "mistakes"
    parts = {name: (folder / f"{name}.py").read_bytes() for name in whole}
    for one, other in combinations(sorted(whole), 2):
        if _functions(parts[one]).isdisjoint(_functions(parts[other])):
            kind = "functions"
            both = _plain(laid_over(laid_over(reference, parts[one]), parts[other]))
        else:
            kind, both = "merged", _merged(_plain(reference), whole[one], whole[other])
        if both not in {"", _plain(reference), whole[one], whole[other]}:
            yield Pair(frozenset((one, other)), kind, both.encode())


def _plain(source: bytes) -> str:
    tree = ast.parse(source)
    strip_docstrings(tree)
    return ast.unparse(tree) + "\n"


def _functions(source: bytes) -> set[str]:
    return {node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}


def _merged(base: str, one: str, other: str) -> str:
    """Merge word by word; empty where the changes meet, or what comes out is no Python."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("one", "base", "other")]
        for path, text in zip(paths, (one, base, other), strict=True):
            words = re.findall(r"\w+|\n *| +|.", text)
            path.write_text("".join(word.replace("\n", "\\n") + "\n" for word in words))
        command = ["git", "merge-file", "-p", *map(str, paths)]
        merged = subprocess.run(command, capture_output=True, text=True, check=False)
    text = merged.stdout.replace("\n", "").replace("\\n", "\n")
    try:
        return "" if merged.returncode else _plain(text.encode())
    except SyntaxError:
        return ""


def count_told(
    lesson: str, known: Fingerprints, judged: Sequence[Judged]
) -> Counter[tuple[str, str]]:
    """Count what is named, and print the pairs of which another mistake is."""
    counts: Counter[tuple[str, str]] = Counter()
    one_of_each = {name: known.behaviours[name] for name in known.mistakes.values()}
    for one in judged:
        named = matches_in_part(one.does, known.right, one_of_each).keys()
        if named == one.pair.names:
            told = "both"
        else:
            told = "none" if not named else _TOLD[1 if named <= one.pair.names else 3]
        if told == "another one":
            say(f"    {lesson}: {sorted(one.pair.names)} is told as {sorted(named)}")
        counts[one.pair.kind, told] += 1
    return counts


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
