import os


def mark_done(folder):
    open(folder / "done", "a").close()


def make_package(folder):
    (folder / "pkg").mkdir()
    open(folder / "pkg" / "__init__.py", "w").close()


def stamp(path):
    os.stat(path)


def set_mode(path):
    os.stat(path)
