"""Your functions compute the DCG and NDCG of the lessons before: the gain is still the grade.

Grades of 0 and 1 cannot show the difference; ask your code what a single result of grade 2 is
worth, and the table of gains what it should be.
"""


def exponential_dcg(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / math.log2(position + 1)
    return total
