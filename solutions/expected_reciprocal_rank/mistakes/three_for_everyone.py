"""Your scale always ends at one and the same grade, whatever the caller says.

People use scales from 0 to 1, to 3, to 4 and to 10: where does your code look at max_grade?
"""


def stop_probability(grade, max_grade):
    if not 0 <= grade <= max_grade:
        raise ValueError("a grade lies between 0 and the highest one of the scale")
    return (2**grade - 1) / 2**3
