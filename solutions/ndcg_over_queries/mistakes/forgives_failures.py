"""Your mean leaves out the queries that score 0.0.

Compare a system that answers one of two queries perfectly with one that answers both perfectly:
should they have the same score, and which does your code give them?
"""


def mean(scores):
    if not scores:
        raise ValueError("there are no queries to score")
    counted = [score for score in scores if score > 0]
    return sum(counted) / max(len(counted), 1)
