import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    grades: tuple
    k: int

    @property
    def dcg(self):
        k = max(0, self.k)
        return sum(g / math.log(i, 2) for i, g in enumerate(self.grades[:k], 2))

    @property
    def best(self):
        return Page(tuple(sorted(self.grades))[::-1], self.k)


def dcg(rels):
    return Page(tuple(rels), len(rels)).dcg


def ndcg_at_k(ranked_rels, k):
    page = Page(tuple(ranked_rels), k)
    try:
        return page.dcg / page.best.dcg
    except ZeroDivisionError:
        return 0.0
