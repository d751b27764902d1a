"""The decorator that gives a view its cache policy; what the cache does with it is edge's tests."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import get_resolver

from costcodle.edge.routes import Routes
from costcodle.policy import declaration_of, edge_cached, keep_not_found, policy_of

pytestmark = pytest.mark.engine_free


def url_patterns(resolver):
    for pattern in resolver.url_patterns:
        yield from url_patterns(pattern) if hasattr(pattern, "url_patterns") else [pattern]


def view(request, number=0):
    return HttpResponse("page")


def declared(*arguments, **options):
    """A view of its own with a declaration."""
    return edge_cached(*arguments, **options)(lambda request, number=0: view(request, number))


def test_the_view_itself_is_not_wrapped():
    def page(request):
        return HttpResponse("page")

    assert edge_cached("content")(page) is page


@pytest.mark.parametrize(
    "path", ["/", "/answers/", "/answers/7/", "/stats/", "/stats/7/", "/feed.xml", "/sitemap.xml"]
)
def test_a_cached_route_takes_no_post(path):
    answer = Client(enforce_csrf_checks=True).post(path, {"a": "b"})
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")


def test_every_exemption_from_csrf_is_of_a_view_that_only_reads():
    """But the game's, which judges by Sec-Fetch-Site and Origin."""
    exempt = {
        pattern.callback
        for pattern in url_patterns(get_resolver())
        if getattr(pattern.callback, "csrf_exempt", False)
    }
    others = {view.__module__ for view in exempt if declaration_of(view) is None}
    assert others <= {"costcodle.game.views", "costcodle.game.carry"}
    for view in exempt - {view for view in exempt if declaration_of(view) is None}:
        request = RequestFactory().post("/")
        assert view(request).status_code == 405


def test_view_without_a_declaration_has_no_policy():
    request = RequestFactory().get("/")
    assert declaration_of(view) is None
    assert policy_of(view, request, {}) is None


@pytest.mark.parametrize(("name", "seconds"), [("content", 300), ("home", 60)])
def test_lifetimes(name, seconds):
    policy = policy_of(declared(name), RequestFactory().get("/"), {})
    assert (policy.name, policy.max_age) == (name, timedelta(seconds=seconds))


def test_parameters_stand_in_one_order_however_they_were_written():
    first = declaration_of(declared("content", parameters=("page", "q"), bypass=("z", "a")))
    second = declaration_of(declared("content", parameters=("q", "page"), bypass=("a", "z")))
    assert first == second
    assert (first.parameters, first.bypass) == (("page", "q"), ("a", "z"))


def test_function_in_place_of_a_name_is_asked_with_the_arguments_of_the_view():
    def choose(request, number):
        return "home" if number == 31 else "content"

    chosen, request = declared(choose), RequestFactory().get("/")
    assert policy_of(chosen, request, {"number": 31}).name == "home"
    assert policy_of(chosen, request, {"number": 30}).name == "content"


def test_only_a_marked_404_may_be_kept():
    response = HttpResponse(status=404)
    assert not getattr(response, "edge_cacheable", False)
    assert keep_not_found(response) is response
    assert response.edge_cacheable is True


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/", "home"),
        ("/answers/", "content"),
        ("/answers/7/", "content"),
        ("/stats/", "home"),
        ("/feed.xml", "content"),
        ("/sitemap.xml", "content"),
        ("/sitemap-1.xml", "content"),
        ("/play/", None),
        ("/play/restore/", None),
        ("/livez", None),
        ("/readyz", None),
        ("/metrics", None),
    ],
)
def test_policy_of_the_sites_own_pages(path, name):
    found = get_resolver().resolve(path)
    policy = policy_of(found.func, RequestFactory().get(path), found.kwargs)
    assert (policy.name if policy else None) == name
    assert (Routes().find(path) is not None) is (name is not None)
