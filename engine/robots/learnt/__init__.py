"""What was learnt ahead and ships as files: tables of the truco, starts of the envido, and
how they are read."""
