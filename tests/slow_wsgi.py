"""The site, each answer a moment later: there is always a request in flight to be lost."""

import time

from costcodle.wsgi import application as site


def application(environ, start_response):
    time.sleep(0.15)
    return site(environ, start_response)
