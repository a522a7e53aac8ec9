import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ActionConfiguration } from '../core/options.js';
import { useTonConnectUI } from '../react/hooks.js';
import type { TonConnectUI } from '../react/ton-connect-ui.js';
import { renderWidget } from './render-widget.js';
import { remoteWallet, scriptedConnector, walletOf } from './scripted-connector.js';
import { until } from './until.js';

export const TX = { validUntil: 1, messages: [] };
export const region = page.getByRole('region', { name: 'Notices' });
export const confirm = page.getByText('Confirm operation in your wallet');
export const sent = region.getByText('Transaction sent');
export const dialog = page.getByRole('dialog', { name: 'Confirm transaction' });
export const close = region.getByRole('button', { name: 'Close the notice' });

export const remoteWalletOf = (name: string): object => ({
  ...remoteWallet(name),
  openMethod: 'qrcode',
});

/** An app with a connected wallet and no other part of the widget. Its requests are shown as configured. */
export async function connected(
  modals: ActionConfiguration['modals'] = [],
  wallet: object | null = remoteWalletOf('Alpha'),
  app = 'alpha',
) {
  if (wallet) localStorage.setItem('ton-connect-ui_wallet-info', JSON.stringify(wallet));
  let ui: TonConnectUI | undefined;
  const App = () => {
    [ui] = useTonConnectUI();
    return <main>The app</main>;
  };
  const connector = scriptedConnector([], walletOf(app));
  const widget = await renderWidget({
    connector,
    actionsConfiguration: { modals },
    children: <App />,
  });
  const running = await until(() => ui?.connected && ui);
  const ask = async (more: ActionConfiguration = {}) => {
    const nth = connector.requests.length;
    running.sendTransaction(TX, more).catch(() => undefined);
    const request = await until(() => connector.requests[nth]);
    request.options.onRequestSent?.();
    return request;
  };
  const askToSign = async () => {
    const nth = connector.requests.length;
    running.signData({ type: 'text', text: 'yes' }).catch(() => undefined);
    const request = await until(() => connector.requests[nth]);
    request.options.onRequestSent?.();
    return request;
  };
  /** A request in a dialog, under the notice of the previous one. */
  const askUnderNotice = async () => {
    (await ask({ modals: [] })).resolve({ boc: '' });
    await expect.element(sent).toBeVisible();
    await expect.poll(() => confirm.query()).toBeNull();
    await ask({ modals: 'all' });
    await expect.element(dialog).toBeVisible();
  };
  return { ...widget, ui: running, ask, askToSign, askUnderNotice };
}

/** Waits until all finite animations have ended. */
export const still = () =>
  until(() => document.getAnimations().every(({ effect }) => effect?.getTiming().iterations !== 1));

export const toast = (notice = confirm): DOMRect =>
  notice.element().closest('[data-state]')?.getBoundingClientRect() ?? new DOMRect();

/** Sends Telegram's insets of an edge: of the device, and of Telegram's buttons. */
export function cover(edge: 'top' | 'bottom', device: number, own: number): void {
  const { style } = document.documentElement;
  style.setProperty(`--tg-safe-area-inset-${edge}`, `${device}px`);
  style.setProperty(`--tg-content-safe-area-inset-${edge}`, `${own}px`);
}

const isLife = (ms: number): boolean => ms > 1000 && ms <= 4500;

/**
 * Stops the timers of notices, so that a slow machine has time to press them. Returns what each was set to, and the
 * end that a test can call.
 */
export function stopLives() {
  const real = globalThis.setTimeout;
  const set = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((work: () => void, ms = 0) =>
      real(isLife(ms) ? () => undefined : work, ms)) as typeof setTimeout);
  return () =>
    set.mock.calls.flatMap(([work, ms = 0], at) =>
      isLife(ms)
        ? [{ ms, end: work as () => void, id: set.mock.results[at]?.value as unknown }]
        : [],
    );
}
