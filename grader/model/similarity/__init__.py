"""Finds what submissions have in common beyond what everybody was given; runs none of them."""
