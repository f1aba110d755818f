"""The world outside: TCP and TLS, addresses, the clock, the system's randomness. The rooms below know none of them."""
