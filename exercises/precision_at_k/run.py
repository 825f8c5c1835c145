"""Walk down a page of results and show how your precision moves with every one of them."""

import math

from precision_at_k import precision_at_k

PAGE = [
    ("Soda bread in an hour", 1),
    ("How yeast works", 0),
    ("Flatbread from the pan", 1),
    ("Corn bread with baking powder", 1),
    ("How to clean a bread tin", 0),
]
ENGINES = {
    "good results first": [1, 1, 1, 0, 0, 0],
    "good results last": [0, 0, 0, 1, 1, 1],
    "half a page": [1, 1, 1],
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
    """Show one row for each result of the page, with the precision down to there."""
    print("Asked: bread without yeast. Your precision_at_k after every result:\n")
    print(f"  k  {'result':<31}helps    P@k")
    rels = [rel for _, rel in PAGE]
    for k, (title, rel) in enumerate(PAGE, start=1):
        helps = "yes" if rel else "no"
        print(f"  {k}  {title:<31}{helps:<5}{bar(precision_at_k(list(rels), k))}")


def draw_engines():
    """Show three other pages, each with two cuts."""
    print("Three other pages, each cut after 3 and after 6 places:\n")
    for name, rels in ENGINES.items():
        for k in (3, 6):
            print(f"  {name:<20}P@{k} {bar(precision_at_k(list(rels), k))}")


def main():
    """Draw both pictures, or say that the function is still missing."""
    try:
        draw_page()
        print()
        draw_engines()
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nAll three should have the same P@6:")
    print("order does not count, and an empty place is a miss.")


if __name__ == "__main__":
    main()
