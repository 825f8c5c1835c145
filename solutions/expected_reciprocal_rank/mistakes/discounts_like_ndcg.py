"""Your discount is the logarithm of NDCG, and not the reciprocal of the position.

At position 2 one of them leaves a half and the other more: which of the two stands in the name of
this measure?
"""

import math


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / math.log2(position + 1)
        gets_there *= 1 - stops
    return total
