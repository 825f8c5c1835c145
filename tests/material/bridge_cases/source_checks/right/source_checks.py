"""Small functions without help."""


def factorial(n):
    """Multiply 1 to n."""
    return 1 if n < 2 else n * factorial(n - 1)


def total(numbers):
    """Add up."""
    result = 0
    for n in numbers:
        result += n
    return result


class Greeter:
    """Greets."""

    def greet(self):
        """Say hello."""
        return "hello"
