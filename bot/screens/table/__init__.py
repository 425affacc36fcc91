"""The running table as everybody sees it."""
