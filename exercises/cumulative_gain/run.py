"""Walk down two lists side by side and show how your cumulative gain grows."""

from cumulative_gain import cumulative_gain

LATE = [0, 0, 1, 2, 3]
EARLY = [3, 2, 1, 0, 0]
WIDTH = 22


def stairs(value):
    """Return a value and as many blocks as it is worth."""
    if not isinstance(value, (int, float)) or not 0 <= value <= 12:
        return f"{value!r:.12} cannot be drawn"
    return f"{value:4g} {'#' * int(2 * value)}"


def draw_lists():
    """Show one row for each k, with both lists and their sums so far."""
    print("Five results, from the top of the page to the bottom.\n")
    print(f"   k   {'the best ones late':<{WIDTH + 8}}{'the best ones early'}")
    for k, (late, early) in enumerate(zip(LATE, EARLY, strict=True), start=1):
        sums = [stairs(cumulative_gain(list(rels), k)) for rels in (LATE, EARLY)]
        print(f"   {k}   +{late} {sums[0]:<{WIDTH}}     +{early} {sums[1]}")


def main():
    """Draw the two lists, or say that the function is still missing."""
    try:
        draw_lists()
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nThe last row ends level: CG@5 does not see which list serves a reader better.")


if __name__ == "__main__":
    main()
