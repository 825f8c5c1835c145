class Clock:
    def __init__(self, hour, minute):
        self.hour, self.minute = hour, minute

    def __repr__(self):
        return f"Clock({self.hour}, {self.minute})"

    def __str__(self):
        return f"{self.hour:02d}:{self.minute:02d}"

    def __eq__(self, other):
        return (self.hour, self.minute) == (other.hour, other.minute)

    def __bytes__(self):
        return bytes([self.hour, self.minute])


class Money:
    def __init__(self, amount):
        self.amount = amount

    def __format__(self, sign):
        return f"{sign}{self.amount:.2f}"

    def __str__(self):
        return f"{self.amount:.2f}"

    def __bool__(self):
        return self.amount != 0

    def __int__(self):
        return int(self.amount)

    def __float__(self):
        return float(self.amount)


class Nameless:
    def __repr__(self):
        return "<nameless>"


class Empty:
    pass


class Playlist:
    def __init__(self, songs):
        self.songs = songs

    def __len__(self):
        return len(self.songs)

    def __index__(self):
        return len(self.songs)
