"""What a seat sees: its view, the deals it may imagine, the señas."""
