"""You leave out the queries on which both systems score alike.

They are part of the comparison, and they say that there is little between the two: by how many
queries does the lesson divide, and for how many does it toss?
"""


def differences(a, b):
    if not a:
        raise ValueError("there are no queries to compare")
    found = [score - other for score, other in zip(a, b, strict=True)]
    return [d for d in found if d != 0] or [0.0]
