import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector } from '../../testing/scripted-connector.js';

const named = (name: string | RegExp) => page.getByRole('button', { name });
const without = (field: string) => ({ ...remoteWallet('Bad'), [field]: undefined });

const BAD: [string, unknown][] = [
  ['null', null],
  ['a wallet without platforms', without('platforms')],
  ['a wallet without an app name', without('appName')],
  ['a wallet whose bridgeUrl is no URL', { ...remoteWallet('Bad'), bridgeUrl: 'bridge' }],
  ['a wallet with a feature that is null', { ...remoteWallet('Bad'), features: [null] }],
];

let warn: MockInstance<typeof console.warn>;

beforeEach(() => {
  localStorage.clear();
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

it.each(BAD)('skips %s in includeWallets and in the list, and shows the others', async (_, bad) => {
  await page.viewport(1280, 800);
  await renderWidget({
    connector: scriptedConnector([bad as never, remoteWallet('Anchor')]),
    walletsRequiredFeatures: { sendTransaction: { minMessages: 1 } },
    walletsListConfiguration: { includeWallets: [bad as never, remoteWallet('Buoy') as never] },
  });
  await named('Connect wallet').click();
  await expect.element(named(/^Anchor/)).toBeVisible();
  await named(/^Buoy/).click();
  await expect.element(page.getByRole('heading', { name: 'Buoy' })).toBeVisible();
  const skipped = warn.mock.calls.filter(([text]) => String(text).includes('skipped wallet 0'));
  expect(skipped.length).toBeLessThanOrEqual(2);
});
