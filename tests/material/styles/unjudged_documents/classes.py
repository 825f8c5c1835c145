class Pool(set):
    def add_run(self, run, depth):
        for name in list(run)[: max(depth, 0)]:
            self.add(name)
        return self


class Grades(list):
    @property
    def relevant(self):
        return len([g for g in self if g > 0])

    @property
    def bad(self):
        return len(self) - self.relevant


def pool(runs, depth):
    names = Pool()
    for run in runs:
        names.add_run(run, depth)
    return sorted(names)


def condensed(ranking, judged):
    grades = Grades()
    for name in ranking:
        if name in judged:
            grades.append(judged[name])
    return grades


def bpref(ranking, judged):
    everything = Grades(judged.values())
    bound = min(everything.relevant, everything.bad)
    if everything.relevant == 0:
        return 0.0
    grades = condensed(ranking, judged)
    score = 0.0
    for i, grade in enumerate(grades):
        if grade > 0:
            bad = Grades(grades[:i]).bad
            score += 1 - min(bad, bound) / bound if bound else 1
    return score / everything.relevant
