"""Where there is nothing to find, you say that everything was found.

One can argue for that, but then a very bad search gets full marks: the conventions of the lesson
give another answer.
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 1.0
    return sum(ranked_rels[: max(k, 0)]) / total_relevant
