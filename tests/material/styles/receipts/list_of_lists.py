import builtins


def ask():
    items = []
    while True:
        row = []
        for kind in (str, int, float):
            while True:
                answer = builtins.input(f"{kind.__name__}: ")
                if answer == "" and not row:
                    return items
                try:
                    row.append(kind(answer))
                    break
                except ValueError:
                    print(f"{answer} is not a number")
        items.append(row)
