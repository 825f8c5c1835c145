"""Your discount is the logarithm of NDCG, and not the reciprocal of the position.

At position 2 one of them leaves a half and the other more: which of the two stands in the name of
this measure?
"""


import math


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return (2**grade - 1) / 2**max_grade


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / math.log2(position + 1)
        gets_there *= 1 - stops
    return total
