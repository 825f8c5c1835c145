"""Your code divides by a position that is one too small, and at the top by zero.

Python counts a list from 0 and readers count from 1: where does your loop start?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return (2**grade - 1) / 2**max_grade


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / position
        gets_there *= 1 - stops
    return total
