from contextlib import ContextDecorator, ExitStack, suppress

ignoring = suppress


class tag(ContextDecorator):
    def __init__(self, name):
        self.stack = ExitStack()
        self.name = name

    def __enter__(self):
        print(f"<{self.name}>")
        self.stack.callback(print, f"</{self.name}>")
        return self.stack.__enter__()

    def __exit__(self, *error):
        return self.stack.__exit__(*error)
