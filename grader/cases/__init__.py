"""What a hidden case says of itself: the judge reads it, and so does a jail that runs cases."""
