"""In your code readers leave before they look: a result loses its own readers.

At the first result all readers are still there: which number does your code multiply its
probability with?
"""


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        gets_there *= 1 - stops
        total += gets_there * stops / position
    return total
