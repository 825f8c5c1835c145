"""Your bound is N, also where N is larger than R.

Only the first R documents that were judged as not relevant count: what is the bound m in this
lesson?
"""


def bpref(ranking, judged):
    relevant = sum(grade > 0 for grade in judged.values())
    if relevant == 0:
        return 0.0
    others = len(judged) - relevant
    return sum(credit(bad, others) for bad in bad_above_each(ranking, judged)) / relevant
