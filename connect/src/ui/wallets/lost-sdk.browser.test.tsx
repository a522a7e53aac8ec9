import '../theme/sheet-styles.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createInternals } from '../../core/create-internals.js';
import { lazyChunk } from '../../react/load-lazy-chunk.js';
import { remoteWallet, scriptedConnector } from '../../testing/scripted-connector.js';
import { en } from '../../words/dictionaries/en.js';
import { Widget } from '../Widget.js';
import { WordsProvider } from '../words.js';

/* The sheet is loaded, and the SDK's chunk failed to load. */

const wallets = ['Anchor', 'Buoy'].map((name) => remoteWallet(name));
const named = (name: string) => page.getByRole('button', { name });

/** `first` delays the first attempt. */
async function open(first?: Promise<never>) {
  const internals = createInternals({ connector: scriptedConnector(wallets) }, lazyChunk);
  const { connection } = internals;
  const load = vi.fn(connection.load);
  if (first) load.mockReturnValueOnce(first);
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  const broken = {
    ...internals,
    connection: {
      load,
      get current() {
        return connection.current;
      },
      release: connection.release,
    },
  };
  internals.store.set({ listed: wallets, modal: { status: 'opened', closeReason: null } });
  await render(
    <WordsProvider internals={broken} first={en}>
      <Widget internals={broken} />
    </WordsProvider>,
  );
  if (!first) await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.poll(() => load).toHaveBeenCalled();
  return { load, repair: () => load.mockImplementation(connection.load) };
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});
afterEach(() => vi.restoreAllMocks());

it('is reported instead of the code, and can be retried', async () => {
  const { load, repair } = await open();
  await expect.element(page.getByText('Your wallet didn’t connect')).toBeVisible();
  const tried = load.mock.calls.length;
  await named('Retry').click();
  // Until then the screen shows the result of the first attempt.
  await expect.poll(() => load.mock.calls.length).toBeGreaterThan(tried);
  await expect.element(page.getByRole('alert')).toBeVisible();
  repair();
  await named('Retry').click();
  await expect.element(named('QR code: copy its link')).toBeEnabled();
});

it('is retried automatically when the network is back', async () => {
  const { repair } = await open();
  repair();
  window.dispatchEvent(new Event('online'));
  await expect.element(named('QR code: copy its link')).toBeEnabled();
});

it('is retried if the network is back before the first attempt has failed', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let reject = (_: Error): void => undefined;
  const promise = new Promise<never>((_, no) => {
    reject = no;
  });
  const { repair } = await open(promise);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  repair();
  reject(new TypeError('Failed to fetch dynamically imported module'));
  await expect.element(named('QR code: copy its link')).toBeEnabled();
});
