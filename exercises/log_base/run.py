"""Show two formulas at work with two bases, and the proofs that you found."""

import math

from log_base import divisors_at_first, divisors_today, two_lists

POSITIONS = 6
WIDTH = 24


def is_list(value, length):
    """Tell a list of so many numbers from everything else."""
    return (
        isinstance(value, (list, tuple))
        and len(value) == length
        and all(isinstance(one, (int, float)) and math.isfinite(one) for one in value)
    )


def left_over(divisors):
    """Return what is left of a gain of 1 at each position, as a share of the first position."""
    if not is_list(divisors, POSITIONS) or min(divisors) <= 0:
        return f"{divisors!r:.40} is not a list of {POSITIONS} divisors"
    return " ".join(f"{100 * divisors[0] / divisor:3.0f} %" for divisor in divisors)


def dcg(grades, divisors):
    """Add up the grades, each divided by the divisor of its position."""
    return sum(grade / divisor for grade, divisor in zip(grades, divisors, strict=True))


def written(grades):
    """Return a list of grades with two places at most."""
    return "[" + ", ".join(f"{grade:.3g}" for grade in grades) + "]"


def draw_proof(pair, rows):
    """Show the two lists as bars, once for each row of divisors, or say what is wrong."""
    if pair is None:
        print("    None: no two lists change places")
        return
    is_pair = isinstance(pair, (list, tuple)) and len(pair) == 2
    if not is_pair or not all(is_list(grades, POSITIONS) for grades in pair):
        print(f"    {pair!r:.40} is not a pair of lists of {POSITIONS} grades")
        return
    for base, divisors in rows.items():
        scores = [dcg(grades, divisors) for grades in pair]
        for name, grades, score in zip("ab", pair, scores, strict=True):
            share = score / max(*scores, 1e-9)
            bar = "#" * round(WIDTH * min(max(share, 0), 1))
            ahead = "  ahead" if score == max(scores) and min(scores) < score else ""
            print(f"    base {base:<3}{name} {written(grades)[:24]:<24}{score:8.3g} {bar}{ahead}")


def draw(title, formula):
    """Show what two bases leave of a gain, and your proof that they rank differently."""
    print(title)
    rows = {base: formula(POSITIONS, base) for base in (10, 2)}
    for base, divisors in rows.items():
        print(f"    base {base:<3}{left_over(divisors)}")
    if all(is_list(one, POSITIONS) and min(one) > 0 for one in rows.values()):
        draw_proof(two_lists(*map(list, rows.values())), rows)


def main():
    """Draw both formulas, or say which function is still missing."""
    print("What is left of a gain at the positions 1 to 6, as a share of position 1\n")
    try:
        draw("  Today's formula", divisors_today)
        print()
        draw("  The first formula", divisors_at_first)
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nToday both bases leave the same shares, so the base cannot change an order.")


if __name__ == "__main__":
    main()
