"""The trusted end of the wire: stand-ins for the student's objects, under the contract."""
