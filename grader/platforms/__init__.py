"""Files that other programs read."""
