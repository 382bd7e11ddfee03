"""Version 1 of the adapter protocol: its messages, read and written (``spec/protocol.md``)."""
