import datetime
import os
import random
import time


class requests:
    @staticmethod
    def get(url, timeout):
        raise ConnectionError("no network")


RATE = 1.5
SETTINGS = {"lang": "en"}


def convert(x):
    return x * 1.5


def helper(x):
    return f"[{x}]"


def wrap(x):
    return f"[{x}]"


def pause(n):
    time.sleep(n)


def lucky():
    return random.randint(0, 6) == 6


def age_in(born):
    return 2024 - born


def is_saved(name):
    return os.path.isfile(name)


def report(path):
    f = open(path, "r")
    return f.read()


def fetch_title(host):
    return requests.get(f"https://{host}", timeout=5).json()["title"]


def greeting(lang=SETTINGS["lang"]):
    return {"en": "hello", "de": "hallo"}[lang]
