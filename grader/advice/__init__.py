"""Why a submission failed: known mistakes, slips, and the smallest call that shows it."""
