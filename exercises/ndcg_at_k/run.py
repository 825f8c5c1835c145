"""Draw what your two functions say: the discount, then three orders of the same results."""

import math

from ndcg_at_k import dcg, ndcg_at_k

BEST_FIRST = [3, 3, 2, 1, 0, 0]
ORDERS = {
    "perfect": BEST_FIRST,
    "one found late": [3, 2, 1, 0, 0, 3],
    "reversed": BEST_FIRST[::-1],
}
BAR_WIDTH = 40


def line(label, value, full):
    """Return one line of the picture; full is the value that fills the whole bar."""
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return f"  {label:<22} {value!r:.30} is not a number to draw"
    share = min(max(value / full, 0.0), 1.0)
    bar = "#" * round(share * BAR_WIDTH)
    note = "" if 0.0 <= value <= full + 1e-9 else " !"
    return f"  {label:<22} {value:8.4f} |{bar:<{BAR_WIDTH}}|{note}"


def draw_discount():
    """Show what is left of one perfect result as it sinks down the list."""
    print("One result of grade 3, further and further down: your dcg")
    for position in range(1, 9):
        irrelevant_above = [0] * (position - 1)
        print(line(f"at position {position}", dcg([*irrelevant_above, 3]), full=3))


def draw_orders():
    """Show the NDCG of a perfect, a slightly worse and a reversed order at three cuts."""
    print("The same six results in three orders: your ndcg_at_k")
    for name, grades in ORDERS.items():
        print(f"\n  {name} {grades}")
        for k in (1, 3, 6):
            print(line(f"  k = {k}", ndcg_at_k(list(grades), k), full=1))


def main():
    """Draw both pictures, or say which function is still missing."""
    try:
        draw_discount()
        print()
        draw_orders()
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nThe perfect order fills its bars. A ! at the end marks a value out of range.")


if __name__ == "__main__":
    main()
