"""What an instructor does with a class: grade, mark, judge again, read the reports."""
