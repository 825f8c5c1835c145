"""In your code even an irrelevant result satisfies some readers.

What is 2 to the power of 0, and what is taken off in the definition before anything is divided?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return 2**grade / 2**max_grade
