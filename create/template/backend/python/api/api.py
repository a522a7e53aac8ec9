"""An API that verifies access tokens with the issuer's public keys.

ISSUER is site.origin of prichal.toml.
"""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt

issuer = os.environ.get("ISSUER", "http://localhost:5173")
port = int(os.environ.get("PORT", "3000"))
keys = jwt.PyJWKClient(issuer + "/.well-known/jwks.json")


def caller_of(authorization):
    """Returns the user's ID. Raises PyJWTError if the token is not valid."""
    # "DPoP" if the session is bound to a key of the page, else "Bearer".
    token = authorization.removeprefix("Bearer ").removeprefix("DPoP ")
    # PyJWT does not check the type of a token.
    if jwt.get_unverified_header(token).get("typ") != "at+jwt":
        raise jwt.InvalidTokenError("not an access token")
    claims = jwt.decode(
        token,
        keys.get_signing_key_from_jwt(token).key,
        algorithms=["ES256", "EdDSA"],
        issuer=issuer,
        audience=issuer,
        options={"require": ["exp", "iat", "sub"]},
    )
    return claims["sub"]


class Api(BaseHTTPRequestHandler):
    def do_GET(self):
        try:
            status = 200
            text = f"Hello, {caller_of(self.headers.get('Authorization', ''))}"
        except jwt.PyJWTError as error:
            status, text = 401, str(error)
        self.send_response(status)
        if status == 401:
            self.send_header("WWW-Authenticate", "Bearer")
        self.end_headers()
        self.wfile.write(f"{text}\n".encode())


server = ThreadingHTTPServer(("127.0.0.1", port), Api)
print(f"the API listens at http://127.0.0.1:{port}", flush=True)
server.serve_forever()
