"""Walk down two pages side by side, and compare the orders that three measures give."""

import math
from itertools import combinations, pairwise

from compare_rankings import agreement, kendall_tau, rank_biased_overlap

OLD = ["d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8"]
NEW = ["d2", "d1", "d9", "d3", "d4", "d7", "d10", "d5"]
PATIENCE = (0.5, 0.8, 0.95)
ENGINES = "ABCDE"
SCORES = {
    "AP": [0.41, 0.35, 0.33, 0.22, 0.1],
    "NDCG": [0.62, 0.66, 0.5, 0.41, 0.3],
    "P@5": [0.6, 0.8, 0.4, 0.4, 0.6],
}
WIDTH = 24


def number(value):
    """Write down a number, or say that it is none."""
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return f"{value!r:.20} is no number"
    return f"{value:8.4f}"


def bar(value):
    """Return a number with a bar that is full at 1, where it can be drawn."""
    drawable = isinstance(value, (int, float)) and 0 <= value <= 1
    return number(value) + (f" |{'#' * round(WIDTH * value):<{WIDTH}}|" if drawable else "")


def draw_pages():
    """Show two pages from the top, with the agreement at each depth."""
    print("\nAn old page and a new one: your agreement at each depth\n")
    print("  depth  old  new")
    for depth, (old, new) in enumerate(zip(OLD, NEW, strict=True), start=1):
        print(f"  {depth:>5}  {old:<4} {new:<4}{bar(agreement(list(OLD), list(NEW), depth))}")
    print("\nOne number for both pages: your RBO\n")
    for p in PATIENCE:
        print(f"  p = {p:<11}{bar(rank_biased_overlap(list(OLD), list(NEW), p))}")


def draw_orders():
    """Show how each measure orders the engines, and your tau of each two measures."""
    print("Five engines, best first by each measure (= is a tie), and your tau\n")
    for name, scores in SCORES.items():
        best_first = sorted(zip(scores, ENGINES, strict=True), key=lambda pair: -pair[0])
        order = best_first[0][1]
        for (above, _), (score, engine) in pairwise(best_first):
            order += (" = " if score == above else " > ") + engine
        print(f"  {name:<5} {order}")
    for one, other in combinations(SCORES, 2):
        print(f"  {one + ' and ' + other:<14}{number(kendall_tau(SCORES[one], SCORES[other]))}")


def main():
    """Draw both, or say which function is still missing."""
    try:
        draw_orders()
        draw_pages()
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nThe larger p is, the more of RBO is an assumption: the pages end at depth 8.")


if __name__ == "__main__":
    main()
