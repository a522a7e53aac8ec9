import { setMaxListeners } from 'node:events';

/** The window of the tests, with injected wallets as properties. */
export class TestWindow extends EventTarget {
  /** Injects `bridge` under `key`, as extensions do. Returns a function that removes it. */
  inject(key: string, bridge: object): () => void {
    Object.assign(this, { [key]: { tonconnect: bridge } });
    return () => Reflect.deleteProperty(this, key);
  }
}

/** Installed when this module is loaded: the official SDK reads `window` while it is loaded. */
export const testWindow = new TestWindow();

// The official SDK never removes its listeners.
setMaxListeners(0, testWindow);
Object.assign(globalThis, { window: testWindow });
