"""Decides whether a path leads to a hidden file: for what a submission names, and what is opened.

A submission's file is never one of these, whatever the way: `..`, a link, a second name of the
same file, a relative path after a change of the current folder.
"""

import os
from functools import cache
from pathlib import PurePath

MAX_PATH = 4096


class HiddenFiles:
    """The files of the hidden folder."""

    def __init__(self, folder: str) -> None:
        self._folder = os.path.realpath(folder) + os.sep
        self._by_inode: dict[tuple[int, int], str] = {}
        for place, _, names in os.walk(self._folder):  # now: later the guards would hear of it
            for name in names:
                full = os.path.join(place, name)
                info = os.lstat(full)
                self._by_inode[info.st_dev, info.st_ino] = full[len(self._folder) - 1 :]

    @classmethod
    @cache
    def of(cls, folder: str) -> "HiddenFiles":
        """List a folder's files once, and not in each fork."""
        return cls(folder)

    def name_of(self, path: str | bytes | PurePath) -> str:
        """Name the hidden file or folder that a path leads to; empty for no such path."""
        text = os.fsdecode(path)
        if len(text) > MAX_PATH:
            return ""
        try:
            full = os.path.realpath(text) + os.sep
            if full.startswith(self._folder):
                return full[len(self._folder) - 1 :].rstrip(os.sep) or os.sep
            info = os.stat(text)
        except (OSError, ValueError):
            return ""
        return self._by_inode.get((info.st_dev, info.st_ino), "") if info.st_nlink > 1 else ""

    def named_by(self, value: str | bytes | PurePath) -> str:
        """Name the hidden file that data leads to, were it a path."""
        text = os.fsdecode(value)
        is_here = (os.getcwd() + os.sep).startswith(self._folder)
        if not (os.sep in text or text == ".." or is_here):
            return ""
        return self.name_of(text) or self._from_anywhere(text)

    def _from_anywhere(self, text: str) -> str:
        """Name the hidden file that a path leads to from a folder that it climbs out of."""
        path = os.path.normpath(text)
        if not path.startswith(".." + os.sep) or len(path) > MAX_PATH:
            return ""
        below = path.split(os.sep)
        while below[0] == "..":
            del below[0]
            if not below:
                return ""
        top = self._folder
        while top != os.sep:
            if name := self.name_of(os.path.join(top, *below)):
                return name
            top = os.path.dirname(top.rstrip(os.sep))
        return self.name_of(os.path.join(top, *below))
