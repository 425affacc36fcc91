"""One module per revision, numbered."""
