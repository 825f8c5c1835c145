def banner(text):
    return f"{'*' * len(text)}\n{text}\n{'*' * len(text)}\n"


def complain(text):
    print("error:", text)


def table(numbers):
    for n in numbers:
        print(n, n**3)


def describe(*parts):
    print(*parts)
