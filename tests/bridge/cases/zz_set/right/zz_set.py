class L(list):
    pass
class S(set):
    pass
class M(list):
    def total(self): return sum(self)
