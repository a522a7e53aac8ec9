// A back end that knows who calls it, by the issuer's published keys: ISSUER=https://app.example.org node api.mjs
import { createServer } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const issuer = process.env.ISSUER;
const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', issuer));

/** The user who has sent a request. @throws when it carries no access token of the issuer */
async function callerOf({ headers: { authorization = '' } }) {
  // A page sends `DPoP` where its session is bound to a key, and `Bearer` elsewhere.
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
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(`${error.message}\n`);
  }
}).listen(3000, '127.0.0.1', () =>
  process.stdout.write('the API listens at http://127.0.0.1:3000\n'),
);
