"""Your bpref can fall below 0, since a document below very many bad ones adds a negative number.

In the definition the count has an upper limit: which one?
"""


def credit(bad, bound):
    return 1 - bad / bound if bound else 1.0
