import { WalletNotSupportFeatureError } from '@prichal/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useTonConnectUI } from '../../react/hooks.js';
import type { TonConnectUI } from '../../react/ton-connect-ui.js';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector, walletOf } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';

const TEXT =
  "Alpha doesn't support the requested action. Please connect another wallet that supports it.";
const requiredFeature = { featureName: 'SignData', value: { types: ['text'] } } as const;
const dialog = page.getByRole('dialog', { name: 'Alpha' });

/** Alpha is connected and cannot sign. Beta can. */
async function refused() {
  const able = remoteWallet('Beta', { features: [{ name: 'SignData', types: ['text'] }] });
  const connector = scriptedConnector([remoteWallet('Alpha'), able], walletOf('alpha'));
  const error = new WalletNotSupportFeatureError('no', { cause: { requiredFeature } as never });
  vi.spyOn(connector, 'signData').mockRejectedValue(error);
  localStorage.setItem('ton-connect-ui_wallet-info', JSON.stringify(remoteWallet('Alpha')));
  let ui: TonConnectUI | undefined;
  const App = () => {
    [ui] = useTonConnectUI();
    return <main>The app</main>;
  };
  await renderWidget({ connector, children: <App /> });
  const running = await until(() => ui?.connected && ui);
  await expect(running.signData({ type: 'text', text: 'a' })).rejects.toMatchObject({
    name: 'WalletNotSupportFeatureError',
    cause: { requiredFeature },
  });
  await expect.element(dialog).toBeVisible();
  return { connector, ui: running };
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

describe('an action that the wallet does not support', () => {
  it('is reported in a sheet, without another notice', async () => {
    const { ui } = await refused();
    await expect.element(page.getByText(TEXT)).toBeVisible();
    expect(ui.modalState).toMatchObject({
      status: 'opened',
      closeReason: null,
      type: 'wallet-not-support-feature',
      requiredFeature,
    });
    expect(document.querySelectorAll('dialog')).toHaveLength(1);
    const notices = page.getByRole('region', { name: 'Notices' });
    await expect.poll(() => notices.query()?.textContent).toBe('');
  });

  it("keeps the wallet connected, and the sheet's content, when the sheet closes", async () => {
    const { ui, connector } = await refused();
    // Checked inside the page: the sheet closes within a tenth of a second.
    const closing = new Promise((resolve) => {
      ui.onModalStateChange(() => setTimeout(() => resolve(document.body.textContent)));
    });
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await closing).toContain(TEXT);
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
    expect(ui.modalState).toMatchObject({ status: 'closed', closeReason: 'action-cancelled' });
    expect(ui.connected).toBe(true);
    expect(connector.connects).toHaveLength(0);
  });

  it('leads to the wallets that support it, and disconnects this one', async () => {
    const { ui } = await refused();
    await page.getByRole('button', { name: 'Choose Another Wallet' }).click();
    await expect
      .element(page.getByRole('heading', { name: 'Connect your TON wallet' }))
      .toHaveFocus();
    expect(ui.connected).toBe(false);
    await expect.element(page.getByRole('button', { name: 'Beta' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Alpha' }).query()).toBeNull();
  });
});
