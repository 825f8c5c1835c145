"""What a student does: start, try, submit, read hints and earlier attempts."""
