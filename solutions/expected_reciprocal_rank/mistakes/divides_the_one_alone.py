"""In your probability only the 1 is divided, so a good result gets a number far above 1.

Compute a grade of 2 on the scale from 0 to 3 by hand, and then as Python does: which comes first,
a division or a subtraction, and what could change that?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return 2**grade - 1 / 2**max_grade
