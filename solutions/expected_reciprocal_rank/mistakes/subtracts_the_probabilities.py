"""You take the probabilities of the results away from 1 instead of multiplying.

If two results satisfy 7 readers in 8 each, how many are left below both of them? It cannot be less
than 0.
"""


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / position
        gets_there -= stops
    return total
