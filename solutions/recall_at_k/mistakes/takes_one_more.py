"""Your cut lies one result too low, so one result more than k counts.

Take a list of two results and k = 1, and write down what your code adds up: at which index does
the last of the first k stand, and does your code stop there?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    return sum(ranked_rels[: k + 1]) / total_relevant
