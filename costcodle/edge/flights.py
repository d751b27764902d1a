"""One renderer a key and process at a time; the others wait for it, briefly."""

from threading import Event, Lock

from costcodle.edge.entry import Entry

# Longer than a page takes to render, shorter than a visitor's patience.
WAIT_SECONDS = 2.0


class Flight:
    """A page that is being rendered; `entries` is None also when it can't be shared."""

    def __init__(self) -> None:
        self.landed = Event()
        self.entries: dict[str, Entry] | None = None

    def wait(self, encoding: str) -> Entry | None:
        """The entry that the pilot made, or None: then render without it."""
        self.landed.wait(WAIT_SECONDS)
        return (self.entries or {}).get(encoding)


class Flights:
    def __init__(self) -> None:
        self._lock = Lock()
        self._flights: dict[str, Flight] = {}

    def board(self, key: str) -> tuple[Flight, bool]:
        """The flight of a key, and True for its pilot, who must call `land` whatever happens."""
        with self._lock:
            flight = self._flights.get(key)
            if flight is not None:
                return flight, False
            flight = self._flights[key] = Flight()
            return flight, True

    def land(self, key: str, entries: dict[str, Entry] | None) -> None:
        with self._lock:
            flight = self._flights.pop(key)
        flight.entries = entries
        flight.landed.set()
