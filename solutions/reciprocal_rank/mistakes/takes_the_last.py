"""Your code finds the last relevant result instead of the first.

Your loop remembers a position and goes on, so a later one takes its place: when is the answer
known, and what should happen to the loop then?
"""


def reciprocal_rank(ranked_rels):
    answer = 0.0
    for position, rel in enumerate(ranked_rels, start=1):
        if rel == 1:
            answer = 1 / position
    return answer


def mean_reciprocal_rank(queries):
    if not queries:
        raise ValueError("no queries")
    return sum(reciprocal_rank(rels) for rels in queries) / len(queries)
