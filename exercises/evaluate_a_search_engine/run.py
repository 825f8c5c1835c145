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
MOST_RESULTS = 10
WIDTH = 40


def is_share(value):
    """Tell a number from 0 to 1 from everything else."""
    return isinstance(value, (int, float)) and math.isfinite(value) and 0 <= value <= 1 + 1e-9


def cell(value):
    """Return a value for a column of nine places."""
    return f"{value:9.4f}" if is_share(value) else f"{value!r:>9.8}"


def part_of(table, key, otherwise):
    """Return what a dictionary holds, if it is one and what it holds is of the right kind."""
    found = table.get(key, otherwise) if isinstance(table, dict) else otherwise
    return found if isinstance(found, type(otherwise)) else otherwise


def picture(judged, ranking):
    """Return the grades of the first results; ? is unjudged, and - is where the list ends."""
    grades = [str(judged.get(document, "?"))[:1] for document in ranking[:MOST_RESULTS]]
    return "".join(grades).ljust(MOST_RESULTS, "-")


def missed(judged, ranking):
    """Count the relevant documents that are not in the ranking."""
    relevant = {name for name, grade in judged.items() if isinstance(grade, int) and grade >= 1}
    return len(relevant - {document for document in ranking if isinstance(document, str)})


def draw_queries(qrels, run, per_query):
    """Show for each query its ranking, what is missing in it, and its measures."""
    print("  query     ranking    missed" + "".join(f"{name:>9}" for name in MEASURES))
    for query, scores in list(per_query.items())[:MOST_QUERIES]:
        judged, ranking = part_of(qrels, query, {}), part_of(run, query, [])
        found = scores if isinstance(scores, dict) else {}
        line = f"  {query!s:<10.9}{picture(judged, ranking)} {missed(judged, ranking):6}"
        print(line + "".join(cell(found.get(key)) for key in MEASURES))
    if len(per_query) > MOST_QUERIES:
        print(f"  and {len(per_query) - MOST_QUERIES} more queries")


def draw_bars(name, scores, keys):
    """Show the means as bars."""
    print(f"\n{name}\n")
    for key in keys:
        value = scores.get(key)
        bar = "#" * round(WIDTH * value) if is_share(value) else ""
        print(f"  {key:<8}{cell(value)} |{bar:<{WIDTH}}|")


def draw(qrels, run):
    """Show the first queries, and the means below."""
    report = evaluate(qrels, run)
    is_pair = isinstance(report, tuple) and len(report) == 2
    if not is_pair or not all(isinstance(part, dict) for part in report):
        print(f"  Your evaluate gave {report!r:.20}, not a pair of dictionaries.")
        return
    per_query, overall = report
    draw_queries(qrels, run, per_query)
    draw_bars(f"The means of {len(per_query)} queries", overall, MEASURES.values())


def main(files=()):
    """Evaluate and draw, or say which function is still missing."""
    qrels, run = files or (HERE / "qrels.txt", HERE / "run.txt")
    print("What your three functions report. A ranking shows the grades from the top;")
    print("? is unjudged, - is an empty place; missed counts relevant documents.\n")
    try:
        draw(read_qrels(qrels), read_run(run))
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nWhich query needs another order, and which one needs another search?")


if __name__ == "__main__":
    if len(sys.argv) not in {1, 3}:
        sys.exit("Name both files or none: python run.py QRELS RUN")
    main(sys.argv[1:])
