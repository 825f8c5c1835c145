"""Score four models on the same two queries, at several cuts."""

import math

import numpy as np
from ndcg_from_scores import ndcg_score

TRUE = np.array([[3, 2, 1, 0, 0], [2, 1, 1, 0, 0]])
MODELS = {
    "knows everything": TRUE * 1.0,
    "has ties": np.array([[0.9, 0.4, 0.4, 0.4, 0.1], [0.2, 0.8, 0.2, 0.5, 0.1]]),
    "knows nothing": np.zeros((2, 5)),
    "is always wrong": -1.0 * TRUE,
}
CUTS = (1, 3, None)
WIDTH = 36


def bar(value):
    """Return a value with a bar that is full at 1.0, or say what is wrong with it."""
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return f"  {value!r:.20} is not a number to draw"
    share = min(max(value, 0.0), 1.0)
    note = "" if 0.0 <= value <= 1.0 + 1e-9 else " !"
    return f"{value:9.4f} |{'=' * round(share * WIDTH):<{WIDTH}}|{note}"


def main():
    """Draw each model, or say that the function is still missing."""
    print(f"Two queries with the grades {TRUE[0]} and {TRUE[1]}: your ndcg_score\n")
    try:
        for name, scores in MODELS.items():
            print(f"  A model that {name}")
            for k in CUTS:
                label = "all" if k is None else f"k = {k}"
                print(f"    {label:<6}{bar(ndcg_score(TRUE.copy(), scores.copy(), k))}")
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nThe columns are in the best order, but knowing nothing must not score 1.")


if __name__ == "__main__":
    main()
