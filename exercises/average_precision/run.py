"""Show where your AP comes from on one page, and the scores of other orders and queries."""

import math

from average_precision import average_precision_at_k, mean_average_precision

PAGE = [1, 0, 1, 1, 0, 0, 0, 1]
RELEVANT = 4
ORDERS = {
    "best": [1, 1, 1, 0, 0],
    "a gap": [1, 0, 1, 1, 0],
    "worst": [0, 0, 1, 1, 1],
}
QUERIES = [([1, 0, 1, 1, 0], 4), ([0, 1], 1), ([0, 0, 0], 2)]
WIDTH = 32


def bar(value):
    """Return a value with a bar that is full at 1, or say that it cannot be drawn."""
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return f"  {value!r:.20} is no number"
    if not 0 <= value <= 1:
        return f"{value:8.4f} is out of range"
    return f"{value:8.4f} |{'#' * round(WIDTH * value):<{WIDTH}}|"


def draw_way_down():
    """Show how AP grows with each relevant result on the way down a page."""
    print(f"Down one page, {RELEVANT} relevant documents in all: your AP for every k\n")
    print("   k  result     AP@k")
    for k, rel in enumerate(PAGE, start=1):
        print(f"  {k:2}     {rel}    {bar(average_precision_at_k(list(PAGE), k, RELEVANT))}")


def draw_orders():
    """Show three pages that precision and recall at 5 cannot tell apart."""
    print("Three pages with the same P@5 and the same R@5\n")
    for name, rels in ORDERS.items():
        score = average_precision_at_k(list(rels), 5, RELEVANT)
        print(f"  {name:<6}{rels} {bar(score)}")


def main():
    """Draw everything, or say which function is still missing."""
    try:
        draw_way_down()
        print()
        draw_orders()
        print("\nThree queries and their mean, k = 5\n")
        for rels, total in QUERIES:
            print(f"  {rels!s:<16}of {total}  {bar(average_precision_at_k(list(rels), 5, total))}")
        print(f"  {'MAP@5':<22}{bar(mean_average_precision(list(QUERIES), 5))}")
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nOnly relevant results raise AP; each one that was missed keeps it down.")


if __name__ == "__main__":
    main()
