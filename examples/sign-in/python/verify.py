"""Verifies access tokens with the issuer's public keys.

python3 verify.py ISSUER < TOKENS
"""

import sys

import jwt

issuer = sys.argv[1]
keys = jwt.PyJWKClient(issuer + "/.well-known/jwks.json")

for line in sys.stdin:
    token = line.strip()
    try:
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
        print("ok", claims["sub"], flush=True)
    except jwt.PyJWTError as error:
        print("refused:", error, flush=True)
