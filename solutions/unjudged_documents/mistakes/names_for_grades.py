"""Your condensed list holds names in place of grades.

A measure needs the grades: how do you get from a name to its grade?
"""


def condensed(ranking, judged):
    return [name for name in ranking if name in judged]
