"""A hostile peer: it plays the jail's end of the wire and writes whatever the grammar allows."""
