"""What runs in the jail: Python's own library and the border, nothing else of ours."""
