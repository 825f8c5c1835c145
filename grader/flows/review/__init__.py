"""What an instructor does with a graded class: judge again, mark."""
