import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useTonConnectUI } from '../react/hooks.js';
import { TonConnectButton } from '../react/TonConnectButton.js';
import type { TonConnectUI } from '../react/ton-connect-ui.js';
import { renderWidget } from '../testing/render-widget.js';
import { remoteWallet, scriptedConnector, walletOf } from '../testing/scripted-connector.js';
import { until } from '../testing/until.js';

const OFFLINE = 'You’re offline. We’ll continue when you’re back online.';

const wallets = ['Anchor', 'Buoy', 'Compass', 'Dinghy'].map((name) =>
  remoteWallet(name, { imageUrl: `https://${name}.example/icon.png` }),
);
const standing = () => document.querySelector<HTMLDialogElement>('dialog:not([open])');
const named = (name: string) => page.getByRole('button', { name });
const sheet = () => page.getByRole('dialog');

/** A widget with a prerendered sheet, and the calls of the app's code. */
async function stand(connector = scriptedConnector(wallets)) {
  let ui: TonConnectUI | undefined;
  const Host = () => {
    ui = useTonConnectUI()[0];
    return <TonConnectButton />;
  };
  const { rerender, screen } = await renderWidget({ connector, children: <Host /> });
  await expect.element(named('Connect wallet')).toBeEnabled();
  // The pointer may still be there from the previous test, so it moves in again.
  await named('Connect wallet').unhover();
  await named('Connect wallet').hover();
  await until(() => standing()?.textContent?.includes('Connect your TON wallet'));
  return { connector, rerender, screen, ui: ui as unknown as TonConnectUI };
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});
afterEach(() => vi.restoreAllMocks());

describe('a prerendered sheet', () => {
  it('is invisible and inert', async () => {
    await stand();
    expect(sheet().query()).toBeNull();
    expect(standing()?.checkVisibility()).toBe(false);
    expect(page.getByText('Connect your TON wallet').query()?.checkVisibility()).toBe(false);
    for (let press = 0; press < 3; press += 1) {
      await userEvent.tab();
      expect(standing()?.contains(document.activeElement)).toBe(false);
    }
    expect(document.documentElement.style.overflow + document.body.style.overflow).toBe('');
  });

  it('sends no request and shows no wallet, also after the list has loaded', async () => {
    const connector = scriptedConnector(wallets);
    const list = vi.spyOn(connector, 'getWallets');
    await stand(connector);
    await until(() => list.mock.calls.length > 0);
    await list.mock.results[0]?.value;
    const asked = list.mock.calls.length;
    window.dispatchEvent(new Event('online'));
    expect(list).toHaveBeenCalledTimes(asked);
    expect(standing()?.textContent).not.toContain('Anchor');
    expect(standing()?.querySelector('img')).toBeNull();
    expect(connector.connects).toHaveLength(0);
  });

  it('is shown by a press, with one request', async () => {
    const { connector } = await stand();
    const before = standing();
    await named('Connect wallet').click();
    await expect
      .element(page.getByRole('heading', { name: 'Connect your TON wallet' }))
      .toHaveFocus();
    expect(sheet().element()).toBe(before);
    await expect.element(named('Anchor')).toBeVisible();
    await until(() => connector.connects.length > 0);
    expect(connector.connects).toHaveLength(1);
  });

  it('is reset when it closes, and closing cancels once', async () => {
    const { ui } = await stand();
    const closed: unknown[] = [];
    ui.onModalStateChange(
      ({ status, closeReason }) => status === 'closed' && closed.push(closeReason),
    );
    await named('Connect wallet').click();
    await named('Anchor').click();
    await expect.element(page.getByRole('heading', { name: 'Anchor' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await until(() => standing()?.querySelector('h2')?.textContent === 'Connect your TON wallet');
    await expect.element(named('Connect wallet')).toHaveFocus();
    expect(standing()?.textContent).not.toContain('Anchor');
    expect(closed).toEqual(['action-cancelled']);
    await named('Connect wallet').click();
    await expect.element(named('Anchor')).toBeVisible();
  });

  it('shows the requested wallet', async () => {
    const { ui } = await stand();
    await ui.openSingleWalletModal('Buoy');
    await expect.element(page.getByRole('heading', { name: 'Buoy' })).toHaveFocus();
  });

  it('follows the language', async () => {
    const { rerender } = await stand();
    await rerender({ language: 'ru' });
    await until(() => standing()?.textContent?.includes('Подключите кошелёк TON'));
  });

  it('shows and announces earlier errors once it is open', async () => {
    await stand();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    expect(standing()?.textContent).not.toContain(OFFLINE);
    await named('Connect wallet').click();
    await expect.element(page.getByText(OFFLINE).first()).toBeVisible();
    expect(document.querySelector('dialog [role="status"]')?.textContent).toBe(OFFLINE);
  });

  it('is removed when a wallet connects or the widget stops', async () => {
    const { connector, screen } = await stand();
    connector.answer(walletOf('anchor'));
    await until(() => document.querySelector('dialog') === null);
    connector.answer(null);
    await until(standing);
    await screen.unmount();
    await until(() => document.querySelector('dialog') === null);
  });
});
