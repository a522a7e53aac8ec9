// Kills the server at random moments while users sign in, renew and sign out. After the restart a
// used challenge does not work again, an ended session stays ended, and every acknowledged session
// exists. An unacknowledged request may have taken effect, at most once.
//
//   node e2e/abuse/auth-kills.test.ts --rounds 500 [--seed 7]

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { type AuthAnswer, AuthClient, authSettings } from '../fixtures/auth-client.ts';
import { startServer, whenReady } from '../fixtures/server.ts';
import { initData, ProvingWallet } from '../fixtures/sign-in.ts';
import '../contract/node-test.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    seed: { type: 'string', default: `${process.pid}` },
  },
  strict: false,
});
const rounds = Number(values.rounds);
const visitors = 12;
/** Longest load before a kill, in milliseconds. */
const longest = 300;

/** The same seed gives the same moments (mulberry32). */
let state = Number(values.seed);
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

/**
 * State of a user, as far as answers confirm it. `asked`: the request without an answer when the server was killed.
 */
interface Visit {
  readonly number: number;
  /** Wallet proof that the user has posted. Undefined for Telegram users. */
  proof?: string;
  signIn: 'asked' | 'done';
  /** The last received refresh token. */
  refreshToken: string;
  accessToken: string;
  signOut: 'no' | 'asked' | 'done';
  renewal: 'none' | 'asked' | 'done';
}

/** Runs all actions of a user, one after another, until the connection ends. */
async function visit(client: AuthClient, lastState: Visit): Promise<void> {
  const take = (answer: AuthAnswer) => {
    assert.equal(answer.status, 200, `visit ${lastState.number}: ${JSON.stringify(answer.json)}`);
    lastState.refreshToken = String(answer.json.refresh_token);
    lastState.accessToken = String(answer.json.access_token);
  };
  if (lastState.number % 3 === 0) {
    take(await client.signInByTelegram(initData(lastState.number + 1)));
  } else {
    lastState.proof = new ProvingWallet(lastState.number).prove(await client.challenge());
    take(await client.post('/auth/ton', lastState.proof));
  }
  lastState.signIn = 'done';
  if (lastState.number % 2 === 0) {
    lastState.renewal = 'asked';
    take(await client.renew(lastState.refreshToken));
    lastState.renewal = 'done';
  }
  if (lastState.number % 4 >= 2) {
    lastState.signOut = 'asked';
    const bearer = { Authorization: `Bearer ${lastState.accessToken}` };
    const { status } = await client.post('/auth/logout', '{}', bearer);
    assert.equal(status, 204);
    lastState.signOut = 'done';
  }
}

let visits = 0;
/** Runs visits until the server is killed. Returns the confirmed state of each user. */
async function visitUntilTheEnd(origin: string): Promise<Visit[]> {
  const all: Visit[] = [];
  const client = new AuthClient(origin);
  for (;;) {
    const lastState: Visit = {
      number: visits++,
      signIn: 'asked',
      refreshToken: '',
      accessToken: '',
      signOut: 'no',
      renewal: 'none',
    };
    all.push(lastState);
    try {
      await visit(client, lastState);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      client.close();
      return all;
    }
  }
}

const outcome = ({ status, code }: AuthAnswer) => (code === '' ? `${status}` : `${status} ${code}`);

/** Counts of checks for the last line of output. */
const seen = { used: 0, unanswered: 0, ended: 0, kept: 0 };

/**
 * Checks that an acknowledged challenge stays used, and that an unacknowledged one works at most
 * once.
 */
async function checkProof(client: AuthClient, lastState: Visit, proof: string): Promise<void> {
  const name = `visit ${lastState.number}`;
  const first = await client.post('/auth/ton', proof);
  if (lastState.signIn === 'done') {
    seen.used += 1;
    assert.equal(outcome(first), '409 challenge_used', name);
    return;
  }
  seen.unanswered += 1;
  assert.match(outcome(first), /^(200|409 challenge_used)$/, name);
  assert.equal(outcome(await client.post('/auth/ton', proof)), '409 challenge_used', name);
  if (first.status !== 200) return;
  // If the server had kept the first sign-in, this wallet would have two sessions.
  const bearer = { Authorization: `Bearer ${String(first.json.access_token)}` };
  const { json } = await client.ask('GET', '/auth/sessions', bearer);
  assert.equal((json.sessions as unknown[]).length, 1, name);
}

async function checkSession(client: AuthClient, lastState: Visit): Promise<void> {
  const name = `visit ${lastState.number}, signed out: ${lastState.signOut}, renewed: ${lastState.renewal}`;
  const bearer = { Authorization: `Bearer ${lastState.accessToken}` };
  const session = outcome(await client.ask('GET', '/auth/session', bearer));
  const renewed = outcome(await client.renew(lastState.refreshToken));
  if (lastState.signOut === 'done') {
    seen.ended += 1;
    assert.equal(renewed, '401 session_revoked', name);
    assert.notEqual(session, '200', name);
  } else if (lastState.signOut === 'asked') {
    assert.match(renewed, /^(200|401 session_revoked)$/, name);
  } else {
    seen.kept += 1;
    assert.equal(session, '200', name);
    // A user without the answer to a renewal retries with the previous token, within the grace
    // period.
    assert.equal(renewed, '200', name);
  }
}

/** Checks the state of all users of a round. */
async function check(origin: string, all: readonly Visit[]): Promise<void> {
  const left = [...all];
  const checker = async () => {
    const client = new AuthClient(origin);
    for (let lastState = left.pop(); lastState !== undefined; lastState = left.pop()) {
      if (lastState.proof !== undefined) await checkProof(client, lastState, lastState.proof);
      if (lastState.signIn === 'done') await checkSession(client, lastState);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: visitors }, checker));
}

test(`${rounds} kills while users sign in, renew and sign out`, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'prichal-auth-'));
  const settings = {
    PRICHAL_SERVER_LOOPS: '2',
    // The port changes with each restart.
    PRICHAL_AUTH_ISSUER: 'https://app.example.org',
    // On a busy machine, a round can take long.
    PRICHAL_AUTH_REFRESH_GRACE: '60',
    ...authSettings(folder),
  };
  const start = async () => {
    const server = await startServer(['--data', join(folder, 'data')], settings);
    await whenReady(server);
    return server;
  };
  let server = await start();
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { origin } = server;
      const visiting = Array.from({ length: visitors }, () => visitUntilTheEnd(origin));
      await new Promise((later) => setTimeout(later, 20 + longest * random()));
      await server.stop('SIGKILL');
      const all = (await Promise.all(visiting)).flat();
      server = await start();
      await check(server.origin, all);
    }
  } catch (error) {
    context.diagnostic(`seed ${values.seed}`);
    throw error;
  } finally {
    await server.stop('SIGKILL');
    rmSync(folder, { recursive: true });
  }
  const { used, unanswered, ended, kept } = seen;
  context.diagnostic(
    `${visits} visits, seed ${values.seed}: ${used} used challenges and ${unanswered} of which nobody ` +
      `knew, ${ended} ended sessions, ${kept} that stayed`,
  );
  assert.ok(used > 0 && ended > 0 && kept > 0);
});
