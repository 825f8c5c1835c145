"""You refuse grades below 0, but not those above the scale.

What comes out for a grade of 5 on a scale from 0 to 3, and can a probability be as large as that?
"""


def stop_probability(grade, max_grade):
    if grade < 0:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return (2**grade - 1) / 2**max_grade


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / position
        gets_there *= 1 - stops
    return total
