import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBridgeFeed } from './bridge-feed';

const NOW = 1_800_000_000_000;
const line = (number: number) => ({
  number,
  at: NOW - 5_000 + number,
  kind: 'message',
  clients: 'a,b',
  to: 'c',
  bytes: 1,
  fault: 'none',
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('reports new events, by the clock of the page', async () => {
  const asked: string[] = [];
  const answers = [
    { now: NOW - 5_000, last: 7, lines: [line(7)] },
    { now: NOW - 4_000, last: 8, lines: [line(8)] },
  ];
  const feed = createBridgeFeed(async (address) => {
    asked.push(String(address));
    return Response.json(answers[asked.length - 1] ?? { now: NOW, last: 8, lines: [] });
  });
  const stop = feed.follow();
  await vi.advanceTimersByTimeAsync(0);
  expect(feed.state()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(['/stand/bridge?after=0', '/stand/bridge?after=7']);
  expect(feed.state()).toMatchObject([{ number: 8, at: NOW + 8, clients: ['a', 'b'] }]);
  feed.clear();
  expect(feed.state()).toEqual([]);
  stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(2);
});

it('stops polling a server without the handler', async () => {
  let asked = 0;
  const feed = createBridgeFeed(async () => {
    asked += 1;
    return new Response('', { status: 404 });
  });
  feed.follow();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(1);
});

it('continues after the server was down', async () => {
  let asked = 0;
  const feed = createBridgeFeed(async () => {
    asked += 1;
    throw new TypeError('away');
  });
  const stop = feed.follow();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toBe(4);
  stop();
});
