"""You treat a grade outside of the scale as if it were the nearest one on it.

Such a grade means that two scales were mixed up, and a quiet answer hides that: what does the
lesson ask for?
"""


def stop_probability(grade, max_grade):
    grade = min(max(grade, 0), max_grade)
    return (2**grade - 1) / 2**max_grade
