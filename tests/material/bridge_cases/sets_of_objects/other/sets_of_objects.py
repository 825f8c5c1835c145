class Span:
    def __init__(self, begin, end, label):
        self.begin, self.end, self.label = begin, end, label

    def _all(self):
        return (self.begin, self.end, self.label)

    def __hash__(self):
        return hash(self.begin)

    def __eq__(self, other):
        return self._all() == other._all()


class Spans:
    def __init__(self, spans):
        self._spans = [Span(*span) for span in spans]

    def items(self):
        return {span for span in self._spans}

    def by_span(self):
        found = {}
        for span in self._spans:
            found[span] = [{span}, span.label]
        return found

    def add(self, found, span):
        found |= {Span(*span)}

    def beside(self):
        spans = self._spans
        return {a: [b for b in spans if b.begin == a.begin and b != a] for a in spans}
