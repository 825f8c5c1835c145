"""One submission to one report: examine under supervision, decide, diagnose."""
