"""You return a number for a grade that is not on the scale, and it is no probability.

Try a grade of 5 on a scale from 0 to 3: what comes out, and what does the lesson ask for instead?
"""


def stop_probability(grade, max_grade):
    return (2**grade - 1) / 2**max_grade
