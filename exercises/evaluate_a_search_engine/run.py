"""Evaluate a run against judgments, and draw the report.

Without arguments the two files of the lesson are taken: python run.py [QRELS RUN]
"""

import math
import sys
from pathlib import Path

from evaluate_a_search_engine import evaluate, read_qrels, read_run

HERE = Path(__file__).parent
MEASURES = {"P@5": "P@5", "R@10": "R@10", "RR": "MRR", "AP": "MAP", "NDCG@10": "NDCG@10"}
MOST_QUERIES = 8
WIDTH = 40


def is_share(value):
    """Tell a number from 0 to 1 from everything else."""
    return isinstance(value, (int, float)) and math.isfinite(value) and 0 <= value <= 1 + 1e-9


def cell(value):
    """Return a value for a column of nine places."""
    return f"{value:9.4f}" if is_share(value) else f"{value!r:>9.8}"


def row(name, scores, keys):
    """Return one line of the table."""
    found = scores if isinstance(scores, dict) else {}
    return f"  {name!s:<12.12}" + "".join(cell(found.get(key)) for key in keys)


def draw_bars(name, scores, keys):
    """Show the means as bars."""
    print(f"\n{name}\n")
    for key in keys:
        value = scores.get(key)
        bar = "#" * round(WIDTH * value) if is_share(value) else ""
        print(f"  {key:<8}{cell(value)} |{bar:<{WIDTH}}|")


def draw(report):
    """Show measures of the first queries, and the means below."""
    is_pair = isinstance(report, tuple) and len(report) == 2
    if not is_pair or not all(isinstance(part, dict) for part in report):
        print(f"  Your evaluate gave {report!r:.20}, not a pair of dictionaries.")
        return
    per_query, overall = report
    print("  query       " + "".join(f"{name:>9}" for name in MEASURES))
    for query, scores in list(per_query.items())[:MOST_QUERIES]:
        print(row(query, scores, MEASURES))
    if len(per_query) > MOST_QUERIES:
        print(f"  and {len(per_query) - MOST_QUERIES} more queries")
    draw_bars(f"The means of {len(per_query)} queries", overall, MEASURES.values())


def main(files=()):
    """Evaluate and draw, or say which function is still missing."""
    qrels, run = files or (HERE / "qrels.txt", HERE / "run.txt")
    print("What your three functions report\n")
    try:
        draw(evaluate(read_qrels(qrels), read_run(run)))
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nA query of the judgments for which nothing was found stands here with zeros.")


if __name__ == "__main__":
    if len(sys.argv) not in {1, 3}:
        sys.exit("Name both files or none: python run.py QRELS RUN")
    main(sys.argv[1:])
