import { vi } from 'vitest';

/** An entry of the wallets list as it is served: an app that is reached over a bridge, on every platform. */
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

/** The same with an extension too, which the page knows under `key`. */
export const servedWithExtension = (name: string, key: string): object =>
  served(name, {
    bridge: [
      { type: 'sse', url: `https://bridge.${name.toLowerCase()}.example` },
      { type: 'js', key },
    ],
    platforms: ['ios', 'android', 'macos', 'windows', 'linux', 'chrome', 'firefox', 'safari'],
  });

/** Whatever is fetched is this list, until `vi.restoreAllMocks()`. */
export function serveList(entries: () => readonly object[]): void {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(entries()));
}
