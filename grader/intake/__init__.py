"""Takes in what students submitted, whatever it came in; runs none of it."""
