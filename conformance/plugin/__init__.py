"""What the pytest plugin does once it is used: :mod:`.collecting` makes items of scenarios,
:mod:`.engines` are the fixtures, :mod:`.live` holds the adapter that a pytest process asks."""

NODE = "cjack"
"""The node that all shipped scenarios are under: ``cjack::draw/top-card[full]``."""
