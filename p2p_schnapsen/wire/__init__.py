"""Bytes and typed messages: limits, framing, codec, messages, envelope, chain. Pure; knows no rules and no crypto."""
