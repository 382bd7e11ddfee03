"""Tests of the executable rulebook: each rule by itself, then whole rounds and matches."""
