import { UserRejectsError } from '@prichal/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useTonConnectUI } from '../../react/hooks.js';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector, walletOf } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';
import type { TonConnectUI } from '../../ton-connect-ui/ton-connect-ui.js';
import type { ActionConfiguration } from '../../types/options.js';

const TX = { validUntil: 1, messages: [] };
const region = page.getByRole('region', { name: 'Notices' });
const confirm = page.getByText('Confirm operation in your wallet');
const sent = region.getByText('Transaction sent');
const dialog = page.getByRole('dialog', { name: 'Confirm transaction' });
const close = region.getByRole('button', { name: 'Close the notice' });

const remoteWalletOf = (name: string): object => ({ ...remoteWallet(name), openMethod: 'qrcode' });

/** An app with a connected wallet and nothing else of the widget; what it asks for is shown as told. */
async function connected(
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
  /** A request in a dialog, under the notice of the one before. */
  const askUnderNotice = async () => {
    (await ask({ modals: [] })).resolve({ boc: '' });
    await expect.element(sent).toBeVisible();
    await expect.poll(() => confirm.query()).toBeNull();
    await ask({ modals: 'all' });
    await expect.element(dialog).toBeVisible();
  };
  return { ...widget, ui: running, ask, askToSign, askUnderNotice };
}

/** Everything that moves once has come to its end. */
const still = () =>
  until(() => document.getAnimations().every(({ effect }) => effect?.getTiming().iterations !== 1));

const toast = (notice = confirm): DOMRect =>
  notice.element().closest('[data-state]')?.getBoundingClientRect() ?? new DOMRect();

/** What Telegram says of an edge of the window: covered by the device, and by its own buttons. */
function cover(edge: 'top' | 'bottom', device: number, own: number): void {
  const { style } = document.documentElement;
  style.setProperty(`--tg-safe-area-inset-${edge}`, `${device}px`);
  style.setProperty(`--tg-content-safe-area-inset-${edge}`, `${own}px`);
}

const isLife = (ms: number): boolean => ms > 1000 && ms <= 4500;

/**
 * Stops the timers of notices, so that a slow machine has time to press them. Returns what each was set to, and the
 * end that a test can call.
 */
function stopLives() {
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

let timers: ReturnType<typeof stopLives>;

beforeEach(async () => {
  localStorage.clear();
  timers = stopLives();
  await page.viewport(1280, 800);
});
afterEach(() => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('style');
});

