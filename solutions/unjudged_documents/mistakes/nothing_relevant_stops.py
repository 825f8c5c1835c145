"""Your bpref stops with an error if nothing was judged as relevant.

You may not divide by 0: which answer does the lesson ask for?
"""


def bpref(ranking, judged):
    relevant = sum(grade > 0 for grade in judged.values())
    bound = min(relevant, len(judged) - relevant)
    return sum(credit(bad, bound) for bad in bad_above_each(ranking, judged)) / relevant
