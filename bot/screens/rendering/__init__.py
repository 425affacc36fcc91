"""A screen in another form: its picture, plain text, one line."""
