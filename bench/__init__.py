"""The speed of the engine, compared with other libraries: `make bench`."""
