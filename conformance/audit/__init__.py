"""Grading games that an implementation logged, where it cannot be asked to play others.

A log goes through these modules in this order:

- :mod:`~conformance.audit.format`: one line of a log as typed values, for each format
- :mod:`~conformance.audit.lines`: a file, read line by line, and what is wrong with a line
- :mod:`~conformance.audit.game`: a line as a game that can be replayed
- :mod:`~conformance.audit.readings`: the option of each ruling that the log follows
- :mod:`~conformance.audit.grade`: a game replayed, and its first divergence from the rules
- :mod:`~conformance.audit.reported`: what the log says, in the shape of a reply
- :mod:`~conformance.audit.seen`: the rounds of a game as far as they agree with the rules
- :mod:`~conformance.audit.signs`: for each clause, how a round shows it
- :mod:`~conformance.audit.chances`: how likely a game is to show a clause
- :mod:`~conformance.audit.auditing`: all games of a file, judged
- :mod:`~conformance.audit.told`, :mod:`~conformance.audit.as_json`: the report
"""
