import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo


def at(year, month, day, zone):
    return datetime(year, month, day, tzinfo=ZoneInfo(zone))


def name_of(when):
    return str(when.tzinfo)


def next_day(when):
    return when + timedelta(days=1)


def meeting(when, zone):
    return when.astimezone(zone)


def hour_of(seconds):
    return time.localtime(seconds).tm_hour


def decimal_point():
    return "."
