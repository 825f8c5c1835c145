"""Your recall takes in the whole list, whatever k is.

A reader who stops after k results has not seen the rest: where in your code does k make a
difference?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    return sum(ranked_rels) / total_relevant
