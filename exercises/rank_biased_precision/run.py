"""Show how the weights fall with the position, and how much of a score is known."""

import math

from rank_biased_precision import rank_biased_precision, residual

PATIENCE = (0.5, 0.8, 0.95)
PAGES = {
    "all judged": [1, 0, 1, 1, 0],
    "one unjudged": [1, None, 1, 1, 0],
}
WIDTH = 40


def is_share(value):
    """Tell a number from 0 to 1 from everything else."""
    return isinstance(value, (int, float)) and math.isfinite(value) and 0 <= value <= 1


def bar(value):
    """Return a value with a bar that is full at 1, or say that it cannot be drawn."""
    if not is_share(value):
        return f"  {value!r:.20} is no number from 0 to 1"
    return f"{value:8.4f} |{'#' * round(WIDTH * value)}"


def both(score, rest):
    """Return one bar for what is known, with dots for what is open."""
    if not is_share(score) or not is_share(rest) or score + rest > 1 + 1e-9:
        return f"{score!r:.20} and {rest!r:.20} do not fit together"
    known = round(WIDTH * score)
    dots = "." * (round(WIDTH * (score + rest)) - known)
    return f"{score:6.4f} + {rest:6.4f} |{'#' * known + dots:<{WIDTH}}|"


def draw_weights():
    """Show what one relevant result is worth at each of six positions."""
    print("One relevant result, further and further down: your RBP\n")
    for p in PATIENCE[:2]:
        for position in range(1, 7):
            score = rank_biased_precision([0] * (position - 1) + [1], p)
            print(f"  p = {p}, position {position} {bar(score)}")
        print()


def draw_pages():
    """Show score and residual of two pages for three kinds of readers."""
    print("Score and residual: # is known, . might be relevant, blank is known not to be\n")
    for name, rels in PAGES.items():
        print(f"  {name} {rels}")
        for p in PATIENCE:
            score, rest = rank_biased_precision(list(rels), p), residual(list(rels), p)
            print(f"    p = {p:<4} {both(score, rest)}")


def main():
    """Draw both pictures, or say which function is still missing."""
    try:
        draw_weights()
        draw_pages()
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nThe more patient the reader, the less five results can say.")


if __name__ == "__main__":
    main()
