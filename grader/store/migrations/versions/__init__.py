"""One module for each version of the record, in order."""
