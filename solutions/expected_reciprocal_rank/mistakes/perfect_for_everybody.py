"""In your code a perfect result satisfies every reader, so no reader looks below it.

The gain is divided so that one reader in eight goes on from a 3 on the scale of the lesson: by
which number, and by which in your code?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return (2**grade - 1) / max(2**max_grade - 1, 1)
