"""Tests of the pages: what they say is there, is there."""
