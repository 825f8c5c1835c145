"""Names what msgspec raises for bytes that are not what they should be."""

import msgspec

# text that is no UTF-8 and what is nested too deep are no errors of msgspec's own
UNDECODABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
