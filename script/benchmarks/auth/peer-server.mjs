// A typical small backend on Node's http: exchanges init data or a wallet's proof for a token
// signed with jose, and keeps sessions in a Map, which a restart clears.
//
//   node peer-server.mjs PORT
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { generateKeyPair, SignJWT } from 'jose';
import { botToken, domain } from '../../../e2e/fixtures/sign-in.ts';
import { checkProof, parseInitData, validateInitData } from './peer-checks.mjs';

const issuer = 'https://app.example.org';
const LIFETIME = 600;
const { privateKey } = await generateKeyPair('ES256');

const challenges = new Map();
const users = new Map();
const sessions = new Map();

function newChallenge() {
  const payload = randomBytes(32).toString('hex');
  challenges.set(payload, Date.now() + 1000 * LIFETIME);
  return { payload, expires_in: LIFETIME };
}

/** Returns true once for each challenge. */
function takeChallenge(payload) {
  const expires = challenges.get(payload);
  return challenges.delete(payload) && expires > Date.now();
}

async function signIn(identity, claims) {
  let user = users.get(identity);
  if (user === undefined) {
    user = randomUUID();
    users.set(identity, user);
  }
  const id = randomUUID();
  const refreshToken = randomBytes(32).toString('base64url');
  sessions.set(refreshToken, { id, user, created: Date.now() });
  const token = await new SignJWT({ sid: id, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setSubject(user)
    .setIssuedAt()
    .setExpirationTime(`${LIFETIME}s`)
    .sign(privateKey);
  return { access_token: token, token_type: 'Bearer', refresh_token: refreshToken };
}

async function answerTo(request, body) {
  switch (request.url) {
    case '/auth/telegram': {
      const raw = request.headers.authorization.slice('tma '.length);
      validateInitData(raw, botToken, 86_400);
      const { user } = parseInitData(raw);
      return await signIn(`telegram ${user.id}`, { tg: { id: user.id } });
    }
    case '/auth/ton/challenge':
      return newChallenge();
    case '/auth/ton': {
      const now = Math.floor(Date.now() / 1000);
      const rules = { domains: [domain], now, maxAge: 900, isOurs: takeChallenge };
      const address = checkProof(JSON.parse(body), rules);
      return await signIn(address, { ton: { a: address } });
    }
    default:
      throw new Error('nothing is there');
  }
}

createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', async () => {
    try {
      const text = JSON.stringify(await answerTo(request, body));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
    } catch (error) {
      response.writeHead(401, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ code: error.message }));
    }
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
