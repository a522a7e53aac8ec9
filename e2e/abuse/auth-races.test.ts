// Two requests at one moment for one challenge, and for one refresh token that has no grace: exactly
// one of them wins. Against one process with two loops, which two connections may or may not share.
//
//   node e2e/abuse/auth-races.test.ts --races 10000

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { type AuthAnswer, AuthClient, authSettings } from '../fixtures/auth-client.ts';
import { startServer, whenReady } from '../fixtures/server.ts';
import { initData, ProvingWallet } from '../fixtures/sign-in.ts';

const { values } = parseArgs({
  options: { races: { type: 'string', default: '300' } },
  strict: false,
});
const races = Number(values.races);
/** Races that run at a time, each on two connections of its own. */
const lanes = 16;

const outcome = ({ status, code }: AuthAnswer) => (code === '' ? `${status}` : `${status} ${code}`);
const text = (answer: AuthAnswer, name: string) => String(answer.json[name]);

/** The same two of everything, whoever of them was first. */
const outcomes = (answers: readonly AuthAnswer[]) => answers.map(outcome).sort();

interface Pair {
  readonly number: number;
  readonly one: AuthClient;
  readonly other: AuthClient;
}

/** Runs so many races, and says how many. */
async function runRaces(origin: string, race: (pair: Pair) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    let left = 0;
    let pair: { one: AuthClient; other: AuthClient } | undefined;
    for (let number = next++; number < races; number = next++) {
      // New connections now and then: which loop has one is decided when it comes.
      if (pair === undefined || left === 0) {
        pair?.one.close();
        pair?.other.close();
        pair = { one: new AuthClient(origin), other: new AuthClient(origin) };
        left = 20;
      }
      left -= 1;
      await race({ number, ...pair });
    }
    pair?.one.close();
    pair?.other.close();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function raceForAChallenge({ number, one, other }: Pair): Promise<void> {
  const challenge = await one.challenge();
  const proof = new ProvingWallet(number).prove(challenge);
  // Every other time somebody else's wallet has signed the same one.
  const second = number % 2 === 0 ? proof : new ProvingWallet(races + number).prove(challenge);
  const answers = await Promise.all([
    one.post('/auth/ton', proof),
    other.post('/auth/ton', second),
  ]);
  assert.deepEqual(outcomes(answers), ['200', '409 challenge_used'], `race ${number}`);
}

async function raceForARefreshToken({ number, one, other }: Pair): Promise<void> {
  const signedIn = await one.signInByTelegram(initData(1_000_000 + number));
  assert.equal(outcome(signedIn), '200');
  const token = text(signedIn, 'refresh_token');
  const answers = await Promise.all([one.renew(token), other.renew(token)]);
  assert.deepEqual(outcomes(answers), ['200', '401 refresh_reused'], `race ${number}`);
  // Who was second may be a thief, or the first was: the session has ended for both.
  const won = answers.find(({ status }) => status === 200);
  assert.equal(
    outcome(await one.renew(text(won as AuthAnswer, 'refresh_token'))),
    '401 session_revoked',
  );
}

/** With a grace both are one visitor with two tabs. */
async function raceWithinTheGrace({ number, one, other }: Pair): Promise<void> {
  const signedIn = await one.signInByTelegram(initData(2_000_000 + number));
  const token = text(signedIn, 'refresh_token');
  const [first, second] = await Promise.all([one.renew(token), other.renew(token)]);
  assert.deepEqual(outcomes([first, second]), ['200', '200'], `race ${number}`);
  assert.equal(text(first, 'refresh_token'), text(second, 'refresh_token'));
}

/** Starts a server, runs races on it and ends it. */
async function runOnAServer(
  race: (pair: Pair) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'prichal-auth-'));
  const server = await startServer(['--data', join(folder, 'data')], {
    PRICHAL_SERVER_LOOPS: '2',
    ...authSettings(folder),
    ...settings,
  });
  try {
    await whenReady(server);
    await runRaces(server.origin, race);
    assert.equal(await server.stop(), 0);
  } finally {
    await server.stop('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

test(`${races} times two come with one challenge: one of them signs in`, async () => {
  await runOnAServer(raceForAChallenge);
});

test(`${races} times two come with one refresh token: one of them has the next`, async () => {
  await runOnAServer(raceForARefreshToken, { PRICHAL_AUTH_REFRESH_GRACE: '0' });
});

test(`${races} times two tabs renew one session: both have the same token`, async () => {
  await runOnAServer(raceWithinTheGrace);
});
