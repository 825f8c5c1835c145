"""Draw the gain of each grade, and two systems as both gains see them."""

import math

from exponential_gain import exponential_dcg, exponential_ndcg

SYSTEMS = {"A": [3, 0, 0, 2, 2], "B": [2, 2, 3, 0, 0]}
WIDTH = 30


def linear_dcg(rels):
    """Return the DCG that you know, with the grade as gain."""
    return sum(rel / math.log2(i + 2) for i, rel in enumerate(rels))


def linear_ndcg(rels):
    """Return the NDCG that you know, of a whole list."""
    return linear_dcg(rels) / linear_dcg(sorted(rels, reverse=True))


def bar(value, full):
    """Return a value with a bar that is as long as its share, or say what is wrong with it."""
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return f"  {value!r:.20} is not a number to draw"
    share = min(max(value / full, 0.0), 1.0)
    note = "" if 0.0 <= value <= full + 1e-9 else " !"
    return f"{value:9.4f} |{'=' * round(share * WIDTH):<{WIDTH}}|{note}"


def draw_gains():
    """Show what one result at position 1 is worth, grade by grade."""
    print("One result at position 1: the grade itself, and your exponential_dcg\n")
    for grade in range(5):
        print(f"  grade {grade}  linear      {bar(grade, 15)}")
        print(f"           exponential {bar(exponential_dcg([grade], 1), 15)}")


def draw_systems():
    """Show the NDCG@5 of two systems with both gains."""
    print("Two systems found the same five documents: NDCG@5\n")
    for name, rels in SYSTEMS.items():
        print(f"  system {name}, {rels}")
        print(f"           linear      {bar(linear_ndcg(rels), 1)}")
        print(f"           exponential {bar(exponential_ndcg(list(rels), 5), 1)}")


def main():
    """Draw both pictures, or say which function is still missing."""
    try:
        draw_gains()
        print()
        draw_systems()
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nWhich system would you rather use? A ! at the end marks a value out of range.")


if __name__ == "__main__":
    main()
