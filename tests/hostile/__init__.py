"""Adapters in every state of repair, and what the suite makes of them."""
