"""Draw the cumulative gain of three orders of the same results, cut by cut."""

from cumulative_gain import cumulative_gain

FOUND = [0, 3, 1, 0, 2]
ORDERS = {"best": sorted(FOUND, reverse=True), "found": FOUND, "worst": sorted(FOUND)}
CELLS_FOR_ONE = 8
MOST = sum(FOUND)


def can_be_drawn(value):
    """Tell a sum on the scale from everything else."""
    return isinstance(value, (int, float)) and 0 <= value <= MOST


def scale():
    """Return the numbers above the picture."""
    return "".join(f"{number:<{CELLS_FOR_ONE}}" for number in range(MOST + 1)).rstrip()


def marks(sums):
    """Return a line from the smallest sum to the largest, with a letter for each order."""
    places = {name: round(CELLS_FOR_ONE * value) for name, value in sums.items()}
    first, last = min(places.values()), max(places.values())
    line = [" "] * first + ["-"] * (last - first + 1)
    for name, place in places.items():
        line[place] = name[0] if line[place] == "-" else "*"
    return "".join(line)


def draw_cuts():
    """Show one line for each cut, as wide as the order matters there."""
    for name, rels in ORDERS.items():
        print(f"  {name[0]} = {name:<6}{rels}")
    print(f"\n  k   {scale()}")
    for k in range(1, len(FOUND) + 1):
        sums = {name: cumulative_gain(list(rels), k) for name, rels in ORDERS.items()}
        wrong = [value for value in sums.values() if not can_be_drawn(value)]
        print(f"  {k}   {marks(sums) if not wrong else f'{wrong[0]!r:.30} cannot be drawn'}")


def main():
    """Draw the cuts, or say that the function is still missing."""
    print("Three orders of the same five results: your CG@k (* where letters meet)\n")
    try:
        draw_cuts()
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nAt k = 5 all three orders meet: a sum of all results does not see the order.")


if __name__ == "__main__":
    main()
