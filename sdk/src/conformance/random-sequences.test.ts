import { describe, expect, it, vi } from 'vitest';
import { TonConnect } from '../index.js';
import { Player } from './sequences/player.js';
import { Random } from './sequences/random.js';
import { makeSequence, type Step, shrink } from './sequences/steps.js';
import type { ConnectorClass } from './sequences/world.js';

/** Multiplications on the curve, each of which is computed once. */
vi.mock('@stablelib/x25519', async (load) => {
  const { scalarMult, scalarMultBase } = await load<typeof import('@stablelib/x25519')>();
  const known = new Map<string, Uint8Array>();
  const once = (key: string, compute: () => Uint8Array): Uint8Array => {
    const value = known.get(key) ?? compute();
    known.set(key, value);
    return value;
  };
  return {
    scalarMult: (secret: Uint8Array, point: Uint8Array) =>
      once(`${secret} ${point}`, () => scalarMult(secret, point)),
    scalarMultBase: (secret: Uint8Array) => once(`${secret}`, () => scalarMultBase(secret)),
  };
});

/** `TEST_SEED` repeats one sequence. */
const ONLY = process.env.TEST_SEED;
const FIRST = ONLY === undefined ? 1 : Number(ONLY);
/** `TEST_WHOLE=1` runs the slow tests too (e2e/fixtures/whole.ts). */
const COUNT = ONLY !== undefined ? 1 : process.env.TEST_WHOLE === '1' ? 10_000 : 1_000;

/** Duration of an access to the storage, in ms. The seeds use the values in turn. */
const STORAGE_MS = [0, 0, 5] as const;

/** Plays a sequence. Returns its problem, or null. */
async function play(seed: number, steps: readonly Step[]): Promise<string | null> {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  // The runner would end the test file before the sequence is shrunk.
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', onRejection);
  try {
    const storageMs = STORAGE_MS[seed % STORAGE_MS.length] ?? 0;
    const player = new Player(TonConnect as ConnectorClass, {
      random: new Random(seed),
      storageMs,
      rejections,
    });
    return await player.play(steps);
  } catch (error) {
    return `the test threw ${error instanceof Error ? error.stack : String(error)}`;
  } finally {
    process.off('unhandledRejection', onRejection);
    for (const listener of others) process.on('unhandledRejection', listener);
  }
}

async function report(seed: number, steps: readonly Step[]): Promise<string> {
  const shortest = await shrink(steps, async (fewer) => (await play(seed, fewer)) !== null);
  const lines = shortest.map((step, index) => `  ${index + 1}. ${JSON.stringify(step)}`);
  return [
    `TEST_SEED=${seed}: ${await play(seed, shortest)}`,
    `storage takes ${STORAGE_MS[seed % STORAGE_MS.length]} ms; shrunk from ${steps.length} steps:`,
    ...lines,
  ].join('\n');
}

describe('random sequences of calls, answers, faults and reloads', () => {
  it(`keep the promises of the connector in ${COUNT} sequences`, async () => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed += 1) {
      const steps = makeSequence(new Random(seed));
      if ((await play(seed, steps)) !== null) expect.fail(await report(seed, steps));
    }
  }, 300_000);
});
