"""You answer 0.0 where the base is not allowed, as if nothing relevant had been found.

Somebody who gave a wrong base will take that for a score: what does the lesson ask for, so that
they notice?
"""


def dcg_with_base(rels, k, base):
    if base <= 1:
        return 0.0
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log(position + 1, base)
    return total
