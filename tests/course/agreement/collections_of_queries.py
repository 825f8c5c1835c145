"""Makes seeded collections: judgments and a run, in memory and as TREC files."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

QUERIES = 400
LONGEST = 25
CUTOFFS = [1, 2, 3, 5, 10, LONGEST, 100]  # 100 lies beyond every list


@dataclass(frozen=True)
class Collection:
    """What was judged, `{query: {document: grade}}`, and found, `{query: {document: score}}`."""

    qrels: dict[str, dict[str, int]]
    run: dict[str, dict[str, float]]

    def results(self) -> dict[str, list[str]]:
        """Return the documents of each query in trec_eval's order: score, then name, both down."""
        return {query: self.ranked(query) for query in self.run}

    def ranked(self, query: str) -> list[str]:
        """Return the documents of one query in that order."""
        scores = self.run[query]
        return sorted(scores, key=lambda name: (scores[name], name), reverse=True)

    def grades(self, query: str) -> list[int]:
        """Return the grades in ranked order; an unjudged document has none, which is 0."""
        judged = self.qrels.get(query, {})
        return [judged.get(name, 0) for name in self.ranked(query)]

    def relevant(self, query: str) -> list[int]:
        """Return yes or no in ranked order."""
        return [int(grade > 0) for grade in self.grades(query)]

    def total_relevant(self, query: str) -> int:
        """Count the relevant documents, found or not."""
        return sum(grade > 0 for grade in self.qrels.get(query, {}).values())

    def written(self, folder: Path) -> tuple[Path, Path]:
        """Write both in TREC's formats, a line for each document, and return the two paths."""
        qrels = [
            f"{query} 0 {name} {grade}\n"
            for query, judged in self.qrels.items()
            for name, grade in judged.items()
        ]
        run = [
            f"{query} Q0 {name} {position} {self.run[query][name]!r} seeded\n"
            for query, names in self.results().items()
            for position, name in enumerate(names, start=1)
        ]
        paths = folder / "judgments.qrels", folder / "system.run"
        paths[0].write_text("".join(qrels), encoding="utf-8")
        paths[1].write_text("".join(run), encoding="utf-8")
        return paths


def one_query(found: Sequence[int | None], missed: Sequence[int] = ()) -> Collection:
    """Build a collection of query 1 from grades in ranked order, None for unjudged."""
    names = [f"d{position:03}" for position in range(len(found) + len(missed))]
    grades = [*found, *missed]
    judged = {name: grade for name, grade in zip(names, grades, strict=True) if grade is not None}
    scores = {name: float(-position) for position, name in enumerate(names[: len(found)])}
    return Collection({"1": judged}, {"1": scores})


def seeded(
    seed: int, max_grade: int = 4, ties: bool = False, judged: float = 0.8, missed: int = 6
) -> Collection:
    """Draw a collection of many queries, some without a relevant document."""
    rng = Random(seed)
    qrels, run = {}, {}
    for number in range(1, QUERIES + 1):
        names = [f"d{name:03}" for name in rng.sample(range(1000), rng.randint(1, LONGEST))]
        also = [f"m{name:03}" for name in range(rng.randint(0, missed))]
        # Half of the judgments are 0, and of every tenth query all of them.
        pool = [0] if number % 10 == 0 else [*range(max_grade + 1), *[0] * (max_grade - 1)]
        known = [name for name in names if rng.random() < judged] + also or names[:1]
        qrels[str(number)] = {name: rng.choice(pool) for name in known}
        # A step of an eighth is exact in the 32 bits that trec_eval keeps of a score.
        steps = [rng.randrange(5) for _ in names] if ties else rng.sample(range(200), len(names))
        run[str(number)] = {name: step / 8 for name, step in zip(names, steps, strict=True)}
    return Collection(qrels, run)
