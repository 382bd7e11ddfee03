"""What a run was told so far, kept in a file until the run is complete, so that one that was
interrupted or killed can go on (``cjack certify --resume``).

:mod:`.identity` tells which runs are the same, :mod:`.file` is the file and its lock,
:mod:`.journalled` is an adapter that answers from it what was answered before.
"""
