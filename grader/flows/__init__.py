"""What users do, from end to end: joins tools and judge, decides nothing that they decide."""
