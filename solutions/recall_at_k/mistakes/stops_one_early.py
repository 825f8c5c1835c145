"""Your cut lies one result too high, so the result at position k does not count.

Take a list of two results and k = 2, and write down what your code adds up: at which index does
the second result stand, and does your code get there?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    return sum(ranked_rels[: k - 1]) / total_relevant
