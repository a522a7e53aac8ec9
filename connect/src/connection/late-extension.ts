import { injectedBridge } from './injected.js';

/** Longest wait for an extension that puts itself on the page late, ms. */
const LATE_EXTENSION_MS = 1000;
const POLL_MS = 50;

/** Waits for a late extension, 1 s at most. */
export function extensionArrives(key: string, deadline = LATE_EXTENSION_MS): Promise<boolean> {
  if (injectedBridge(key)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const started = Date.now();
    const timer = setInterval(() => {
      const present = injectedBridge(key) !== null;
      if (!present && Date.now() - started < deadline) return;
      clearInterval(timer);
      resolve(present);
    }, POLL_MS);
  });
}
