"""What both sides of the border speak: typed values in sized frames. Imports nothing of ours."""
