"""What runs in a sandbox: Python's own library and the border, nothing else of ours."""
