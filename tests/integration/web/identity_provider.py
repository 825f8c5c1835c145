"""A provider of identities for tests: OpenID Connect with real keys, on this machine alone."""

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "course", "between us: 1/2"


class IdentityProvider:
    """Signs in whom a test names; what it says can be changed, as a broken or hostile one would."""

    def __init__(self) -> None:
        self.key = self.published = RSAKey.generate_key(2048, {"kid": "first"}, private=True)
        self.person: dict[str, Any] = {"email": "ada@uni.example", "email_verified": True}
        self.change: Callable[[dict[str, Any]], object] = lambda claims: None
        self.algorithm = "RS256"
        self.is_down = False
        self._waiting: dict[str, dict[str, str]] = {}  # what was asked, by code
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.issuer = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()

    def approve(self, address: str) -> str:
        """Sign the person in as their browser would; give the address that it is sent back to."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert asked["response_type"] == "code"
        assert "openid" in asked["scope"].split()
        code = secrets.token_urlsafe()
        self._waiting[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def _answer(self, path: str, form: dict[str, str], who: str) -> tuple[int, dict[str, Any]]:
        if self.is_down:
            return 502, {}
        match path:
            case "/.well-known/openid-configuration":
                return 200, {
                    "issuer": self.issuer,
                    "authorization_endpoint": f"{self.issuer}/authorize",
                    "token_endpoint": f"{self.issuer}/token",
                    "jwks_uri": f"{self.issuer}/keys",
                }
            case "/keys":
                return 200, {"keys": [self.published.as_dict(private=False)]}
            case "/token":
                return self._token(form, who)
        return 404, {}

    def _token(self, form: dict[str, str], who: str) -> tuple[int, dict[str, Any]]:
        asked = self._waiting.pop(form.get("code", ""), None)
        name, _, secret = base64.b64decode(who.removeprefix("Basic ")).decode().partition(":")
        if (unquote(name), unquote(secret)) != (CLIENT, SECRET):
            return 401, {"error": "invalid_client"}
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        proof = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        is_same = asked is not None and asked["redirect_uri"] == form["redirect_uri"]
        if asked is None or not is_same or asked["code_challenge"] != proof:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "sub": "17",
            "aud": CLIENT,
            "iat": now,
            "exp": now + 300,
            "nonce": asked["nonce"],
            **self.person,
        }
        self.change(claims)
        header = {"alg": self.algorithm, "kid": self.key.kid}
        if self.algorithm == "none":
            parts = (json.dumps(part).encode() for part in (header, claims))
            token = ".".join(base64.urlsafe_b64encode(p).rstrip(b"=").decode() for p in parts) + "."
        else:
            token = jwt.encode(header, claims, self.key)
        return 200, {"access_token": "none", "token_type": "Bearer", "id_token": token}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._give({})

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                self._give({name: values[0] for name, values in parse_qs(body).items()})

            def _give(self, form: dict[str, str]) -> None:
                who = self.headers.get("authorization", "")
                status, given = provider._answer(self.path, form, who)
                body = json.dumps(given).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        return Handler
