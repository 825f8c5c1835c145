"""Show two comparisons with the same mean difference: one is noise, the other is not."""

from compare_systems import is_noise, mean_difference, randomization_test

OLD = [0.42, 0.55, 0.61, 0.38, 0.7, 0.47, 0.52, 0.66, 0.35, 0.58]
STEADY = [0.05, 0.1, 0.05, 0.05, 0.0, 0.1, 0.05, 0.05, -0.05, 0.1]
ERRATIC = [0.5, -0.3, 0.35, 0.0, -0.25, 0.4, -0.22, 0.25, -0.05, -0.18]
CELLS_FOR_ONE = 24
HALF = 12
TRIALS = 2000
SEED = 1


def two_sided_bar(difference):
    """Return a bar to the left of the middle for a loss, and to the right for a win."""
    length = round(abs(difference) * CELLS_FOR_ONE)
    left = "-" * length if difference < 0 else ""
    right = "+" * length if difference > 0 else ""
    return f"{left:>{HALF}}|{right:<{HALF}}"


def draw_queries():
    """Show the differences of both new systems to the old one, query by query."""
    print("  query   steady - old                       erratic - old")
    for number, (steady, erratic) in enumerate(zip(STEADY, ERRATIC, strict=True), start=1):
        bars = [f"{one:6.2f} {two_sided_bar(one)}" for one in (steady, erratic)]
        print(f"  {number:4}  {bars[0]}  {bars[1]}")


def draw_test(name, differences):
    """Show what the three functions say of a new system."""
    new = [score + difference for score, difference in zip(OLD, differences, strict=True)]
    mean = mean_difference(new, list(OLD))
    p = randomization_test(new, list(OLD), TRIALS, SEED)
    print(f"  {name}")
    print(f"    mean difference  {mean!r:.24}")
    print(f"    p                {p!r:.24}")
    print(f"    noise?           {is_noise(p)!r:.24}")


def main():
    """Draw the queries and test both systems, or say which function is still missing."""
    print("Ten queries, two new systems, each compared with the same old one\n")
    draw_queries()
    print()
    try:
        draw_test("steady", STEADY)
        draw_test("erratic", ERRATIC)
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nBoth means are 0.05 on paper; if yours ends in digits such as ...99996, that is")
    print("the tiny error with which Python stores fractions, and no mistake of yours.")
    print("If all 1024 ways are tried, p is 0.0273 for steady and 0.6172 for erratic.")


if __name__ == "__main__":
    main()
