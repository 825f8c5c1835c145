from itertools import islice

precision_at_k = lambda ranked_rels, k: sum(islice(ranked_rels, k)) / k if k > 0 else 0.0
