import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TonConnectUI } from '../../react/ton-connect-ui.js';

const MANIFEST = 'https://app.example/tonconnect-manifest.json';
let ui: TonConnectUI;

const root = () => document.getElementById('tc-widget-root');
const sdkFiles = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/loading/sdk-chunk'));
const move = () => document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));

function saveData(saves: boolean): void {
  const connection = Object.assign(new EventTarget(), { saveData: saves });
  vi.spyOn(navigator as { connection?: unknown }, 'connection', 'get').mockReturnValue(connection);
}

beforeEach(() => {
  localStorage.clear();
  // In development each module is a file, and the page records 250 entries at first.
  performance.setResourceTimingBufferSize(2_000);
});
afterEach(() => {
  ui.destroy();
  vi.restoreAllMocks();
});

describe('the code for a press', () => {
  it('is not preloaded if data saving is on', async () => {
    saveData(true);
    const idle = vi.spyOn(globalThis, 'requestIdleCallback');
    ui = new TonConnectUI({ manifestUrl: MANIFEST });
    await expect.poll(() => idle.mock.calls.length).toBeGreaterThan(0);
    // At the latest after the widget's own timeout.
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 }));
    expect(root()).toBeNull();
  });

  it('is preloaded: the sheet when the page is idle, the SDK at the first interaction', async () => {
    saveData(false);
    ui = new TonConnectUI({ manifestUrl: MANIFEST });
    await expect.poll(root).not.toBeNull();
    expect(sdkFiles()).toEqual([]);
    move();
    await expect.poll(() => sdkFiles().length).toBeGreaterThan(0);
    expect(ui.connected).toBe(false);
  });
});
