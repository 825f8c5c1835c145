"""A hostile peer: it plays the jail's end of the border and writes whatever the grammar allows."""
