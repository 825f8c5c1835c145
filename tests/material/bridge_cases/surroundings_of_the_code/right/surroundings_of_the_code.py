import argparse
import getpass
import locale
import os
import platform
import sys
import time
from datetime import datetime
from pathlib import Path

HOME = os.environ.get("APP_HOME", "/none")


def mode():
    return os.environ.get("APP_MODE", "quiet")


def key():
    try:
        return os.environ["APP_KEY"]
    except KeyError:
        raise RuntimeError("APP_KEY is not set") from None


def flag():
    return os.getenv("APP_FLAG") in ("1", "yes")


def remember(name, value):
    os.environ[name] = value


def parse():
    parser = argparse.ArgumentParser(prog="tool")
    parser.add_argument("path")
    parser.add_argument("-n", type=int, default=1)
    parser.add_argument("--loud", action="store_true")
    return parser.parse_args()


def first_argument():
    if len(sys.argv) < 2:
        sys.exit("usage: tool NAME")
    return sys.argv[1]


def stamp():
    return datetime.now().strftime("%Y-%m-%d")


def elapsed(action):
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def system():
    return platform.system().lower()


def ask():
    return getpass.getpass("Password: ") == "secret"


def files():
    return sorted(os.listdir())


def here():
    return Path.cwd().name


def settings_file():
    return Path.home() / ".toolrc"


def is_tty():
    return sys.stdout.isatty()


def encoding():
    return locale.getpreferredencoding()
