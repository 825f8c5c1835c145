def line(name, count, price):
    if count < 0:
        raise ValueError(f"{count} is below zero")
    return f"{name:<10}{count:>3} x {price:>6.2f} = {count * price:>6.2f}"


def total(items):
    return sum(count * price for _, count, price in items)


def lines(items):
    return [line(*item) for item in items] + [f"Total {total(items):.2f}"]


def show(items):
    for text in lines(items):
        print(text)


def ask_number(question, kind):
    while True:
        try:
            return kind(input(question))
        except ValueError:
            print("That is not a number.")


def ask():
    items = []
    while name := input("Name: "):
        items.append((name, ask_number("Count: ", int), ask_number("Price: ", float)))
    return items
