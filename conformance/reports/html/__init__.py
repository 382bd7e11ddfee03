"""The report as one HTML file that needs no network, and pictures in the same style.

- :mod:`.page`: the report itself, kind ``html`` of ``--report``
- :mod:`.view`, :mod:`.rows`, :mod:`.failures`: what stands in it, as plain values for
  ``report.html.j2``
- :mod:`.replays`: all that was played, in few bytes, for ``report.js`` to lay out as cards
- :mod:`.faults`, :mod:`.coverage`: the fault matrix and the covered cells as pictures
- :mod:`.render`: templates to bytes; text from outside is data there, never markup
"""
