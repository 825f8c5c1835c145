"""The border between hidden cases and a submission: the wire, its two ends and the contract.

The wire: connection (frames), data_types with libraries (what crosses by value), codec (how
it is written), facts (what is said of all else, and beside frames), peer (asking and answering).
The examiner's end: client, proxies, errors, records, modules, programs, surroundings with files.
The jail's end: server, stand_ins, notebook, jail_surroundings.

What a submission can neither read nor forge rests on these modules, to be read in this order:
contract (what the reference's run admits), gate (what is let in, and as what), inert (what stands
for all else), special_methods and operators (whose answers are believed), shared_names (what both
ends have under one name), test_objects (what the jail may ask of a test), hidden_files and guards
(what a submission's paths and texts may do where the cases run).
"""
