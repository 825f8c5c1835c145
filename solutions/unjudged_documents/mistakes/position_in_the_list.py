"""You count all judged documents above a relevant one, not only the bad ones.

Two relevant documents at the top do not hurt each other: which documents should raise your
count?
"""


def bad_above_each(ranking, judged):
    return [above for above, grade in enumerate(condensed(ranking, judged)) if grade > 0]
