"""The command line: one module a command. Nothing heavy is imported before a command is known."""
