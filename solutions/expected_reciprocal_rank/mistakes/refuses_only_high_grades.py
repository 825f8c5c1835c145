"""You refuse grades above the scale, but not those below it.

What is 2 to the power of -1, and what comes out of your function for such a grade?
"""


def stop_probability(grade, max_grade):
    if grade > max_grade:
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
