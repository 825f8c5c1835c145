"""Walk down a page and show how precision and your recall move, each in its own way."""

import math

from recall_at_k import recall_at_k

PAGE = [1, 0, 1, 1, 0, 0, 0, 1]
TOTAL = 4
ENGINES = {
    "one sure result": [1],
    "a short page": [1, 0, 1, 1, 0],
    "everything there is": [1, 0, 1, 1, 0, 0, 0, 1] + [0] * 32,
}
WIDTH = 20


def bar(value):
    """Return a share with a bar that is full at 1, or say that it is no share."""
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return f"  {value!r:.20} is no number"
    if not 0 <= value <= 1:
        return f"{value:8.4f} is no share"
    return f"{value:8.4f} |{'#' * round(WIDTH * value):<{WIDTH}}|"


def draw_page():
    """Show one row for each k: what stands there, the precision, and your recall."""
    print(f"One page, with {TOTAL} relevant documents in the collection.\n")
    print(f"  k  helps  precision{'':<24}your recall_at_k")
    found = 0
    for k, rel in enumerate(PAGE, start=1):
        found += rel
        helps = "yes" if rel else "no"
        print(f"  {k}  {helps:<5}{bar(found / k)}  {bar(recall_at_k(list(PAGE), k, TOTAL))}")


def draw_engines():
    """Show three pages of different length, each in full."""
    print("Three pages from the same 40 documents, looked at to their end:\n")
    for name, rels in ENGINES.items():
        k = len(rels)
        print(f"  {name:<20} k = {k:<3} R@k{bar(recall_at_k(list(rels), k, TOTAL))}")


def main():
    """Draw both pictures, or say that the function is still missing."""
    try:
        draw_page()
        print()
        draw_engines()
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nRecall never falls on the way down. A page that shows all 40 reaches 1.")


if __name__ == "__main__":
    main()
