"""You refuse a query whose list is empty, and the lesson refuses only when there is no query.

An empty page is a bad answer, but it is no wrong input: what do the conventions of the course say
about an empty list, and what about no queries?
"""


def reciprocal_rank(ranked_rels):
    if not ranked_rels:
        raise ValueError("an empty list")
    for position, rel in enumerate(ranked_rels, start=1):
        if rel == 1:
            return 1 / position
    return 0.0
