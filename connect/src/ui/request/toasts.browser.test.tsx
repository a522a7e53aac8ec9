import { UserRejectsError } from '@prichal/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  close,
  confirm,
  connected,
  dialog,
  region,
  sent,
  still,
  stopLives,
  TX,
} from '../../testing/noticed-app.js';
import { until } from '../../testing/until.js';

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
  it("are shown without the widget's button, in a polite live region of 256 px", async () => {
    const { ask } = await connected();
    await ask();
    await expect.element(confirm).toBeVisible();
    await expect.element(page.getByText('Alpha is waiting for your confirmation.')).toBeVisible();
    await expect.element(region).toHaveAttribute('aria-live', 'polite');
    expect(region.element().getBoundingClientRect().width).toBe(256);
  });

  it("call an unlisted wallet 'Your wallet'", async () => {
    const { ask } = await connected([], null);
    await ask();
    await expect
      .element(page.getByText('Your wallet is waiting for your confirmation.'))
      .toBeVisible();
  });

  it('are not cut off at a zoom of 400 %', async () => {
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

  it('are replaced by the result', async () => {
    const { ask } = await connected();
    (await ask()).resolve({ boc: '' });
    await expect.element(page.getByText('Transaction sent')).toBeVisible();
    await expect.poll(() => confirm.query()).toBeNull();
  });

  it('say that the user or the wallet cancelled', async () => {
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
  ] as const)(
    'name their action before and after the answer: %s',
    async (name, asks, title, text) => {
      const app = await connected();
      const request = await app[asks]();
      await expect.element(region.getByText('Confirm operation in your wallet')).toBeVisible();
      await expect
        .element(region.getByText('Alpha is waiting for your confirmation.'))
        .toBeVisible();
      if (name.endsWith('canceled')) request.reject(new UserRejectsError('no'));
      else request.resolve({ boc: '', signature: '' });
      await expect.element(region.getByText(title)).toBeVisible();
      await expect.element(region.getByText(text)).toBeVisible();
    },
  );

  it('say that a wallet has disconnected', async () => {
    const { connector } = await connected();
    connector.answer(null);
    await expect.element(region.getByText('Wallet disconnected')).toBeVisible();
    await expect
      .element(region.getByText('Alpha is no longer connected to this app.'))
      .toBeVisible();
  });

  it('do not say that the wallet has a request before it does, and stay until then', async () => {
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

  it('open and close in 200 ms', async () => {
    const played: string[] = [];
    const note = ({ target }: AnimationEvent): void => {
      const toast = target instanceof Element && target.matches('[data-state]') ? target : null;
      if (toast) {
        const { animationDuration } = getComputedStyle(toast);
        const [animation] = toast.getAnimations();
        const frames = (animation?.effect as KeyframeEffect | undefined)?.getKeyframes();
        const away = frames?.find(({ opacity }) => opacity === '0');
        played.push(`${toast.getAttribute('data-state')} ${animationDuration}, ${away?.translate}`);
      }
    };
    document.addEventListener('animationstart', note);
    const { ask } = await connected();
    await ask();
    // In a dialog of a desktop they are at the bottom, so they come from below and leave downwards.
    const [enter, leave] = ['entering 0.2s, 0px 8px', 'closing 0.2s, 0px 8px'];
    await expect.poll(() => played).toEqual([enter]);
    await close.click();
    await expect.poll(() => played).toEqual([enter, leave]);
    await expect.poll(() => confirm.query()).toBeNull();
    document.removeEventListener('animationstart', note);
  });

  it('are shown for 4.5 seconds', async () => {
    // The pointer stays where the last test pressed, which is where notices appear.
    await userEvent.unhover(document.body);
    const { ask } = await connected();
    await ask();
    await expect.element(confirm).toBeVisible();
    const life = await until(() => timers().at(-1));
    expect(life.ms).toBe(4500);
    life.end();
    await expect.poll(() => confirm.query()).toBeNull();
  });

  it('stay while they are hovered, and for the rest of their time afterwards', async () => {
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

  it('close after the hovered one was closed by a press', async () => {
    await userEvent.unhover(document.body);
    const { ask } = await connected();
    await ask();
    await expect.element(confirm).toBeVisible();
    await still();
    await close.click();
    await expect.poll(() => confirm.query()).toBeNull();
    const before = timers().length;
    // The pointer stays where it pressed, which is where the next notice appears.
    await ask();
    await expect.element(confirm).toBeVisible();
    await still();
    const life = await until(() => timers().slice(before).at(-1));
    life.end();
    await expect.poll(() => confirm.query()).toBeNull();
  });

  it("do not repeat a dialog's text", async () => {
    const { ask } = await connected(['before']);
    const request = await ask();
    await expect.element(dialog).toBeVisible();
    expect(confirm.query()).toBeNull();
    request.resolve({ boc: '' });
    await expect.element(sent).toBeVisible();
  });

  it('can be closed, and return the focus', async () => {
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
});
