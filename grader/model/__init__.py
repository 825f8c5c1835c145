"""What the harness speaks of: courses, submissions, reports. Pure: no files, no clock."""
