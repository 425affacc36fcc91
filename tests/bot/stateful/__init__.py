"""The service as a machine."""
