"""Your code stops with an error at an event that the lesson does not list.

A shop writes down many kinds of events: what does the lesson say about other names?
"""


def grade_of(events):
    grades = {"impression": 0} | GRADES
    return max((grades[event] for event in events), default=0)
