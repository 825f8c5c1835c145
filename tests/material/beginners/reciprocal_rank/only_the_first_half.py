def reciprocal_rank(ranked_rels):
    position = 0
    for rel in ranked_rels:
        position = position + 1
        if rel == 1:
            answer = 1 / position
    return answer
