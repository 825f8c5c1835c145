def deprecated_add(a, b):
    print("use plus")
    return a + b


def careful(n):
    if n < 0:
        print(f"negative: {n}")
    return n


def process(items):
    for i, item in enumerate(items):
        print("processed", item)


def divide(a, b):
    return a / b if b else None


def refuse(name):
    log.warning("took %s", name)
    warnings.warn("refused", UserWarning, stacklevel=2)
    raise KeyError(name)
