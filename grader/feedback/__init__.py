"""Reports as people read them: pages for students and instructors, and the terminal."""
