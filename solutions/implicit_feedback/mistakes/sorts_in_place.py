"""Your grade is right, but the list of events is lost afterwards: you sort the caller's own list.

Print the list before and after the call: who else still needs the order in which things happened?
"""


def grade_of(events):
    events.sort(key=lambda event: GRADES.get(event, 0))
    return GRADES.get(events[-1], 0) if events else 0