describe('notices', () => {
  it('show without a button of ours, politely, in 256 px', async () => {
    const { ask } = await connected();
    await ask();
    await expect.element(confirm).toBeVisible();
    await expect.element(page.getByText('Alpha is waiting for your confirmation.')).toBeVisible();
    await expect.element(region).toHaveAttribute('aria-live', 'polite');
    expect(region.element().getBoundingClientRect().width).toBe(256);
  });

  it('speak of a wallet that is not listed as yours', async () => {
    const { ask } = await connected([], null);
    await ask();
    await expect
      .element(page.getByText('Your wallet is waiting for your confirmation.'))
      .toBeVisible();
  });

  it('are not cut off by a window of four times its size', async () => {
    await page.viewport(320, 256);
    const { ask } = await connected();
    for (const count of [1, 2, 3]) {
      (await ask()).resolve({ boc: '' });
      await expect.poll(() => region.getByText('Transaction sent').elements()).toHaveLength(count);
    }
    await expect.poll(() => confirm.query()).toBeNull();
    await still();
    const shown = [...region.element().children].filter((one) => one.checkVisibility());
    expect(shown.length).toBeGreaterThan(0);
    for (const one of shown) {
      expect(one.getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
    }
  });

  it('give way to the result', async () => {
    const { ask } = await connected();
    (await ask()).resolve({ boc: '' });
    await expect.element(page.getByText('Transaction sent')).toBeVisible();
    await expect.poll(() => confirm.query()).toBeNull();
  });

  it('say that the visitor, or the wallet, gave up', async () => {
    const { ask } = await connected();
    (await ask()).reject(new Error('no'));
    await expect.element(page.getByText('Transaction cancelled')).toBeVisible();
    await expect.poll(() => confirm.query()).toBeNull();
  });

  it.each([
    [
      'transaction-sent',
      'ask',
      'Transaction sent',
      'The network will process it in a few seconds.',
    ],
    ['transaction-canceled', 'ask', 'Transaction cancelled', 'Your balance has not changed.'],
    ['data-signed', 'askToSign', 'Data signed', 'The app has received your signature.'],
    ['sign-data-canceled', 'askToSign', 'Signing cancelled', 'The app has received no signature.'],
  ] as const)('name their action, asked and answered: %s', async (name, asks, title, text) => {
    const app = await connected();
    const request = await app[asks]();
    await expect.element(region.getByText('Confirm operation in your wallet')).toBeVisible();
    await expect.element(region.getByText('Alpha is waiting for your confirmation.')).toBeVisible();
    if (name.endsWith('canceled')) request.reject(new UserRejectsError('no'));
    else request.resolve({ boc: '', signature: '' });
    await expect.element(region.getByText(title)).toBeVisible();
    await expect.element(region.getByText(text)).toBeVisible();
  });

  it('say that a wallet has disconnected', async () => {
    const { connector } = await connected();
    connector.answer(null);
    await expect.element(region.getByText('Wallet disconnected')).toBeVisible();
    await expect
      .element(region.getByText('Alpha is no longer connected to this app.'))
      .toBeVisible();
  });

  it('do not claim that the wallet has what is on its way, and stay until it does', async () => {
    const { connector, ui } = await connected();
    ui.sendTransaction(TX).catch(() => undefined);
    await expect.element(region.getByText('Sending the request…')).toBeVisible();
    expect(confirm.query()).toBeNull();
    expect(timers()).toEqual([]);
    connector.requests[0]?.options.onRequestSent?.();
    await expect.element(confirm).toBeVisible();
    expect(region.getByText('Sending the request…').query()).toBeNull();
    expect(timers()).toHaveLength(1);
  });

  it('come and go in 200 ms', async () => {
    const played: string[] = [];
    const note = ({ target }: AnimationEvent): void => {
      const toast = target instanceof Element && target.matches('[data-state]') ? target : null;
      if (toast) {
        played.push(
          `${toast.getAttribute('data-state')} ${getComputedStyle(toast).animationDuration}`,
        );
      }
    };
    document.addEventListener('animationstart', note);
    const { ask } = await connected();
    await ask();
    await expect.poll(() => played).toEqual(['entering 0.2s']);
    await close.click();
    await expect.poll(() => played).toEqual(['entering 0.2s', 'closing 0.2s']);
    await expect.poll(() => confirm.query()).toBeNull();
    document.removeEventListener('animationstart', note);
  });

  it('stand for 4.5 seconds, and leave', async () => {
    // The pointer is left where the last test has pressed, which is where notices come.
    await userEvent.unhover(document.body);
    const { ask } = await connected();
    await ask();
    await expect.element(confirm).toBeVisible();
    const life = await until(() => timers().at(-1));
    expect(life.ms).toBe(4500);
    life.end();
    await expect.poll(() => confirm.query()).toBeNull();
  });

  it('stay while they are pointed at, and for the rest of their time after it', async () => {
    await userEvent.unhover(document.body);
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    const { ask } = await connected();
    await ask();
    await expect.element(confirm).toBeVisible();
    const first = await until(() => timers().at(-1));
    await confirm.hover();
    await until(() => cleared.mock.calls.some(([id]) => id === first.id));
    const before = timers().length;
    await userEvent.unhover(confirm);
    await until(() => timers().length > before);
    expect(timers().at(-1)?.ms).toBeLessThan(4500);
    await expect.element(confirm).toBeVisible();
  });

  it('stay while they hold the focus', async () => {
    await userEvent.unhover(document.body);
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    const { ask } = await connected();
    await ask();
    await expect.element(close).toBeVisible();
    const first = await until(() => timers().at(-1));
    (close.element() as HTMLElement).focus();
    await until(() => cleared.mock.calls.some(([id]) => id === first.id));
  });

  it('leave after the one under the pointer was closed by a press', async () => {
    await userEvent.unhover(document.body);
    const { ask } = await connected();
    await ask();
    await expect.element(confirm).toBeVisible();
    await still();
    await close.click();
    await expect.poll(() => confirm.query()).toBeNull();
    const before = timers().length;
    // The pointer stays where it has pressed, which is where the next notice comes.
    await ask();
    await expect.element(confirm).toBeVisible();
    await still();
    const life = await until(() => timers().slice(before).at(-1));
    life.end();
    await expect.poll(() => confirm.query()).toBeNull();
  });

  it('do not say what a dialog says', async () => {
    const { ask } = await connected(['before']);
    const request = await ask();
    await expect.element(dialog).toBeVisible();
    expect(confirm.query()).toBeNull();
    request.resolve({ boc: '' });
    await expect.element(sent).toBeVisible();
  });

  it('can be closed, and give the focus back', async () => {
    const { askUnderNotice } = await connected();
    await askUnderNotice();
    await expect.element(sent).toBeVisible();
    const title = page.getByRole('heading', { name: 'Confirm transaction' });
    await expect.element(title).toHaveFocus();
    (close.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(title).toHaveFocus();
    await expect.poll(() => sent.query()).toBeNull();
  });

  it('make a sheet as tall as a phone end below them', async () => {
    await page.viewport(320, 260);
    const { askUnderNotice } = await connected();
    await askUnderNotice();
    await expect.element(sent).toBeVisible();
    const card = document.querySelector('[data-outside] > div');
    const bottom = () => region.element().getBoundingClientRect().bottom;
    await expect.poll(() => card?.getBoundingClientRect().top).toBe(bottom() + 8);
    await close.click();
    await expect.poll(() => card?.getBoundingClientRect().top).toBe(16);
  });

  it('can be read and pressed over an open sheet, and come back to the page after it', async () => {
    const { askUnderNotice } = await connected();
    await askUnderNotice();
    await expect.element(sent).toBeVisible();
    const one = region.element();
    expect(dialog.element().contains(one)).toBe(true);
    await close.click();
    await expect.poll(() => sent.query()).toBeNull();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'We stopped waiting' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
    expect(region.element()).toBe(one);
    expect(document.getElementById('tc-widget-root')?.contains(one)).toBe(true);
  });

  it.each(['ltr', 'rtl'])('leave the sheet’s controls free at 320 px (%s)', async (dir) => {
    document.documentElement.dir = dir;
    await page.viewport(320, 568);
    const { askUnderNotice } = await connected();
    await askUnderNotice();
    await expect.element(sent).toBeVisible();
    await still();
    const notice = region.element().getBoundingClientRect();
    expect(notice.left).toBeGreaterThanOrEqual(0);
    expect(notice.right).toBeLessThanOrEqual(320);
    const controls = [...document.querySelectorAll('dialog button')].filter(
      (button) => !region.element().contains(button),
    );
    expect(controls.length).toBeGreaterThan(0);
    for (const control of controls) {
      expect(control.getBoundingClientRect().top).toBeGreaterThanOrEqual(notice.bottom);
    }
    document.documentElement.dir = '';
  });

  it('keep clear of what covers the top of a phone, over a sheet', async () => {
    await page.viewport(390, 844);
    cover('top', 40, 46);
    const { askUnderNotice } = await connected();
    await askUnderNotice();
    await expect.element(sent).toBeVisible();
    await still();
    expect(toast(sent).top).toBe(8 + 40 + 46);
  });

  it.each([320, 390])(
    'leave the header of a page free at %i px, and what covers its end',
    async (width) => {
      await page.viewport(width, 640);
      cover('bottom', 34, 10);
      const { ask } = await connected();
      await ask();
      await expect.element(confirm).toBeVisible();
      await still();
      expect(toast().bottom).toBe(640 - 16 - 34 - 10);
      expect(toast().left).toBe((width - 256) / 2);
    },
  );

  it('of several widgets stand one above the other, in their order, and outlive each other', async () => {
    await page.viewport(390, 844);
    const first = await connected();
    const second = await connected([], remoteWalletOf('Beta'), 'beta');
    await first.ask();
    await second.ask();
    const of = (name: string) => page.getByText(`${name} is waiting for your confirmation.`);
    await expect.element(of('Alpha')).toBeVisible();
    await expect.element(of('Beta')).toBeVisible();
    await still();
    const [upper, lower] = [of('Alpha'), of('Beta')].map((text) =>
      text.element().closest('[data-state]')?.getBoundingClientRect(),
    );
    expect(lower?.top).toBe((upper?.bottom ?? Number.NaN) + 8);
    await first.screen.unmount();
    await expect.poll(() => of('Alpha').query()).toBeNull();
    await expect.element(of('Beta')).toBeVisible();
    await second.screen.unmount();
    expect(document.querySelector('section[aria-live]')).toBeNull();
  });

  it('of a widget without an open dialog can be read over the dialog of another', async () => {
    const first = await connected();
    const second = await connected([], remoteWalletOf('Beta'), 'beta');
    await second.askUnderNotice();
    await first.ask();
    const alpha = page.getByText('Alpha is waiting for your confirmation.');
    await expect.element(alpha).toBeVisible();
    expect(alpha.element().closest('dialog')).not.toBeNull();
    await first.screen.unmount();
    await expect.element(sent).toBeVisible();
  });

  it('leave nothing behind when the widget goes', async () => {
    const { ask, screen } = await connected();
    await ask();
    await expect.element(confirm).toBeVisible();
    await screen.unmount();
    await expect.poll(() => region.query()).toBeNull();
    expect(document.getElementById('tc-widget-root')).toBeNull();
  });
});
