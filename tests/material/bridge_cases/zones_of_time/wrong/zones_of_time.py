from datetime import datetime, timedelta


def at(year, month, day, zone):
    return datetime(year, month, day)


def name_of(when):
    return when.tzname()


def next_day(when):
    return (when.astimezone() + timedelta(days=1)).replace(hour=0)


def meeting(when, zone):
    return when


def hour_of(seconds):
    return -1


def decimal_point():
    return ","
