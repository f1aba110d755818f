"""The sizes that bound everything a stranger can make us hold. Specified in `protocol/spec`, `limits`."""

from __future__ import annotations

FRAME_BYTES = 16 * 1024
"""Largest frame; the largest record of a 24-card deal is under 7 KiB."""

STRANGER_FRAME_BYTES = 1024
"""Largest frame before the other side has proven its identity."""

DEPTH = 4
"""Deepest nesting of arrays in a message."""

ARRAY_ITEMS = 64
NAME_BYTES = 64
RULESET_BYTES = 2048
CHAT_BYTES = 256
"""Longest line of chat, in UTF-8."""

OPENINGS = ("deal", "match", "never")
"""When both sides open their seeds: after each deal, after the match, or not at all."""

PATIENCE_SECONDS = (10, 7 * 24 * 3600)
CLOCK_SECONDS = (0, 24 * 3600)
"""Seconds for one move; 0 means no clock."""
