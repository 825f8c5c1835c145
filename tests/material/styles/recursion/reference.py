def flatten(nested):
    flat = []
    for item in nested:
        if isinstance(item, list):
            flat += flatten(item)
        else:
            flat.append(item)
    return flat


def permutations(text):
    if len(text) < 2:
        return [text]
    return [c + rest for i, c in enumerate(text) for rest in permutations(text[:i] + text[i + 1 :])]


def power_set(items):
    if not items:
        return [set()]
    first, *rest = items
    smaller = power_set(rest)
    return smaller + [one | {first} for one in smaller]


def hanoi(n, source, target, spare):
    if n == 0:
        return []
    return [
        *hanoi(n - 1, source, spare, target),
        (source, target),
        *hanoi(n - 1, spare, target, source),
    ]
