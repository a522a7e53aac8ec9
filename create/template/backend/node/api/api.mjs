// An API that verifies access tokens with the issuer's public keys. ISSUER is site.origin of prichal.toml.
import { createServer } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const issuer = process.env.ISSUER ?? 'http://localhost:5173';
const port = Number(process.env.PORT ?? 3000);
const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', issuer));

/** Returns the user's ID. @throws if the request has no valid token */
async function callerOf({ headers: { authorization = '' } }) {
  // `DPoP` if the session is bound to a key of the page, else `Bearer`.
  const token = authorization.replace(/^(Bearer|DPoP) /, '');
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: issuer,
    typ: 'at+jwt',
    algorithms: ['ES256', 'EdDSA'],
  });
  return payload.sub;
}

createServer(async (request, response) => {
  try {
    response.end(`Hello, ${await callerOf(request)}\n`);
  } catch (error) {
    response.writeHead(401, { 'www-authenticate': 'Bearer' });
    response.end(`${error.message}\n`);
  }
}).listen(port, '127.0.0.1', () =>
  process.stdout.write(`the API listens at http://127.0.0.1:${port}\n`),
);
