"""Tests of the room `crypto`."""
