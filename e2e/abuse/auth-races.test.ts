// Races of two concurrent requests for one challenge, and for one refresh token without a grace
// period: exactly one must win. They run against one process with two loops, on which the
// connections may share a loop or not, and against two instances that share a Valkey server, with
// one request to each.
//
//   TEST_RACES=10000 node e2e/abuse/auth-races.test.ts

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type AuthAnswer, AuthClient, authSettings } from '../fixtures/auth-client.ts';
import { type Server, startServer, whenReady } from '../fixtures/server.ts';
import { initData, ProvingWallet } from '../fixtures/sign-in.ts';
import { startValkey } from '../fixtures/valkey.ts';
import { whole } from '../fixtures/whole.ts';
import '../contract/node-test.ts';

const { TEST_RACES } = process.env;
const races = Number(TEST_RACES ?? (whole ? 300 : 30));
/** Number of concurrent races, each on two connections. */
const lanes = 16;

const outcome = ({ status, code }: AuthAnswer) => (code === '' ? `${status}` : `${status} ${code}`);
const text = (answer: AuthAnswer, name: string) => String(answer.json[name]);

/** Returns both outcomes sorted, because either request may be first. */
const outcomes = (answers: readonly AuthAnswer[]) => answers.map(outcome).sort();

interface Pair {
  readonly number: number;
  readonly one: AuthClient;
  readonly other: AuthClient;
}

/** Runs races. The first request of each goes to the first origin, the second to the last. */
async function runRaces(
  origins: readonly string[],
  race: (pair: Pair) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    let left = 0;
    let pair: { one: AuthClient; other: AuthClient } | undefined;
    for (let number = next++; number < races; number = next++) {
      // Renews the connections from time to time, because a connection keeps its loop.
      if (pair === undefined || left === 0) {
        pair?.one.close();
        pair?.other.close();
        pair = {
          one: new AuthClient(origins.at(0) ?? ''),
          other: new AuthClient(origins.at(-1) ?? ''),
        };
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
  // In every other race another wallet signs the same challenge.
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
  // Either client can be an attacker, so the server ends the session for both.
  const won = answers.find(({ status }) => status === 200);
  assert.equal(
    outcome(await one.renew(text(won as AuthAnswer, 'refresh_token'))),
    '401 session_revoked',
  );
}

/** Within the grace period, the server assumes that both requests are from tabs of one user. */
async function raceWithinTheGrace({ number, one, other }: Pair): Promise<void> {
  const signedIn = await one.signInByTelegram(initData(2_000_000 + number));
  const token = text(signedIn, 'refresh_token');
  const [first, second] = await Promise.all([one.renew(token), other.renew(token)]);
  assert.deepEqual(outcomes([first, second]), ['200', '200'], `race ${number}`);
  assert.equal(text(first, 'refresh_token'), text(second, 'refresh_token'));
}

type Settings = Readonly<Record<string, string>>;

/** Starts servers with two loops, runs races on them, and stops them. */
async function runOn(
  count: number,
  race: (pair: Pair) => Promise<void>,
  settings: Settings,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'prichal-auth-'));
  const all = { PRICHAL_SERVER_LOOPS: '2', ...authSettings(folder), ...settings };
  const servers: Server[] = [];
  try {
    for (let i = 0; i < count; ++i) {
      servers.push(await startServer(['--data', join(folder, `data-${i}`)], all));
    }
    await Promise.all(servers.map(whenReady));
    await runRaces(
      servers.map(({ origin }) => origin),
      race,
    );
    for (const server of servers) assert.equal(await server.stop(), 0);
  } finally {
    for (const server of servers) await server.stop('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

/** Deployments: one process with a file, and two instances on a Valkey server. */
const deployments: Readonly<
  Record<string, (race: (pair: Pair) => Promise<void>, settings?: Settings) => Promise<void>>
> = {
  'one process': (race, settings = {}) => runOn(1, race, settings),
  'two instances': async (race, settings = {}) => {
    const valkey = await startValkey();
    const shared = {
      ...valkey.settings,
      PRICHAL_AUTH_SEALING_KEY: '5'.repeat(64),
      // Otherwise each instance would use its own address as origin.
      PRICHAL_SITE_ORIGIN: 'http://127.0.0.1:8080',
    };
    try {
      await runOn(2, race, { ...shared, ...settings });
    } finally {
      await valkey.stop();
    }
  },
};

for (const [name, run] of Object.entries(deployments)) {
  test(`${name}: one of two clients with the same challenge signs in (${races} races)`, async () => {
    await run(raceForAChallenge);
  });

  test(`${name}: one of two clients with the same refresh token gets the next (${races} races)`, async () => {
    await run(raceForARefreshToken, { PRICHAL_AUTH_REFRESH_GRACE: '0' });
  });

  test(`${name}: two tabs that renew one session get the same token (${races} races)`, async () => {
    await run(raceWithinTheGrace);
  });
}
