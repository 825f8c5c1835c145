"""What runs in the jail: Python's own library and the wire, nothing else of ours."""
