// Verifies access tokens with the issuer's public keys:
// node verify.mjs ISSUER < TOKENS
import { createInterface } from 'node:readline';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const issuer = process.argv[2];
const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', issuer));

for await (const token of createInterface({ input: process.stdin })) {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: issuer,
      typ: 'at+jwt',
      algorithms: ['ES256', 'EdDSA'],
    });
    process.stdout.write(`ok ${payload.sub}\n`);
  } catch (error) {
    process.stdout.write(`refused: ${error.message}\n`);
  }
}
