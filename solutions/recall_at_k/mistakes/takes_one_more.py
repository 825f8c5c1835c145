"""Your cut lies one result too low, so one more than k takes part.

Take a list of two results and k = 1, and count how many of them your code adds up: does a
slice include the index that it ends at?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    return sum(ranked_rels[: k + 1]) / total_relevant
