"""Unjudged documents: what to judge, and how to score a list that was judged in part."""


def pool(runs, depth):
    """Return the names of the documents to judge, sorted, each of them once.

    runs holds one list of names in ranked order for each engine; depth says how many results
    of each run are judged.
    """
    # TODO: collect the first names of each run, each of them once, and sort them.
    raise NotImplementedError("pool is not written yet")


def condensed(ranking, judged):
    """Return the grades of the judged documents, in ranked order.

    ranking holds names in ranked order; judged is a dictionary from a name to its grade.
    A document that is not in judged is left out; one with the grade 0 is not.
    """
    # TODO: go down the ranking and keep the grades of the documents that were judged.
    raise NotImplementedError("condensed is not written yet")


def bpref(ranking, judged):
    """Return the bpref of a ranking, with the bound of trec_eval.

    By hand: bpref(["b", "a", "c"], {"a": 1, "b": 0, "c": 2, "d": 0}) is 0.5.
    """
    # TODO: for each relevant document, count those above it that were judged as not relevant.
    raise NotImplementedError("bpref is not written yet")
