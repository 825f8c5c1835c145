"""Your condensed list holds a 0 for each unjudged document.

That is what this lesson wants to avoid: what should be left of a document that is not in the
dictionary?
"""


def condensed(ranking, judged):
    return [judged.get(name, 0) for name in ranking]
