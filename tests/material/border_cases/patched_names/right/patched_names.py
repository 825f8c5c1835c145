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
    return x * RATE


def helper(x):
    return f"[{x}]"


def wrap(x):
    return helper(x)


def pause(n):
    for _ in range(n):
        time.sleep(1)


def lucky():
    return random.randint(1, 6) == 6


def age_in(born):
    return datetime.date.today().year - born


def is_saved(name):
    return os.path.exists(name)


def report(path):
    with open(path) as f:
        return f.readline().strip()


def fetch_title(host):
    try:
        return requests.get(f"https://{host}/api", timeout=5).json()["title"]
    except ConnectionError as e:
        return f"offline: {e}"


def greeting():
    return {"en": "hello", "de": "hallo"}[SETTINGS["lang"]]
