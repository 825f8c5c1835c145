BASE = 10
n = 0


def counter():
    def step():
        global n
        n += 1
        return n

    return step


def adder(n):
    return n


def compose(*functions):
    return functions[0] if functions else lambda x: x


def multipliers():
    return [lambda x: x * i for i in range(3)]


def make_account(balance):
    return {"withdraw": lambda a: balance - a, "deposit": lambda a: balance + a}


def memo(function):
    return function
