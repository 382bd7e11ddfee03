"""The tests of the suite itself: that it reads, asks, judges and tells rightly."""
