class L(list):
    pass
class S(set):
    pass
class M(list):
    pass
