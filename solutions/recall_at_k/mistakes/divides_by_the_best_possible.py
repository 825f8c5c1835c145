"""Your recall reaches 1 when k places could hold no more, however many documents are missing.

Some reports use such a measure, but it has another name; the lesson has an example with two places
and four documents, so work it out and compare.
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0 or k < 1:
        return 0.0
    return sum(ranked_rels[:k]) / min(k, total_relevant)
