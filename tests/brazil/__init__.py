"""What the tests of truco paulista and truco mineiro share."""
