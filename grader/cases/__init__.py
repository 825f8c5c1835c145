"""What runs hidden cases, tells of them, and says what they say of themselves."""
