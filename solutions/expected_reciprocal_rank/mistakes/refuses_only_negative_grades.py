"""You refuse grades below 0, but not those above the scale.

What comes out for a grade of 5 on a scale from 0 to 3, and can a probability be as large as that?
"""


def stop_probability(grade, max_grade):
    if grade < 0:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return (2**grade - 1) / 2**max_grade
