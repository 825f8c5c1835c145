"""Your condensed list loses the documents that were judged as not relevant.

A person read them and gave a 0: does your code ask whether there is a grade, or how large it is?
"""


def condensed(ranking, judged):
    return [judged[name] for name in ranking if judged.get(name)]
