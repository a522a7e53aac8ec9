import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SESSION_KEY } from '../../core/connection/session.js';
import { TonConnectUIError } from '../../core/errors/base-errors.js';
import { internalsOf } from '../../core/internals.js';
import { useTonConnectUI } from '../../react/hooks.js';
import { TonConnectButton } from '../../react/TonConnectButton.js';
import { TonConnectUIProvider } from '../../react/TonConnectUIProvider.js';
import type { TonConnectUI } from '../../react/ton-connect-ui.js';
import { painted } from '../../testing/painted.js';
import { renderWidget } from '../../testing/render-widget.js';
import { until } from '../../testing/until.js';

/* Code that loads late, or not at all: the texts of the sheet (`en`), and the SDK. */

type Chunk = 'en' | 'TonConnect';
const lost = vi.hoisted(() => new Set<string>());
const late = vi.hoisted(() => new Map<string, Promise<void>>());

vi.mock('../../core/loading/import-chunk.js', () => ({
  importChunk: async (load: () => Promise<object>, has: string) => {
    await late.get(has);
    if (!lost.has(has)) return load();
    throw new TonConnectUIError('A part of the widget could not be loaded', { code: 'NOT_LOADED' });
  },
}));
/** Delays a chunk. Returns a function that loads it. */
function hold(chunk: Chunk): () => void {
  let release = (): void => undefined;
  late.set(
    chunk,
    new Promise((resolve) => {
      release = resolve;
    }),
  );
  return () => release();
}

const button = () => page.getByRole('button').first();
const named = (name: string) => page.getByRole('button', { name });
const sheet = () => page.getByRole('dialog');
const size = (): object => button().element().getBoundingClientRect().toJSON();
const reported: ErrorEvent[] = [];
const onError = (event: ErrorEvent): void => {
  event.preventDefault();
  reported.push(event);
};

beforeEach(async () => {
  localStorage.clear();
  reported.length = 0;
  await page.viewport(1280, 800);
  // Vitest would also treat a reported error as a failure.
  window.addEventListener('error', onError, { capture: true });
});
afterEach(() => {
  late.clear();
  lost.clear();
  window.removeEventListener('error', onError, { capture: true });
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('a press', () => {
  it('is confirmed at once without a layout shift', async () => {
    const release = hold('en');
    await renderWidget({ restoreConnection: false });
    await expect.element(named('Connect wallet')).toBeEnabled();
    const before = size();
    const element = button().element() as HTMLButtonElement;
    element.click();
    await painted();
    expect(element.ariaBusy).toBe('true');
    expect(size()).toEqual(before);
    expect(element.disabled).toBeFalsy();
    release();
    await expect.element(sheet()).toBeVisible();
    await expect.element(button()).toHaveAttribute('aria-busy', 'false');
    expect(size()).toEqual(before);
  });

  it('offers a retry if its code fails to load, then a reload', async () => {
    lost.add('en');
    const { screen } = await renderWidget({ restoreConnection: false });
    await expect.element(named('Connect wallet')).toBeEnabled();
    const before = size();
    await named('Connect wallet').click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Could not load. Check your connection.');
    await expect.element(named('Retry')).toBeEnabled();
    expect(size()).toEqual(before);
    expect(reported).toHaveLength(1);
    await named('Retry').click();
    await expect.element(named('Reload page')).toBeEnabled();
    expect(size()).toEqual(before);

    // Without a network, a reload would lose the page, so the press retries.
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    lost.clear();
    await named('Reload page').click();
    await expect.element(sheet()).toBeVisible();
    expect(page.getByRole('alert').query()).toBeNull();
    await screen.unmount();
  });
});

describe('a stored session whose code fails to load', () => {
  const stored = JSON.stringify({
    type: 'http',
    createdAt: Date.now(),
    connectEvent: { payload: {} },
  });
  let ui: TonConnectUI;
  const settled = vi.fn();
  const Probe = (): null => {
    [ui] = useTonConnectUI();
    return null;
  };
  beforeEach(async () => {
    localStorage.setItem(SESSION_KEY, stored);
    lost.add('TonConnect');
    await render(
      <TonConnectUIProvider manifestUrl="https://app.example/m.json">
        <TonConnectButton />
        <Probe />
      </TonConnectUIProvider>,
    );
    settled.mockReset();
    void ui.connectionRestored.then(settled);
  });

  it('is kept, and is not reported as disconnected', async () => {
    await expect.element(named('Retry')).toBeEnabled();
    expect(named('Connect wallet').query()).toBeNull();
    expect(button().element().dataset.state).toBe('restoring');
    expect(settled).not.toHaveBeenCalled();
    expect(localStorage.getItem(SESSION_KEY)).toBe(stored);
  });

  it.each(['online', 'visibilitychange'])('is loaded again at %s', async (event) => {
    lost.clear();
    (event === 'online' ? window : document).dispatchEvent(new Event(event, { bubbles: true }));
    await until(() => internalsOf(ui).connection.current);
    await until(() => settled.mock.calls.length > 0);
    expect(internalsOf(ui).store.get().restoring).toBe(false);
  });
});
