"""You take the best grade of the list for the highest one of the scale.

A list of marginal results would look perfect then: which of the things that your function is given
knows the scale?
"""


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max(grades))
        total += gets_there * stops / position
        gets_there *= 1 - stops
    return total
