import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyChunk } from '../../react/load-lazy-chunk.js';
import { scriptedConnector } from '../../testing/scripted-connector.js';
import { createInternals } from '../create-internals.js';
import { restore } from './restore.js';
import { SESSION_KEY } from './session.js';

/* Sessions with an extension that appears on the page late or not at all. */

const stored = JSON.stringify({ type: 'injected', jsBridgeKey: 'lateKey', nextRpcRequestId: 0 });
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function begin() {
  const connector = scriptedConnector();
  const asked = vi.spyOn(connector, 'restoreConnection');
  const internals = createInternals({ manifestUrl: 'https://app.example/m.json' }, lazyChunk);
  internals.storage.set(SESSION_KEY, stored);
  vi.stubGlobal('window', page);
  const stop = new AbortController();
  const done = vi.fn();
  void restore(internals, connector, undefined, stop.signal).then(done);
  return { asked, internals, stop, done };
}
const inject = () => Object.assign(page, { lateKey: { tonconnect: {} } });

describe('a session with an extension', () => {
  it('waits five seconds for the extension', async () => {
    const { asked } = begin();
    await vi.advanceTimersByTimeAsync(4900);
    expect(asked).not.toHaveBeenCalled();
    inject();
    await vi.advanceTimersByTimeAsync(50);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it.each(['DOMContentLoaded', 'load'])('checks for it at once at %s', async (name) => {
    const { asked } = begin();
    await vi.advanceTimersByTimeAsync(1234);
    inject();
    page.dispatchEvent(new Event(name));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('is not passed to the SDK, which would remove it, if the extension does not appear', async () => {
    const { asked, internals, done } = begin();
    await vi.advanceTimersByTimeAsync(5000);
    expect(done).toHaveBeenCalled();
    expect(asked).not.toHaveBeenCalled();
    expect(internals.storage.get(SESSION_KEY)).toBe(stored);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops waiting when the widget stops', async () => {
    const { stop, done } = begin();
    await vi.advanceTimersByTimeAsync(100);
    stop.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
