import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource, installEventSource } from '../testing/fake-event-source.js';
import { memoryStorage } from '../testing/memory-storage.js';
import { type BridgeStream, createBridgeStream } from './bridge-stream.js';

const BRIDGE = 'https://bridge.example.org/bridge';
const CURSOR = `ton-connect-storage_http-bridge-gateway::${BRIDGE}`;

let storage: ReturnType<typeof memoryStorage>;
let restore: () => void;
let received: string[];
let reach: boolean[];
let stream: BridgeStream;

beforeEach(() => {
  vi.useFakeTimers();
  restore = installEventSource();
  storage = memoryStorage();
  received = [];
  reach = [];
  stream = create();
});

afterEach(() => {
  stream.input('close');
  restore();
  vi.useRealTimers();
});

const create = (openingDeadlineMS?: number): BridgeStream => {
  const created = createBridgeStream({
    bridgeUrl: BRIDGE,
    clientId: 'c1',
    storage,
    traceId: 't1',
    openingDeadlineMS,
    onMessage: async (data) => void received.push(data),
    onReach: () => reach.push(created.isUnreached()),
    onTry: () => undefined,
  });
  return created;
};

const start = async (): Promise<FakeEventSource> => {
  stream.input('resume');
  await vi.advanceTimersByTimeAsync(0);
  return FakeEventSource.last;
};

describe('BridgeStream', () => {
  it('OpensFromTheStoredEvent', async () => {
    storage.items.set(CURSOR, '41');
    const source = await start();
    expect(source.url).toBe(`${BRIDGE}/events?client_id=c1&last_event_id=41&trace_id=t1`);
  });

  it('PassesMessagesOnAndStoresTheirIds', async () => {
    const source = await start();
    source.open();
    source.send('a', '5');
    source.send('heartbeat', '6');
    source.send('b', '7');
    await vi.advanceTimersByTimeAsync(0);
    expect(received).toEqual(['a', 'b']);
    expect(storage.items.get(CURSOR)).toBe('7');
  });

  it('ReconnectsFromTheLastEventAfterAFailure', async () => {
    const first = await start();
    first.open();
    first.send('a', '5');
    await vi.advanceTimersByTimeAsync(0);
    // Another page with the session has received later events.
    storage.items.set(CURSOR, '9');
    first.fail();
    expect(first.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(FakeEventSource.all).toHaveLength(2);
    expect(FakeEventSource.last.lastEventId).toBe('5');
  });

  it('DoublesThePauseUpToThirtySecondsWithJitter', async () => {
    await start();
    const pauses: number[] = [];
    for (const _ of Array.from({ length: 8 })) {
      const count = FakeEventSource.all.length;
      FakeEventSource.last.fail();
      let waited = 0;
      while (FakeEventSource.all.length === count) {
        await vi.advanceTimersByTimeAsync(100);
        waited += 100;
      }
      pauses.push(waited);
    }
    const expected = [2, 4, 8, 16, 30, 30, 30, 30].map((seconds) => seconds * 1000);
    pauses.forEach((pause, index) => {
      const middle = expected[index] ?? 0;
      expect(pause).toBeGreaterThanOrEqual(middle * 0.75 - 100);
      expect(pause).toBeLessThanOrEqual(middle * 1.25 + 100);
    });
  });

  it('TriesAgainWhenAStreamHangsWhileOpening', async () => {
    await start();
    await vi.advanceTimersByTimeAsync(11_900);
    expect(FakeEventSource.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_700);
    expect(FakeEventSource.all).toHaveLength(2);
    expect(FakeEventSource.all[0]?.closed).toBe(true);
  });

  it('ClosesWhilePausedAndOpensAtOnceAfterwards', async () => {
    const first = await start();
    first.open();
    stream.input('pause');
    expect(first.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeEventSource.all).toHaveLength(1);
    await start();
    expect(FakeEventSource.all).toHaveLength(2);
    FakeEventSource.last.fail();
    await start();
    expect(FakeEventSource.all).toHaveLength(3);
  });

  it('CountsAsUnreachedAfterEightSecondsUntilItIsOpen', async () => {
    await start();
    await vi.advanceTimersByTimeAsync(7_900);
    expect(stream.isUnreached()).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(stream.isUnreached()).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    FakeEventSource.last.open();
    expect(stream.isUnreached()).toBe(false);
    expect(reach).toEqual([true, false]);
    stream.input('pause');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(reach).toHaveLength(2);
  });

  it('LeavesNoTimerAndIgnoresEventsAfterClose', async () => {
    const source = await start();
    source.open();
    source.send('a', '5');
    stream.input('close');
    source.send('b', '6');
    source.fail();
    stream.input('resume');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(received).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    expect(FakeEventSource.all).toHaveLength(1);
  });

  it('ResolvesOpenedWhenOpenOrPaused', async () => {
    const source = await start();
    const opened = stream.opened();
    source.fail();
    stream.input('pause');
    await opened;
    await start();
    const again = stream.opened();
    FakeEventSource.last.open();
    await again;
  });
});
