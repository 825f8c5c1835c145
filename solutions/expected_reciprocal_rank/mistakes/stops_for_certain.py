"""Your search ends at the first relevant result, whatever its grade is.

A marginal result satisfies few, and all others go on: what happens in your code below the first
result with a grade above 0?
"""


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / position
        if grade > 0:
            break
    return total
