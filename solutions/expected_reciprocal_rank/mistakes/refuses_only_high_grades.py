"""You refuse grades above the scale, but not those below it.

What is 2 to the power of -1, and what comes out of your function for such a grade?
"""


def stop_probability(grade, max_grade):
    if grade > max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return (2**grade - 1) / 2**max_grade
