"""Your ndcg is 1.0 as soon as something relevant was found, however low it stands.

One of the two lists that you divide must stay in the order in which the documents were found:
which of them does your code put in order?
"""


def ndcg_of_one(gains, candidates, k):
    cut = max(k, 0)
    ideal = dcg(sorted(candidates, reverse=True)[:cut])
    if ideal == 0:
        return 0.0
    return dcg(sorted(gains, reverse=True)[:cut]) / ideal
