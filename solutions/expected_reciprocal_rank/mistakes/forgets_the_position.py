"""Your score is the probability that the reader is satisfied somewhere, wherever that is.

Compare [3, 0] with [0, 3]: which of them helps a reader sooner, and which step of the formula says
so?
"""


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops
        gets_there *= 1 - stops
    return total
