"""Hypothesis profiles: the same examples on every run, and a wider search on demand."""

from hypothesis import HealthCheck, settings

# A slow machine is no finding: neither deadlines nor the time it takes to draw are judged.
settings.register_profile(
    "repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# For looking further by hand: pytest --hypothesis-profile=explore
settings.register_profile(
    "explore", settings.get_profile("repeatable"), derandomize=False, max_examples=2000
)
settings.load_profile("repeatable")
