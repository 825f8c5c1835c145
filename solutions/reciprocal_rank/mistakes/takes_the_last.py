"""Your code finds the last relevant result instead of the first.

Go through the lesson's [0, 0, 1, 1] with a finger, as your code does: at which result is the answer
known, and can those below it still change what you return?
"""


def reciprocal_rank(ranked_rels):
    answer = 0.0
    for position, rel in enumerate(ranked_rels, start=1):
        if rel == 1:
            answer = 1 / position
    return answer
