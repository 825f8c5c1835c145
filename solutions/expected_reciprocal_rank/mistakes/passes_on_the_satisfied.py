"""In your code the satisfied readers go on and the others stop.

Who goes on from a result of grade 0, and who from a perfect one? Follow 1000 readers through two
positions.
"""


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / position
        gets_there *= stops
    return total
