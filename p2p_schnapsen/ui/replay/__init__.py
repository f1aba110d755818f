"""The replay of a log: its steps as values (`steps`), and the ways to show them: objects, a page, the full screen."""
