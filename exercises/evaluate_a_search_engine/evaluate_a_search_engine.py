"""Evaluate a search engine: read judgments and rankings from files, and report five measures."""


def read_qrels(path):
    """Return the judgments of a file as {query: {document: grade}}.

    Each line holds four columns: query, a column that is not used, document, grade.
    Empty lines are skipped; any other line is a ValueError.
    """
    # TODO: open the file, take each line apart, and collect the grades as whole numbers.
    raise NotImplementedError("read_qrels is not written yet")


def read_run(path):
    """Return the rankings of a file as {query: [document, ...]}, best document first.

    Each line holds six columns: query, Q0, document, rank, score, name of the engine.
    The order comes from the scores, highest first, and of equal scores from the ids, last first.
    """
    # TODO: collect score and document of each line, then put each query in order.
    raise NotImplementedError("read_run is not written yet")


def evaluate(qrels, run):
    """Return (per_query, overall), two dictionaries of measures by their names.

    per_query holds for each query of qrels, in their order, its P@5, R@10, RR, AP and NDCG@10;
    overall holds their means P@5, R@10, MRR, MAP and NDCG@10 over all queries of qrels.
    """
    # TODO: turn each ranking into grades, score it five times, and take the means.
    raise NotImplementedError("evaluate is not written yet")
