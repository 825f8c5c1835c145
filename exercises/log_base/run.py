"""Show one list through five bases: your DCG moves, your NDCG should not."""

import math

from log_base import dcg_with_base, ndcg_with_base

FOUND = [3, 2, 0, 0, 1]
BASES = {"1.5": 1.5, "2": 2, "e": math.e, "4": 4, "10": 10}
WIDTH = 40


def bar(value, full):
    """Return a value with a bar that is as long as its share, or say what is wrong with it."""
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return f"  {value!r:.20} is not a number to draw"
    share = min(max(value / full, 0.0), 1.0)
    note = "" if 0.0 <= value <= full + 1e-9 else " !"
    return f"{value:9.4f} |{'=' * round(share * WIDTH):<{WIDTH}}|{note}"


def draw(title, function, full):
    """Show what a function says of the list, base by base."""
    print(f"{title}\n")
    for name, base in BASES.items():
        print(f"  base {name:<4} {bar(function(list(FOUND), len(FOUND), base), full)}")


def main():
    """Draw both pictures, or say which function is still missing."""
    try:
        draw(f"The list {FOUND}: your dcg_with_base for k = 5", dcg_with_base, full=16)
        print()
        draw("The same list: your ndcg_with_base", ndcg_with_base, full=1)
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nOne list, five DCGs, one NDCG. A ! at the end marks a value out of range.")


if __name__ == "__main__":
    main()
