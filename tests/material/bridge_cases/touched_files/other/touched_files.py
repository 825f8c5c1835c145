import os


def mark_done(folder):
    (folder / "done").touch()


def make_package(folder):
    (folder / "pkg").mkdir()
    (folder / "pkg" / "__init__.py").touch(exist_ok=False)


def stamp(path):
    os.utime(path, (0, 0))


def set_mode(path):
    path.chmod(0o600)
