"""What the functions in ``whereabouts_client.api`` share: the token, errors, the pages of lists, the event log."""

import json
import logging
import ssl
import time
from collections.abc import Callable, Generator, Iterator
from typing import Protocol, TypeVar

import httpx

from .api.tracking import read_events
from .client import Client
from .models.error_envelope import ErrorEnvelope
from .models.error_info import ErrorInfo
from .models.event_page import EventPage
from .models.token_response import TokenResponse
from .types import UNSET, Unset

T = TypeVar("T")

logger = logging.getLogger("whereabouts_client")

MARGIN = 30
"""Time before the end of a token from which it is not used, in seconds. It covers the way of a request."""

LONGEST_PAUSE = 30.0
"""Longest pause after a failure, in seconds."""


class ApiError(Exception):
    """An error that the service has returned. Branch on ``info.type_``."""

    def __init__(self, info: ErrorInfo) -> None:
        super().__init__(f"{info.type_}: {info.detail} (request {info.request_id})")
        self.info = info


def connect(
    url: str,
    client_id: str,
    client_secret: str,
    *,
    verify_ssl: bool | str | ssl.SSLContext = True,
) -> Client:
    """Returns a client with the rights of an API key.

    It exchanges the key for a token with the first request, and again before the token expires or when the service refuses it.

    Args:
        url: The address of the installation, such as ``http://localhost:8080``.
        verify_ssl: The path of a certificate authority, or an SSL context, for an address with ``https``.
    """
    return Client(
        base_url=url,
        timeout=httpx.Timeout(90.0),
        verify_ssl=verify_ssl,
        httpx_args={"auth": _KeyAuth(url, client_id, client_secret)},
        raise_on_unexpected_status=True,
    )


class _KeyAuth(httpx.Auth):
    requires_response_body = True

    def __init__(self, url: str, client_id: str, client_secret: str) -> None:
        self._token_url = f"{url.rstrip('/')}/api/v1/oauth/token"
        self._grant = {
            "grant_type": "client_credentials",
            "client_id": client_id,
            "client_secret": client_secret,
        }
        self._token = ""
        self._valid_until = 0.0

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        if time.monotonic() >= self._valid_until:
            yield from self._renew()
        used = self._token
        request.headers["Authorization"] = f"Bearer {used}"
        response = yield request
        if response.status_code != httpx.codes.UNAUTHORIZED:
            return
        # Another thread may have renewed the token in the meantime.
        if self._token == used:
            yield from self._renew()
        request.headers["Authorization"] = f"Bearer {self._token}"
        yield request

    def _renew(self) -> Generator[httpx.Request, httpx.Response, None]:
        response = yield httpx.Request("POST", self._token_url, json=self._grant)
        if response.status_code != httpx.codes.OK:
            response.request = httpx.Request("POST", self._token_url)
            if response.headers.get("Content-Type", "").startswith("application/json"):
                raise ApiError(ErrorEnvelope.from_dict(response.json()).error)
            response.raise_for_status()
        pair = TokenResponse.from_dict(response.json())
        self._valid_until = time.monotonic() + pair.expires_in - MARGIN
        self._token = pair.access_token


def required(result: T | ErrorEnvelope | None) -> T:
    """Returns the result of a function in ``whereabouts_client.api``. Raises ``ApiError`` if it is an error."""
    if isinstance(result, ErrorEnvelope):
        raise ApiError(result.error)
    if result is None:
        raise ValueError("The response has no body.")
    return result


class Page(Protocol[T]):
    """A page of a list."""

    data: list[T]
    total_count: int


def rows(load: Callable[[int], Page[T] | ErrorEnvelope | None]) -> Iterator[T]:
    """Yields all rows of a list, page by page. A row that is created or deleted in the meantime can be missed or repeated.

    Args:
        load: Requests the page at an offset, such as
            ``lambda offset: list_assets.sync(client=client, offset=offset, limit=200)``.
    """
    offset = 0
    while True:
        page = required(load(offset))
        yield from page.data
        offset += len(page.data)
        if not page.data or offset >= page.total_count:
            return


def follow(
    client: Client,
    *,
    after: int = 0,
    wait: int = 30,
    limit: int = 50,
    type_: list[str] | Unset = UNSET,
    asset_id: int | Unset = UNSET,
    location_id: int | Unset = UNSET,
) -> Iterator[EventPage]:
    """Yields the pages of the event log from a sequence on, and waits for further events.

    Process ``data`` of a page, then store ``next_after`` with the result. Repeats a request after a failure of the network, 429 and
    5xx. Raises ``ApiError`` for other errors: with ``too_small`` for the field ``after``, start again from the report.

    Args:
        after: ``next_after`` of the last page that was processed. 0 is the beginning of the log.
        wait: Seconds that a request waits for an event.
    """
    failures = 0
    while True:
        try:
            response = read_events.sync_detailed(
                client=client,
                after=after,
                wait=wait,
                limit=limit,
                type_=type_,
                asset_id=asset_id,
                location_id=location_id,
            )
            page = required(response.parsed)
        except ApiError as error:
            if error.info.status != httpx.codes.TOO_MANY_REQUESTS and error.info.status < 500:
                raise
            _pause(failures, error)
            failures += 1
        except (httpx.TransportError, httpx.HTTPStatusError, json.JSONDecodeError) as error:
            # A proxy in front of the service returns errors that are not JSON.
            _pause(failures, error)
            failures += 1
        else:
            failures = 0
            after = page.next_after
            if page.data:
                yield page


def _pause(failures: int, error: Exception) -> None:
    seconds = min(LONGEST_PAUSE, 2.0**failures)
    logger.warning("reading the event log failed; trying again in %g s: %s", seconds, error)
    time.sleep(seconds)
