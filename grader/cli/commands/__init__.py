"""One module for each command: it reads options, calls one flow and prints."""
