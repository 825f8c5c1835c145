"""Works with other platforms: autograders, exports, feedback to give back."""
