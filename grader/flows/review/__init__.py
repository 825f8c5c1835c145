"""What an instructor does with a graded class: analyze, compare, judge again, mark."""
