"""In your probability only the 1 is divided, so a good result gets a number far above 1.

Compute a grade of 2 on the scale from 0 to 3 by hand, and then as Python does: which comes first,
a division or a subtraction, and what could change that?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return 2**grade - 1 / 2**max_grade


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / position
        gets_there *= 1 - stops
    return total
