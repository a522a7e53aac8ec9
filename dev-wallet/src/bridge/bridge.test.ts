import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStream, postMessage, type Source, type StreamState } from './bridge.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function stream() {
  const sources: Source[] = [];
  const urls: string[] = [];
  const states: StreamState[] = [];
  const envelopes: [object, string][] = [];
  const close = openStream({
    bridgeUrl: 'https://b.example.org/bridge/',
    clientIds: ['aa', 'bb'],
    lastEventId: () => envelopes.at(-1)?.[1] ?? null,
    onEnvelope: (envelope, id) => envelopes.push([envelope, id]),
    onState: (state) => states.push(state),
    open(url) {
      urls.push(url);
      const source: Source = { onopen: null, onmessage: null, onerror: null, close: vi.fn() };
      sources.push(source);
      return source;
    },
  });
  return { sources, urls, states, envelopes, close };
}

describe('openStream', () => {
  it('delivers envelopes with their ids and skips heartbeats', () => {
    const { sources, envelopes, urls, close } = stream();
    expect(urls[0]).toBe('https://b.example.org/bridge/events?client_id=aa%2Cbb&heartbeat=message');
    const [source] = sources;
    source?.onopen?.();
    source?.onmessage?.({ data: 'heartbeat', lastEventId: '' });
    source?.onmessage?.({ data: '{"broken', lastEventId: '6' });
    source?.onmessage?.({ data: '{"from":"cc","message":"m"}', lastEventId: '7' });
    expect(envelopes).toEqual([[{ from: 'cc', message: 'm' }, '7']]);
    close();
  });

  it('reopens after errors from the last event, with growing pauses', () => {
    const { sources, urls, close } = stream();
    sources[0]?.onmessage?.({ data: '{"from":"cc","message":"m"}', lastEventId: '7' });
    for (const [index, wait] of [1000, 2000, 4000, 7000, 7000].entries()) {
      sources[index]?.onerror?.();
      vi.advanceTimersByTime(wait - 1);
      expect(urls).toHaveLength(index + 1);
      vi.advanceTimersByTime(1);
      expect(urls).toHaveLength(index + 2);
    }
    expect(urls.at(-1)).toContain('last_event_id=7');
    close();
  });

  it('reopens a stream without heartbeats', () => {
    const { sources, urls, states, close } = stream();
    sources[0]?.onopen?.();
    vi.advanceTimersByTime(31_000);
    sources[0]?.onmessage?.({ data: 'heartbeat', lastEventId: '' });
    vi.advanceTimersByTime(31_000);
    expect(urls).toHaveLength(1);
    vi.advanceTimersByTime(2000);
    expect(urls).toHaveLength(2);
    expect(states).toEqual(['connecting', 'live', 'retrying', 'connecting']);
    close();
  });

  it('stays closed after close', () => {
    const { sources, urls, close } = stream();
    close();
    vi.advanceTimersByTime(100_000);
    expect(urls).toHaveLength(1);
    expect(sources[0]?.close).toHaveBeenCalled();
  });
});

describe('postMessage', () => {
  const message = { from: 'aa', to: 'bb', body: 'x' };

  it("returns the bridge's response", async () => {
    const refuse = async () => new Response('{"message":"no"}', { status: 400 });
    await expect(postMessage('https://b.example.org', message, refuse)).rejects.toThrow(
      'answered 400: {"message":"no"}',
    );
  });

  it('reports a failed connection', async () => {
    const fail = () => Promise.reject(new TypeError('fetch failed'));
    await expect(postMessage('https://b.example.org', message, fail)).rejects.toThrow(
      'cannot be reached',
    );
  });
});
