"""`python -m tests.bench.two_mistakes`: what is named of two known mistakes in one file?

Both are laid over each other where they change different functions, else merged word by word where
the changes do not meet. What behaves like a single known mistake, or like the reference, is left
out. Two files that are the same, or behave alike, belong to the mistakes of each of both pairs.
"""

import ast
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path

from grader.flows.proof.lesson_runs import Court, LessonRuns
from grader.flows.proof.material import LessonMaterial
from grader.judge.diagnosis import Fingerprints, behaviour, matches_in_part
from grader.model.mistake_overlay import laid_over
from grader.model.parsing import strip_docstrings

from .lessons import named_lessons
from .table import say

_TOLD = ("both", "one of the two", "of another pair that is the same", "none", "another one")
_KINDS = ("functions", "merged")
Names = frozenset[str]  # of the mistakes in one file


@dataclass(frozen=True)
class Pair:
    """Two known mistakes in one file."""

    names: Names
    kind: str  # different functions, or the same function
    source: bytes


@dataclass(frozen=True)
class Judged:
    """A pair that behaves like no single mistake, and what it does in each case."""

    pair: Pair
    does: Mapping[str, str]
    also: frozenset[Names]  # the pairs of which this is another way to write


def main(arguments: Sequence[str]) -> int:
    """Judge the pairs of each lesson and print what is named of them."""
    counts: Counter[tuple[str, str, bool]] = Counter()
    for material, court in named_lessons(arguments, __doc__):
        known, judged = judge_pairs(material, court)
        here = count_told(material.lesson.id, known, judged)
        say(f"{material.lesson.id}: {dict(here)}")
        counts += here
    say("| What is named | Different functions | The same function | Half is explained |")
    say("| --- | ---: | ---: | ---: |")
    for told in _TOLD:
        kinds = [sum(counts[kind, told, half] for half in (True, False)) for kind in _KINDS]
        half = sum(counts[kind, told, True] for kind in _KINDS)
        say(f"| {told} | " + " | ".join(f"{number:,}" for number in (*kinds, half)) + " |")
    return 0


def judge_pairs(material: LessonMaterial, court: Court) -> tuple[Fingerprints, list[Judged]]:
    """Judge the pairs of one lesson, and give what is known of its mistakes."""
    pairs = list(pairs_of(material))
    name = material.lesson.module_file
    with LessonRuns(material, court) as runs:
        known = runs.learn().fingerprints
        ran = runs.run([{**material.files.reference, name: pair.source} for pair in pairs])
        found = [
            (pair, behaviour(runs.results(run), known.unstable))
            for pair, run in zip(pairs, ran, strict=True)
            if runs.fingerprint(run, known.unstable) not in {known.reference, *known.mistakes}
        ]
    return known, [
        Judged(*one, also) for one, also in zip(found, _also(material, found), strict=True)
    ]


def _also(
    material: LessonMaterial, found: Sequence[tuple[Pair, Mapping[str, str]]]
) -> Iterator[frozenset[Names]]:
    """Yield for each pair those that give the same file, or behave alike."""
    files = same_files(material)
    alike: defaultdict[frozenset[tuple[str, str]], set[Names]] = defaultdict(set)
    for pair, does in found:
        alike[frozenset(does.items())].add(pair.names)
    for pair, does in found:
        same = files.get(_in_order(pair.source.decode()), set())
        yield frozenset(same | alike[frozenset(does.items())]) - {pair.names}


def same_files(material: LessonMaterial) -> Mapping[str, AbstractSet[Names]]:
    """List by its text each file of two mistakes in which one of both wins where they meet."""
    name = material.lesson.module_file
    reference = _plain(material.files.reference[name])
    whole = {one.name: _plain(one.sources[name]) for one in material.files.mistakes}
    files: defaultdict[str, set[Names]] = defaultdict(set)
    for one, other in permutations(whole, 2):
        text = _merged(reference, whole[one], whole[other], "--theirs")
        files[_in_order(text)].add(frozenset((one, other)))
    single = {_in_order(text) for text in (reference, *whole.values())}
    return {text: names for text, names in files.items() if text not in single}


def _in_order(text: str) -> str:
    """Write a file's statements in an order that does not depend on who put them together."""
    return "\n".join(sorted(map(ast.unparse, ast.parse(text).body)))


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


def _merged(base: str, one: str, other: str, *options: str) -> str:
    """Merge word by word; empty where the changes meet, or what comes out is no Python."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("one", "base", "other")]
        for path, text in zip(paths, (one, base, other), strict=True):
            words = re.findall(r"\w+|\n *| +|.", text)
            path.write_text("".join(word.replace("\n", "\\n") + "\n" for word in words))
        command = ["git", "merge-file", "-p", *options, *map(str, paths)]
        merged = subprocess.run(command, capture_output=True, text=True, check=False)
    text = merged.stdout.replace("\n", "").replace("\\n", "\n")
    try:
        return "" if merged.returncode else _plain(text.encode())
    except SyntaxError:
        return ""


def count_told(
    lesson: str, known: Fingerprints, judged: Sequence[Judged]
) -> Counter[tuple[str, str, bool]]:
    """Count what is named, and print the pairs of which another mistake is."""
    counts: Counter[tuple[str, str, bool]] = Counter()
    one_of_each = {name: known.behaviours[name] for name in known.mistakes.values()}
    for one in judged:
        named = matches_in_part(one.does, known.right, one_of_each).keys()
        told = _told(named, one)
        if told == "another one":
            say(f"    {lesson}: {sorted(one.pair.names)} is told as {sorted(named)}")
        counts[one.pair.kind, told, _explain_half(one, known)] += 1
    return counts


def _told(named: AbstractSet[str], judged: Judged) -> str:
    both, one, same, none, other = _TOLD
    if not named:
        return none
    if named <= judged.pair.names:
        return both if named == judged.pair.names else one
    return same if any(named <= names for names in judged.also) else other


def _explain_half(judged: Judged, known: Fingerprints) -> bool:
    """Whether the two mistakes do the same as the pair in half of its failing cases."""
    does = judged.does
    right = {case for case, done in known.right.items() if done.startswith("True|")}
    failing = {case for case in right & does.keys() if not does[case].startswith("True|")}
    alike = {
        case
        for name in judged.pair.names
        for case in failing
        if known.behaviours[name][case] == does[case]
    }
    return 2 * len(alike) >= len(failing)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
