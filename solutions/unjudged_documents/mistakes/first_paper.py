"""Your bound is R, also where fewer documents than R were judged as not relevant.

With that bound the worst order does not score 0: what is the bound m in this lesson?
"""


def bpref(ranking, judged):
    relevant = sum(grade > 0 for grade in judged.values())
    if relevant == 0:
        return 0.0
    return sum(credit(bad, relevant) for bad in bad_above_each(ranking, judged)) / relevant
