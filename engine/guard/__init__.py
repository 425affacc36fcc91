"""Who may do what now, and why not."""
