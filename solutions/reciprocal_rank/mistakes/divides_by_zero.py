"""Without any query your code stops with an error, but with the wrong one.

A ZeroDivisionError says how you compute; the lesson asks for an error that says what is wrong with
the input: which one, and what must you check before you divide?
"""


def mean_reciprocal_rank(queries):
    return sum(reciprocal_rank(rels) for rels in queries) / len(queries)
