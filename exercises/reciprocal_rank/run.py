"""Show how fast your reciprocal rank falls, and the mean of a few queries."""

import math

from reciprocal_rank import mean_reciprocal_rank, reciprocal_rank

QUERIES = {
    "opening hours of the library": [0, 0, 1, 1],
    "bread without yeast": [1, 0, 0, 1],
    "shoes for a left-handed cat": [0, 0, 0],
    "height of the Matterhorn": [0, 1],
}
WIDTH = 24


def bar(value):
    """Return a value with a bar that is full at 1, or say that it cannot be drawn."""
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return f"  {value!r:.20} is no number"
    if not 0 <= value <= 1:
        return f"{value:8.4f} is out of range"
    return f"{value:8.4f} |{'#' * round(WIDTH * value):<{WIDTH}}|"


def draw_fall():
    """Show one relevant result further and further down the page."""
    print("One relevant result, further and further down: your reciprocal_rank\n")
    for position in range(1, 11):
        print(f"  at position {position:<2} {bar(reciprocal_rank([0] * (position - 1) + [1]))}")


def draw_queries():
    """Show the reciprocal rank of each query, and their mean below."""
    print("Four queries, and their mean: your mean_reciprocal_rank\n")
    for query, rels in QUERIES.items():
        print(f"  {query:<29}{rels!s:<14}{bar(reciprocal_rank(list(rels)))}")
    mean = mean_reciprocal_rank([list(rels) for rels in QUERIES.values()])
    print(f"  {'MRR':<43}{bar(mean)}")


def main():
    """Draw both pictures, or say which function is still missing."""
    try:
        draw_fall()
        print()
        draw_queries()
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nA query that found nothing counts in the mean and pulls it down.")


if __name__ == "__main__":
    main()
