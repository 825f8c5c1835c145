"""Where the grader stands on a machine that others use too: its folders, files and locks."""
