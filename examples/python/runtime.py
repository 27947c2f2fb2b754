"""Client of a shelfmark service, made from its OpenAPI document by generate_client.py."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, cast
from urllib.parse import quote, urlencode

RETRIED = {429, 500, 502, 503}


class ShelfmarkError(Exception):
    """The service refused. `code`: its error, such as `product_not_found`; `body`: the whole of it."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        self.status = status
        self.code = str(body.get("error", "unknown"))
        self.body = body
        super().__init__(f"{status} {self.code}")


def verify_webhook(secret: str, signature: str, body: bytes) -> bool:
    """Whether a webhook is from the service. `signature`: of its header X-SVC-Signature; `body`: its bytes, as they came."""
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"sha256={digest}".encode(), signature.encode())


def new_key() -> str:
    """An idempotency key."""
    return str(uuid.uuid4())


def print_value(value: object) -> object:
    """A parameter as an address has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


def join(values: Sequence[str] | None) -> str | None:
    """A list as one text."""
    return None if values is None else ",".join(values)


def read_body(text: bytes) -> dict[str, Any]:
    """The body of an error. Empty: it is not JSON, as that of a proxy."""
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


class Client:
    """What costs credits has an idempotency key, so that it is sent again without a second charge."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        attempts: int = 4,
        timeout: float = 90,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.key = key
        self.attempts = attempts
        self.timeout = timeout
        self.sleep = sleep

    def send(
        self,
        method: str,
        path: str,
        query: Mapping[str, object],
        body: Mapping[str, object] | None,
        idempotency_key: str | None,
    ) -> Any:
        """Sends a request, again when the service asks for that. Raises: ShelfmarkError; OSError without an answer."""
        given = {name: print_value(value) for name, value in query.items() if value is not None}
        url = f"{self.base_url}{path}" + (f"?{urlencode(given, doseq=True)}" if given else "")
        headers = {
            "Authorization": f"Bearer {self.key}",
            "Accept": "application/json",
        }
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        for attempt in range(1, self.attempts + 1):
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                refusal = ShelfmarkError(error.code, read_body(error.read()))
                if error.code not in RETRIED or attempt == self.attempts:
                    raise refusal from None
                wait = error.headers.get("Retry-After", "")
                self.sleep(float(wait) if wait.isdigit() else 2**attempt / 4)
            except urllib.error.URLError:
                if attempt == self.attempts:
                    raise
                self.sleep(2**attempt / 4)
        raise AssertionError("unreachable")
