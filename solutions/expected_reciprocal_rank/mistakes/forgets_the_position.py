"""Your score is the probability that the reader is satisfied somewhere, wherever that is.

Compare [3, 0] with [0, 3]: which of them serves a reader sooner, and which step of the formula
says so?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return (2**grade - 1) / 2**max_grade


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops
        gets_there *= 1 - stops
    return total
