"""What can be wrong with a request to `/play/`: a status, a code for programs, a sentence."""

from http import HTTPStatus
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from costcodle.game.board import Board

TODAY = ("/", "Today’s puzzle")


class Fault(Exception):
    """Ends a request; no guess was used. `message` is told to people, `error` to programs."""

    status: ClassVar[HTTPStatus]
    error: ClassVar[str]
    title: ClassVar[str] = "That didn't work"
    message = ""
    links: tuple[tuple[str, str], ...] = (TODAY,)
    headers: ClassVar[dict[str, str]] = {}
    board: "Board | None" = None  # the board to show with the message
    typed = ""  # the text to leave in its field


class TooLarge(Fault):
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    error = "too_large"
    message = "That was too much text for a guess."


class CrossSite(Fault):
    status = HTTPStatus.FORBIDDEN
    error = "cross_site"
    title = "Sent from another site"
    message = "This came from another site, so it was not taken."


class TooMany(Fault):
    status = HTTPStatus.TOO_MANY_REQUESTS
    error = "too_many"
    title = "Too many guesses at once"
    links = (("/play/", "Back to your game"),)

    def __init__(self, seconds: int) -> None:
        self.message = f"Too many guesses at once. Try again in {seconds} seconds."
        self.headers = {"Retry-After": str(seconds)}  # type: ignore[misc]


class UnknownPuzzle(Fault):
    status = HTTPStatus.NOT_FOUND
    error = "unknown_puzzle"
    title = "No such puzzle"
    message = "There is no such puzzle to play."


class Closed(Fault):
    status = HTTPStatus.CONFLICT
    error = "closed"
    title = "This puzzle is closed"

    def __init__(self, number: int) -> None:
        self.message = f"#{number} is closed; guesses were taken until 00:10 UTC."
        self.links = (TODAY, (f"/answers/{number}/", f"The answer of #{number}"))


class FaultOnBoard(Fault):
    """A fault in a game that is being played: told on its board."""

    board: "Board"

    def __init__(self, board: "Board", typed: str = "") -> None:
        self.board = board
        self.typed = typed


class GuessNotUnderstood(FaultOnBoard):
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    error = "not_understood"

    def __init__(self, board: "Board", typed: str, message: str) -> None:
        super().__init__(board, typed)
        self.message = message


class Over(FaultOnBoard):
    status = HTTPStatus.CONFLICT
    error = "over"
    message = "Your game of this puzzle is over, so this guess was not counted."
