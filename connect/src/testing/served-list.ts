import { vi } from 'vitest';

/**
 * Returns an entry of the wallets list in the format of its JSON: an app that is reached over a bridge, on
 * every platform.
 */
export const served = (name: string, more: object = {}): object => {
  const id = name.toLowerCase();
  return {
    name,
    app_name: id,
    image: '',
    about_url: `https://${id}.example`,
    universal_url: `https://${id}.example/tc`,
    bridge: [{ type: 'sse', url: `https://bridge.${id}.example` }],
    platforms: ['ios', 'android', 'macos', 'windows', 'linux'],
    features: [{ name: 'SendTransaction', maxMessages: 4 }],
    ...more,
  };
};

/** The same with an extension, whose key on the page is `key`. */
export const servedWithExtension = (name: string, key: string): object =>
  served(name, {
    bridge: [
      { type: 'sse', url: `https://bridge.${name.toLowerCase()}.example` },
      { type: 'js', key },
    ],
    platforms: ['ios', 'android', 'macos', 'windows', 'linux', 'chrome', 'firefox', 'safari'],
  });

/** Makes every `fetch` return this list, until `vi.restoreAllMocks()`. */
export function serveList(entries: () => readonly object[]): void {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(entries()));
}
