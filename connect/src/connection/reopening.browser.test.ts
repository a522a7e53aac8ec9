import type { ITonConnect } from '@tonconnect/sdk';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepAlive } from './keep-alive.js';

/*
 * Streams of the SDK's that a test opens and cuts, on a page that stays visible. The clock stands
 * still but for what a test lets pass.
 */
class ScriptedGateway {
  isClosed = true;
  isConnecting = false;
  /** What the bridge does to an opening. */
  bridge: 'opens' | 'refuses' | 'hangs' = 'opens';
  readonly pause = vi.fn(() => {
    this.isClosed = true;
  });
  readonly unPause = vi.fn(async () => {
    if (this.bridge === 'hangs') await new Promise(() => undefined);
    if (this.bridge === 'refuses') throw new Error('Bridge connection aborted');
    this.isClosed = false;
  });
}

type Provider = { gateway: unknown; pendingGateways: unknown };

let hidden = false;
let stop: AbortController;
let gateway: ScriptedGateway;
const connector = {
  provider: null as Provider | null,
  pauseConnection: vi.fn(),
  unPauseConnection: vi.fn(async () => undefined),
};

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const start = () => keepAlive(connector as unknown as ITonConnect, stop.signal);
const setHidden = (value: boolean) => {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  stop = new AbortController();
  gateway = new ScriptedGateway();
  connector.provider = { gateway, pendingGateways: [] };
});
afterEach(() => {
  stop.abort();
  hidden = false;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Is seen open, then cut. */
async function cut(bridge: ScriptedGateway['bridge']): Promise<void> {
  gateway.isClosed = false;
  await seconds(2);
  gateway.isClosed = true;
  gateway.bridge = bridge;
}

it('opens a stream again within two seconds of its end, and no other', async () => {
  const other = new ScriptedGateway();
  other.isClosed = false;
  connector.provider = { gateway: null, pendingGateways: [other, gateway] };
  start()();
  await cut('opens');
  await seconds(2);
  expect(gateway.isClosed).toBe(false);
  await seconds(20);
  expect(gateway.unPause).toHaveBeenCalledTimes(1);
  expect(other.unPause).not.toHaveBeenCalled();
  expect(gateway.pause).not.toHaveBeenCalled();
});

it('tries a bridge that refuses less and less often, without end, until it opens', async () => {
  start()();
  await cut('refuses');
  const tries: number[] = [];
  for (let second = 2; second <= 200; second += 2) {
    const before = gateway.unPause.mock.calls.length;
    await seconds(2);
    if (gateway.unPause.mock.calls.length > before) tries.push(second);
  }
  // Each pause begins at the look that finds the failure, two seconds after the try.
  const waits = tries.map((second, index) => second - (tries[index - 1] ?? 0) - 2);
  expect(waits).toEqual([0, 2, 4, 8, 16, 30, 30, 30, 30, 30]);
  // The SDK's own tries in between are called off.
  expect(gateway.pause).toHaveBeenCalledTimes(tries.length - 1);

  gateway.bridge = 'opens';
  await seconds(34);
  expect(gateway.isClosed).toBe(false);
  await cut('opens');
  await seconds(2);
  expect(gateway.isClosed).toBe(false);
});

it('waits by chance a quarter less or more than others do', async () => {
  start()();
  const third = async (random: number): Promise<number> => {
    vi.mocked(Math.random).mockReturnValue(random);
    await cut('refuses');
    const before = gateway.unPause.mock.calls.length;
    let passed = 0;
    while (gateway.unPause.mock.calls.length < before + 4) {
      await seconds(2);
      passed += 2;
    }
    gateway.bridge = 'opens';
    await seconds(40);
    return passed;
  };
  expect(await third(0)).toBeLessThan(await third(0.99));
});

it('leaves an opening alone that is under way', async () => {
  start()();
  await cut('hangs');
  await seconds(60);
  expect(gateway.unPause).toHaveBeenCalledTimes(1);
  expect(gateway.pause).not.toHaveBeenCalled();
});

it('leaves a stream that has never been open to the SDK for fifteen seconds', async () => {
  start()();
  await seconds(16);
  expect(gateway.unPause).not.toHaveBeenCalled();
  await seconds(2);
  expect(gateway.unPause).toHaveBeenCalledTimes(1);
});

it('leaves a stream alone that mends itself', async () => {
  start()();
  await cut('opens');
  gateway.isConnecting = true;
  await seconds(60);
  expect(gateway.unPause).not.toHaveBeenCalled();
});

it('rests while the page is hidden, and gives streams their time when it is back', async () => {
  const watch = start();
  watch();
  await cut('opens');
  setHidden(true);
  watch();
  expect(vi.getTimerCount()).toBe(0);
  setHidden(false);
  await seconds(16);
  expect(connector.unPauseConnection).toHaveBeenCalledTimes(1);
  expect(gateway.unPause).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(1);
});

it('has one timer, and none where there is nothing to listen for', async () => {
  const watch = start();
  expect(vi.getTimerCount()).toBe(0);
  watch();
  watch();
  expect(vi.getTimerCount()).toBe(1);
  connector.provider = null;
  await seconds(2);
  expect(vi.getTimerCount()).toBe(0);
});

it('ends with its widget', async () => {
  const watch = start();
  watch();
  await cut('opens');
  stop.abort();
  watch();
  expect(vi.getTimerCount()).toBe(0);
  await seconds(60);
  expect(gateway.unPause).not.toHaveBeenCalled();
});

it.each([
  ['no provider', {}],
  ['another provider', { provider: { gateway: { readyState: 2 } } }],
  ['one stream in place of a list', { provider: { pendingGateways: { isClosed: true } } }],
  ['hidden fields', { provider: 7 }],
])('does nothing with an SDK of another shape: %s', async (_, shape) => {
  keepAlive(shape as unknown as ITonConnect, stop.signal)();
  await seconds(2);
  expect(vi.getTimerCount()).toBe(0);
});
