"""Your scores are right at first sight, but their later digits are gone.

The lesson prints a few places so that people can read them: which step of your code drops the
others, and does the task ask for it?
"""


def dcg_at_k(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log2(position + 1)
    return round(total, 4)
