"""Show what each position adds to your DCG, and how the order of the results changes it."""

from dcg_at_k import dcg_at_k

FOUND = [3, 2, 0, 0, 1]
ORDERS = {
    "best first": sorted(FOUND, reverse=True),
    "as found": FOUND,
    "worst first": sorted(FOUND),
}
CELLS_FOR_ONE = 8
MOST = 6


def bar(value):
    """Return a value with a bar of eight cells for each 1.0, or say that it is no such value."""
    if not isinstance(value, (int, float)):
        return f"   {value!r:.30} is not a number"
    if not 0 <= value <= MOST:
        return f"{value:9.4f} is out of range"
    return f"{value:9.4f} {'=' * round(CELLS_FOR_ONE * value)}"


def draw_way_down():
    """Show one row for each position of a list: its grade and the DCG up to there."""
    print(f"Down the list {FOUND}: your dcg_at_k for every k\n")
    print("  k  grade    DCG@k")
    for k, grade in enumerate(FOUND, start=1):
        print(f"  {k}    {grade}  {bar(dcg_at_k(list(FOUND), k))}")


def draw_orders():
    """Show the same five results in three orders."""
    print("The same five results in three orders, each with k = 5\n")
    for name, rels in ORDERS.items():
        print(f"  {name:<12}{rels} {bar(dcg_at_k(list(rels), len(rels)))}")


def main():
    """Draw both pictures, or say that the function is still missing."""
    try:
        draw_way_down()
        print()
        draw_orders()
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nA grade of 0 adds nothing. No order can beat the one with the best first.")


if __name__ == "__main__":
    main()
