from fractions import Fraction


def precision_at_k(ranked_rels, k):
    found = Fraction(sum(rel == 1 for rel in ranked_rels[: max(k, 0)]))
    return float(found / k) if k > 0 else 0.0
