"""Keeps pytest out of the case folders: their tests are run by the tests here."""

collect_ignore_glob = ["cases/*"]
