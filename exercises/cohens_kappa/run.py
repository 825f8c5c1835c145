"""Show how much of an agreement is chance, and what the distance of grades changes."""

import math
import random

from cohens_kappa import chance_agreement, cohens_kappa, observed_agreement, weighted_kappa

ANN = [1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
BEN = [1, 1, 0, 1, 0, 0, 0, 0, 0, 0]
PAIRS = {
    "Cleo and Dan": ([1, 1, 1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 1, 1, 0, 1, 0, 0, 0, 0]),
    "Ann and Ben": (ANN, BEN),
    "Eve and Finn": ([1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
}
GIL = [3, 3, 2, 1, 0, 0]
OTHERS = {"Hana": [3, 2, 2, 1, 1, 0], "Ivo": [3, 1, 2, 1, 2, 0]}
WIDTH = 40
DEALS = 2000


def is_number(value):
    """Tell a finite number from everything else."""
    return isinstance(value, (int, float)) and math.isfinite(value)


def written(value, places=3):
    """Return a number with so many places, or anything else as Python shows it."""
    return f"{value:.{places}f}" if is_number(value) else f"{value!r:.8}"


def bar(observed, chance):
    """Return a bar from 0 to 1: dots for chance, # for what is above it, - for what lacks."""
    if not all(is_number(value) and 0 <= value <= 1 for value in (observed, chance)):
        return f"{observed!r:.14} and {chance!r:.14} are no shares"
    reached, random_part = round(WIDTH * observed), round(WIDTH * chance)
    dots = "." * min(reached, random_part)
    return f"|{dots + '#' * (reached - random_part) + '-' * (random_part - reached):<{WIDTH}}|"


def draw_pairs():
    """Show three pairs of judges with the same observed agreement."""
    print("Equal labels on 8 of 10 documents: . by chance, # beyond chance, - missing\n")
    for names, (first, second) in PAIRS.items():
        shares = observed_agreement(first, second), chance_agreement(first, second)
        kappa = written(cohens_kappa(first, second))
        print(f"  {names:<12} {bar(*shares)} kappa {kappa:>6}")


def draw_deals():
    """Deal out Ben's labels at random, many times, and show how often the judges agree."""
    print(f"\nBen's labels, dealt out at random {DEALS} times: how often do Ann and Ben agree?\n")
    rng = random.Random(1)  # noqa: S311 - nothing secret
    seen = [observed_agreement(ANN, rng.sample(BEN, len(BEN))) for _ in range(DEALS)]
    if not all(is_number(value) and 0 <= value <= 1 for value in seen):
        print(f"  {seen[0]!r:.20} is no share")
        return
    for tenths in (4, 6, 8, 10):
        share = sum(round(10 * value) == tenths for value in seen) / DEALS
        drawn = "#" * round(WIDTH * share)
        print(f"  on {tenths:2} documents |{drawn:<{WIDTH}}| {100 * share:4.1f} %")
    chance = written(chance_agreement(ANN, BEN))
    print(f"  mean agreement {sum(seen) / DEALS:.3f}, your chance_agreement {chance}")


def draw_grades():
    """Show two judges who differ from a third on two documents each, near and far."""
    print(f"\nGrades from 0 to 3, on two of six documents unlike Gil's {GIL}\n")
    for name, grades in OTHERS.items():
        off = " ".join(str(abs(one - other)) for one, other in zip(GIL, grades, strict=True))
        kappas = cohens_kappa(GIL, grades), weighted_kappa(GIL, grades)
        plain, weighted = (written(kappa) for kappa in kappas)
        print(f"  {name:<5}{grades}  off by {off}  kappa {plain}  weighted {weighted}")


def main():
    """Draw all three pictures, or say which function is still missing."""
    try:
        draw_pairs()
        draw_deals()
        draw_grades()
    except NotImplementedError as missing:
        print(f"\n  Nothing to draw yet: {missing}.")
        return
    print("\nThe observed agreement is 0.8 for all three pairs; kappa tells them apart.")


if __name__ == "__main__":
    main()
