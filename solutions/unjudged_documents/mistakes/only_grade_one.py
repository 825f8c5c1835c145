"""In your bpref only a grade of exactly 1 counts as relevant.

What does the lesson say about a grade of 2, or of 0.5?
"""


def bpref(ranking, judged):
    relevant = sum(grade == 1 for grade in judged.values())
    if relevant == 0:
        return 0.0
    bound = min(relevant, len(judged) - relevant)
    ones = {name: int(grade == 1) for name, grade in judged.items()}
    return sum(credit(bad, bound) for bad in bad_above_each(ranking, ones)) / relevant
