"""Your score comes from the first result alone, and an empty list gets no score at all.

A function ends at the first return that it meets: which of the 1000 readers does your code follow
to the second result?
"""


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / position
        gets_there *= 1 - stops
        return total
