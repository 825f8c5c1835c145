"""Your reader leaves before having looked: a result takes away its own readers.

At the first result everybody is still there: which number does your code multiply its probability
with?
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
        gets_there *= 1 - stops
        total += gets_there * stops / position
    return total
