"""Outcomes as they come, with as many of their replies as there is room for."""

from dataclasses import replace

import msgspec

from conformance.sharing import Adapter, Kept

ROOM = 64 * 1024 * 1024
"""Bytes of replies, as they are written, that a run keeps for its diagnosis and its reports. The
replies of a sound engine take a tenth of it; a single one may have 4 MB."""


class Collected:
    """Outcomes by their place in the order of the suite, whatever order they come in.

    Where the replies take more than ``room``, those of passes are dropped first, then those of
    failures; the outcomes themselves stay.
    """

    def __init__(self, first: Adapter, room: int = ROOM) -> None:
        self._first = first
        self._left = room
        self._kept: dict[int, Kept] = {}
        self._sizes: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, place: int, kept: Kept) -> None:
        self._kept[place] = kept
        if kept.outcome.reply is not None:
            size = len(msgspec.json.encode(kept.outcome.reply))
            self._sizes[place] = size
            self._left -= size
            if self._left < 0:
                self._make_room()

    def in_order(self) -> list[Kept]:
        return [self._kept[place] for place in sorted(self._kept)]

    def _make_room(self) -> None:
        for failed in (False, True):
            for place in list(self._sizes):
                if self._left >= 0:
                    return
                kept = self._kept[place]
                if kept.outcome.failed is failed:
                    # Without its reply it can no longer be told that this one was withdrawn.
                    outcome = replace(kept.settled(self._first), reply=None)
                    self._kept[place] = replace(kept, outcome=outcome)
                    self._left += self._sizes.pop(place)
