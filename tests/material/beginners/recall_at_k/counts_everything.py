def recall_at_k(ranked_rels, k, total_relevant):
    first = ranked_rels[:k]
    number = 0
    for rel in first:
        number += 1
    if number == 0:
        return "no results"
    return str(number / total_relevant)
