"""Make a pool from three engines, and score four engines in three ways."""

import math

from unjudged_documents import bpref, condensed, pool

ENGINES = {
    "A": ["d3", "d1", "d7", "d4", "d6"],
    "B": ["d1", "d5", "d3", "d8", "d2"],
    "C": ["d6", "d3", "d2", "d1", "d4"],
    "new": ["d9", "d5", "d3", "d4", "d1"],
}
GRADES = {"d1": 2, "d2": 0, "d3": 1, "d5": 0, "d6": 1, "d7": 0}
DEPTH = 3
WIDTH = 30


def bar(value):
    """Return a value with a bar that is full at 1, or say that it cannot be drawn."""
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return f"  {value!r:.20} is no number"
    if not 0 <= value <= 1:
        return f"{value:8.4f} is out of range"
    return f"{value:8.4f} |{'#' * round(WIDTH * value):<{WIDTH}}|"


def average_precision(grades):
    """Return the AP of a list of grades, out of all relevant documents that are known."""
    relevant = sum(grade > 0 for grade in GRADES.values())
    found, total = 0, 0.0
    for position, grade in enumerate(grades, start=1):
        if grade > 0:
            found += 1
            total += found / position
    return total / relevant


def draw_pool():
    """Show each run with what goes into the pool, and your pool below."""
    print(f"Three runs; down to depth {DEPTH}, in brackets, people judge the results\n")
    for name in "ABC":
        first, rest = ENGINES[name][:DEPTH], ENGINES[name][DEPTH:]
        print(f"  {name}   [{' '.join(first)}] {' '.join(rest)}")
    runs = [list(ENGINES[name]) for name in "ABC"]
    print(f"\n  your pool: {pool(runs, DEPTH)!s:.60}\n")


def condensed_score(grades):
    """Score your condensed list; what cannot be scored is shown as it is."""
    if not isinstance(grades, list) or len(grades) > len(GRADES):
        return grades
    if not all(isinstance(grade, (int, float)) for grade in grades):
        return grades
    return average_precision(grades)


def draw_engine(name, ranking):
    """Show one engine, a question mark for what was not judged, and its three scores."""
    as_zeros = [GRADES.get(document, 0) for document in ranking]
    marks = " ".join(f"{document}:{GRADES.get(document, '?')}" for document in ranking)
    grades = condensed(list(ranking), dict(GRADES))
    print(f"  {name:<4} {marks}")
    print(f"    AP, unjudged as 0     {bar(average_precision(as_zeros))}")
    print(f"    AP of your condensed  {bar(condensed_score(grades))}")
    print(f"    your bpref            {bar(bpref(list(ranking), dict(GRADES)))}")


def main():
    """Draw the pool and the engines, or say which function is still missing."""
    try:
        draw_pool()
        print("Document:grade for each engine, ? is unjudged, and three scores\n")
        for name, ranking in ENGINES.items():
            draw_engine(name, ranking)
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nThe pool was made without the new engine: its three scores differ most.")


if __name__ == "__main__":
    main()
