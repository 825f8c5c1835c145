"""Your code divides by a position that is one too small, and at the top by zero.

Python counts a list from 0 and readers count from 1: where does your loop start?
"""


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / position
        gets_there *= 1 - stops
    return total
