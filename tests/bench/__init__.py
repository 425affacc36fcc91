"""The bench: that it runs and repeats itself. No test looks at a time."""
