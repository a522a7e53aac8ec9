import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector } from '../../testing/scripted-connector.js';

const named = (name: string) => page.getByRole('button', { name });
const OFFLINE = 'You’re offline. We’ll continue when you’re back online.';
const LOST = 'The wallets list could not be loaded.';
const wallets = ['Anchor', 'Buoy', 'Compass', 'Dinghy'].map((name) => remoteWallet(name));
const said = () => document.querySelector('dialog [role="status"]')?.textContent;

const network = (online: boolean): void => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
};

async function open(connector = scriptedConnector(wallets)) {
  await renderWidget({ connector });
  await named('Connect wallet').click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  return connector;
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});
afterEach(() => vi.restoreAllMocks());

describe('without a network', () => {
  it('shows a notice above the codes and tiles, which still work', async () => {
    await open();
    await expect.element(named('Anchor')).toBeVisible();
    network(false);
    await expect.element(page.getByText(OFFLINE).first()).toBeVisible();
    expect(said()).toBe(OFFLINE);
    await expect.element(named('QR code: copy its link')).toBeEnabled();
    await named('Buoy').click();
    await expect.element(named('QR code: copy its link')).toBeEnabled();
    // The wallet's screen does not show this error, which would stay after the network is back.
    await expect.poll(said).toBe('');
    await named('Back').click();
    await expect.poll(said).toBe(OFFLINE);
    network(true);
    await expect.poll(() => page.getByText(OFFLINE).query()).toBeNull();
  });

  it('shows a notice in the list of all wallets', async () => {
    network(false);
    await open();
    await named('View all wallets').click();
    await expect.element(page.getByText(OFFLINE).first()).toBeVisible();
    await expect.element(named('Anchor')).toBeVisible();
  });
});

describe('without a list', () => {
  it.each([1280, 390])('shows an error, and retries on request, at %i px', async (width) => {
    await page.viewport(width, 844);
    const connector = scriptedConnector(wallets);
    connector.getWallets = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'));
    await open(connector);
    await expect.element(page.getByRole('alert').getByText(LOST)).toBeVisible();
    const asked = vi.mocked(connector.getWallets).mock.calls.length;
    await expect.element(named('Retry')).toHaveAttribute('data-kind', 'primary');
    await named('Retry').click();
    expect(connector.getWallets).toHaveBeenCalledTimes(asked + 1);
    connector.getWallets = async () => wallets;
    await named('Retry').click();
    await expect.element(named('Anchor')).toBeVisible();
    expect(page.getByText(LOST).query()).toBeNull();
  });

  it('retries automatically when the network is back', async () => {
    const connector = scriptedConnector(wallets);
    connector.getWallets = () => Promise.reject(new TypeError('Failed to fetch'));
    await open(connector);
    await expect.element(page.getByRole('alert').getByText(LOST)).toBeVisible();
    connector.getWallets = async () => wallets;
    network(true);
    await expect.element(named('Anchor')).toBeVisible();
  });

  it('retries if the network is back before the first attempt has failed', async () => {
    const connector = scriptedConnector(wallets);
    let reject = (_: Error): void => undefined;
    const promise = new Promise<never>((_, no) => {
      reject = no;
    });
    const first = vi.fn(() => promise);
    connector.getWallets = first;
    network(false);
    await open(connector);
    // Later callers wait for the same download.
    const asked = first.mock.calls.length;
    network(true);
    await expect.poll(() => first.mock.calls.length).toBeGreaterThan(asked);
    connector.getWallets = async () => wallets;
    reject(new TypeError('Failed to fetch'));
    await expect.element(named('Anchor')).toBeVisible();
    await expect.poll(() => page.getByText(LOST).query()).toBeNull();
  });

  it('reports an empty list', async () => {
    await open(scriptedConnector([]));
    await expect.element(page.getByRole('alert').getByText('No wallets found')).toBeVisible();
  });

  it('keeps the previous list if a later one does not load', async () => {
    const connector = await open();
    await expect.element(named('Anchor')).toBeVisible();
    connector.getWallets = () => Promise.reject(new TypeError('Failed to fetch'));
    network(true);
    await expect.element(page.getByText(LOST).first()).toBeVisible();
    await expect.element(named('Anchor')).toBeVisible();
  });
});
