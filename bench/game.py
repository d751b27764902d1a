"""What a guess costs beside a bare Django view that takes a POST, on the same middleware."""

import os

from bench.harness import Row, median_microseconds, report, start

CALLS = 400


def main() -> None:
    os.environ["GUESSES_PER_MINUTE"] = "999999999"  # guesses are counted, never refused
    engine = start()
    from django.http import HttpRequest, HttpResponse
    from django.test import Client
    from django.urls import path
    from django.views.decorators.csrf import csrf_exempt

    from costcodle import clock, urls
    from tests.make import make_puzzle

    @csrf_exempt
    def bare(request: HttpRequest) -> HttpResponse:
        return HttpResponse(request.POST["guess"])

    urls.urlpatterns.append(path("bench/bare/", bare))
    make_puzzle(1, day=clock.today(clock.utc_now()))

    client = Client()

    def post(address: str, headers: dict[str, str]) -> None:
        # Always the first guess of a new player, who never reaches an end.
        client.cookies.clear()
        response = client.post(address, {"puzzle": "1", "guess": "5.00"}, headers=headers)
        if response.status_code not in (200, 303):
            raise SystemExit(f"{address} answered {response.status_code}")

    plain = median_microseconds(lambda: post("/bench/bare/", {}), CALLS)
    page = median_microseconds(lambda: post("/play/", {}), CALLS)
    program = median_microseconds(lambda: post("/play/", {"accept": "application/json"}), CALLS)
    board = median_microseconds(lambda: post("/play/", {"hx-request": "true"}), CALLS)
    report(
        f"A guess ({engine})",
        [
            Row("bare Django view, POST", plain, "µs"),
            Row("guess, page (303)", page / plain, "times", "≤ 4"),
            Row("guess, JSON", program / plain, "times", "≤ 4"),
            Row("guess, the board alone", board / plain, "times"),
        ],
    )


if __name__ == "__main__":
    main()
