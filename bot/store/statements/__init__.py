"""Tables, and statements prepared for each kind of database."""
