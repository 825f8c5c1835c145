"""Play a shop in which the best product is at the bottom, and look at its clicks."""

import math
import random

from implicit_feedback import clipped_weight, grade_of, ips_gain

CHANCES = {"lamp": (0.3, 1), "chair": (0.2, 2), "table": (0.6, 8)}  # to be clicked, and where
SHOWINGS = 2000
CLIPS = (1, 3, math.inf)
WIDTH = 36


def bar(value):
    """Return a value with a bar that is full at 1.0, or say what is wrong with it."""
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return f"  {value!r:.20} is not a number to draw"
    share = min(max(value, 0.0), 1.0)
    return f"{value:9.4f} |{'=' * round(share * WIDTH):<{WIDTH}}|{'' if 0 <= value <= 1 else ' !'}"


def clicks_on(chance, propensity, draw):
    """Play the showings of one product: each person who looks may click."""
    return [int(draw.random() < propensity * chance) for _ in range(SHOWINGS)]


def draw_products():
    """Show the gain of each product at several clips."""
    draw = random.Random(2)  # noqa: S311 - nothing secret
    for name, (chance, position) in CHANCES.items():
        propensity = 1 / position
        clicks = clicks_on(chance, propensity, draw)
        weight = f"{clipped_weight(propensity, math.inf)!r:.8}"
        print(f"  {name} at position {position}, {sum(clicks)} clicks, each weighs {weight}")
        print(f"    liked by             {bar(chance)}")
        for clip in CLIPS:
            gain = ips_gain(list(clicks), [propensity] * SHOWINGS, clip)
            print(f"    gain, clipped at {clip!s:<4}{bar(gain)}")


def main():
    """Draw the shop, or say which function is still missing."""
    try:
        bought = grade_of(["impression", "click", "cart", "purchase"])
        print(f"The grade of a product that was bought is {bought!r:.20}\n")
        print(f"Three products, each shown {SHOWINGS} times: your ips_gain\n")
        draw_products()
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nClipped at 1, every click counts once. Which product should be at the top?")


if __name__ == "__main__":
    main()
