"""For N you count only the documents in the ranking that were judged as not relevant.

N counts them among all judgments, found or not: where do you count R, and where N?
"""


def bpref(ranking, judged):
    relevant = sum(grade > 0 for grade in judged.values())
    if relevant == 0:
        return 0.0
    bound = min(relevant, condensed(ranking, judged).count(0))
    return sum(credit(bad, bound) for bad in bad_above_each(ranking, judged)) / relevant
