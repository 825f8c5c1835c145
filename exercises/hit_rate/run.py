"""Show what a sample of negatives makes of a rank, of two recommenders, and of your pair."""

import math

from hit_rate import held_out_rank, hit_rate, misleading_pair, sampled_hit_rate

FILMS = ["jaws", "heat", "fargo", "alien", "up"]
A = [1, 3, 600, 800]
B = [12, 15, 18, 20]
ITEMS = 1000
K = 10
WIDTH = 40


def is_share(value):
    """Tell a number from 0 to 1 from everything else."""
    return isinstance(value, (int, float)) and math.isfinite(value) and 0 <= value <= 1


def bar(value):
    """Return a value with a bar that is full at 1, or say that it cannot be drawn."""
    if not is_share(value):
        return f"{value!r:.20} is no number from 0 to 1"
    return f"{value:5.3f} |{'#' * round(WIDTH * value):<{WIDTH}}|"


def draw_rank():
    """Show the rank of the lesson's first example."""
    rank = held_out_rank(list(FILMS), "alien", ["heat", "up"])
    print(f'"alien" is held out of {FILMS}')
    print(f"  the person knows heat and up: your rank is {rank!r:.20}\n")


def draw_chances():
    """Show the chance of a hit at several ranks, in a sample of 100 negatives."""
    print(f"The chance of a hit at {K} with 100 negatives, drawn from {ITEMS} items")
    print(f"(over all items, the ranks {K + 1} to {ITEMS} are misses)\n")
    for rank in (10, 20, 50, 100, 150):
        print(f"  rank {rank:4} {bar(sampled_hit_rate([rank], K, ITEMS, 100))}")


def draw_recommenders():
    """Show two recommenders over all items, and in samples that grow."""
    print(f"\nHR@{K} of A {A} and B {B}\n")
    print(f"  all items     A {bar(hit_rate(list(A), K))}")
    print(f"                B {bar(hit_rate(list(B), K))}")
    for negatives in (100, 500, 900):
        both = [sampled_hit_rate(list(ranks), K, ITEMS, negatives) for ranks in (A, B)]
        print(f"  {negatives} negatives A {bar(both[0])}")
        print(f"                B {bar(both[1])}")


def is_ranks(value, items):
    """Tell a list of ranks from everything else."""
    return (
        isinstance(value, (list, tuple))
        and len(value) > 0
        and all(isinstance(rank, int) and 1 <= rank <= items for rank in value)
    )


def draw_pair(items, negatives, k):
    """Show the hit rates of your pair for one setting."""
    print(f"\nYour pair for {items} items, {negatives} negatives and k = {k}\n")
    pair = misleading_pair(items, negatives, k)
    is_pair = isinstance(pair, (list, tuple)) and len(pair) == 2
    if not is_pair or not all(is_ranks(ranks, items) for ranks in pair):
        print(f"  {pair!r:.40} is no pair of lists of ranks")
        return
    shares = []
    for name, ranks in zip("ab", pair, strict=True):
        over_all = hit_rate(list(ranks), k)
        sampled = sampled_hit_rate(list(ranks), k, items, negatives)
        print(f"  {name}, {len(ranks)} people: all items {over_all!r:.8}, sample {sampled!r:.8}")
        shares.append((over_all, sampled))
    for where, one, other in zip(("over all items", "in the sample"), *shares, strict=True):
        if is_share(one) and is_share(other) and math.isclose(one, other, abs_tol=1e-9):
            print(f"  {where}, a and b are equal but for rounding: none of them is ahead")


def main():
    """Draw all pictures, or say which function is still missing."""
    try:
        draw_rank()
        draw_chances()
        draw_recommenders()
        draw_pair(20, 12, 3)
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nWith A, two of four people find their item among the first ten; with B, none.")


if __name__ == "__main__":
    main()
