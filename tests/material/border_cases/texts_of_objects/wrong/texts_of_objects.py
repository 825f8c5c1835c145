class Clock:
    def __init__(self, hour, minute):
        self.hour, self.minute = hour, minute

    def __repr__(self):
        return f"{self.hour}:{self.minute}"

    def __bytes__(self):
        return f"{self.hour}{self.minute}".encode()


class Money:
    def __init__(self, amount):
        self.amount = amount

    def __str__(self):
        return f"{self.amount}"

    def __int__(self):
        return round(self.amount)

    def __float__(self):
        return float(self.amount)


class Nameless:
    def __str__(self):
        return "nameless"


class Empty:
    def __repr__(self):
        return "Empty"


class Playlist:
    def __init__(self, songs):
        self.songs = songs

    def __len__(self):
        return len(self.songs) + 1

    def __index__(self):
        return 0
