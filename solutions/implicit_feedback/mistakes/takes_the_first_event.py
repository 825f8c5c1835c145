"""Your grade is that of the first event, whatever comes after it.

Take the third product of the lesson by hand: how many of its five events does your code look at
before it returns?
"""


def grade_of(events):
    for event in events:
        return GRADES.get(event, 0)
    return 0
