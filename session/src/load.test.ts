import { afterEach, describe, expect, it, vi } from 'vitest';
import { Session } from './index.js';
import { UNKNOWN } from './state.js';
import { walletSource } from './testing/wallet-source.js';
import type { SessionState } from './types.js';

/* The engine is loaded on demand. */

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('imports and makes a session on a server, which has no window', () => {
  expect(globalThis).not.toHaveProperty('window');
  expect(new Session({ cookie: true }).getState()).toBe(UNKNOWN);
});

/** Makes the next `import()` of the engine fail. Later ones get an engine that is signed out. */
function lostEngine() {
  vi.stubGlobal('window', new EventTarget());
  const stop = vi.fn();
  const engine = { start: vi.fn(() => stop), signIn: vi.fn(async () => ({ sub: 'u_1' })) };
  let isLost = true;
  vi.doMock('./engine.js', () => {
    if (isLost) throw new TypeError('Failed to fetch dynamically imported module');
    return {
      createEngine(_: object, show: (state: SessionState) => void) {
        show({ ...UNKNOWN, status: 'signed-out' });
        return engine;
      },
    };
  });
  const find = (): void => {
    isLost = false;
    window.dispatchEvent(new Event('online'));
  };
  return { engine, find, stop };
}

describe('an engine that cannot be loaded', () => {
  it('is an error of the state, and the sheet does not wait for it', async () => {
    lostEngine();
    const widget = walletSource();
    const session = new Session();
    session.start(widget.source);
    expect(widget.asked).toBe('loading');
    await vi.waitUntil(() => session.getState().error);
    expect(session.getState()).toMatchObject({ status: 'signed-out', error: { code: 'network' } });
    expect(widget.asked).toBe(null);
    await expect(session.signIn()).rejects.toMatchObject({ code: 'network' });
  });

  it('is loaded when the network is back, for everything that has started', async () => {
    const { engine, find, stop } = lostEngine();
    const widget = walletSource();
    const session = new Session();
    session.start();
    session.start()();
    const end = session.start(widget.source);
    await vi.waitUntil(() => session.getState().error);
    find();
    await vi.waitUntil(() => !session.getState().error);
    expect(engine.start.mock.calls).toEqual([[undefined], [widget.source]]);
    expect(await session.signIn()).toEqual({ sub: 'u_1' });
    end();
    expect(stop).toHaveBeenCalledTimes(1);
  });
});
