"""You divide bpref by the number of relevant documents that were found.

A relevant document that was missed should cost something: over how many documents is the mean
taken?
"""


def bpref(ranking, judged):
    relevant = sum(grade > 0 for grade in judged.values())
    bound = min(relevant, len(judged) - relevant)
    counts = bad_above_each(ranking, judged)
    return sum(credit(bad, bound) for bad in counts) / len(counts) if counts else 0.0
