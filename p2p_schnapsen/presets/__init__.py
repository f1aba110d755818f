"""The rule sets that can be picked by name, and the one loader for them and for a user's own file."""
