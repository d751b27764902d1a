"""What the edge cache did, for /metrics and the dashboard."""

from prometheus_client import Counter, Histogram

REQUESTS = Counter("costcodle_edge_requests", "Requests of edge-cached routes.", ["outcome"])
RENDER_SECONDS = Histogram("costcodle_edge_render_seconds", "Time to render a page.")
BACKEND_FAILURES = Counter("costcodle_edge_backend_failures", "Failed calls of the cache backend.")

# Children are made once here: all that a hit pays is one increment.
HIT = REQUESTS.labels("hit")
MISS = REQUESTS.labels("miss")
COLLAPSED = REQUESTS.labels("collapsed")
BYPASS = REQUESTS.labels("bypass")
