"""The knowledge of a seat: its view, the deals that it may imagine, the señas."""
