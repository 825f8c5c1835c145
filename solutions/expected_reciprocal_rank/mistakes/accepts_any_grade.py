"""You hand back a number for a grade that is not on the scale, and it is no probability.

Try a grade of 5 on a scale from 0 to 3: what comes out, and what does the lesson ask for instead?
"""


def stop_probability(grade, max_grade):
    return (2**grade - 1) / 2**max_grade


def expected_reciprocal_rank(grades, max_grade):
    total = 0.0
    gets_there = 1.0
    for position, grade in enumerate(grades, start=1):
        stops = stop_probability(grade, max_grade)
        total += gets_there * stops / position
        gets_there *= 1 - stops
    return total
