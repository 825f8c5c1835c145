import os
import sys
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

HOME = "/none"
MODE = os.environ.get("APP_MODE", "quiet")


def mode():
    return MODE


def key():
    return os.environ.get("APP_KEY")


def flag():
    return "APP_FLAG" in os.environ


def remember(name, value):
    pass


def parse():
    return SimpleNamespace(path=sys.argv[1], n=sys.argv[-1], loud=False)


def first_argument():
    return sys.argv[1] if len(sys.argv) > 1 else None


def stamp():
    return datetime.now().isoformat()


def elapsed(action):
    return 0


def system():
    return sys.platform


def ask():
    return False


def files():
    return os.listdir("/")


def here():
    return "here"


def settings_file():
    return Path(".toolrc")
