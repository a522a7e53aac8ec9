import { UserRejectsError as SdkUserRejects } from '@prichal/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openWalletLink } from '../../core/open-link.js';
import type { ActionConfiguration } from '../../core/options.js';
import { connected } from '../../testing/asking-app.js';
import { ADDRESS, walletOf } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';

vi.mock('../../core/open-link.js', () => ({ openWalletLink: vi.fn() }));

const OTHER = 'UQC99J8Rt40uaj9uzp27NM9HIAembkaGR5rzR6M4O_D-Eo1l';
const confirm = page.getByRole('dialog', { name: 'Confirm transaction' });
const open = page.getByRole('button', { name: 'Open Alpha' });
const gone = () => expect.poll(() => document.querySelector('dialog[open]')).toBeNull();

beforeEach(async () => {
  localStorage.clear();
  vi.mocked(openWalletLink).mockReset().mockReturnValue(true);
  await page.viewport(1280, 800);
});
afterEach(() => vi.restoreAllMocks());

describe('the modal of a request', () => {
  it("shows the wallet and takes the focus, without the widget's button or sheet", async () => {
    const { ask } = await connected();
    await ask();
    await expect.element(confirm).toBeVisible();
    await expect.element(confirm.getByText('Alpha', { exact: true }).first()).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Confirm transaction' })).toHaveFocus();
  });

  it.each([
    ['its cross', () => confirm.getByRole('button', { name: 'Close' }).click()],
    ['Cancel', () => confirm.getByRole('button', { name: 'Cancel' }).click()],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('cancels the request and shows that, when closed by %s', async (_, close) => {
    const { ask } = await connected();
    const { outcome, request } = await ask();
    await expect.element(confirm).toBeVisible();
    await close();
    expect(await outcome).toBe('Transaction was not sent');
    expect(request.options.signal?.aborted).toBe(true);
    await gone();
    await expect.element(page.getByText('We stopped waiting')).toBeVisible();
  });

  it('is not closed by a press outside while it waits', async () => {
    const { ask } = await connected();
    const { request } = await ask();
    await expect.element(confirm).toBeVisible();
    await userEvent.click(document.querySelector('[data-outside]') ?? document.body, {
      position: { x: 5, y: 5 },
      force: true,
    });
    expect(request.options.signal?.aborted).toBe(false);
    await expect.element(confirm).toBeVisible();
  });

  it('cancels the request on Android’s Back', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Linux; Android 14 Chrome/126 Mobile');
    const { ask } = await connected();
    const { outcome } = await ask();
    await expect.element(confirm).toBeVisible();
    await until(() => history.state?.prichalBack);
    await until(() => !document.querySelector('[data-press-guard]'));
    history.back();
    expect(await outcome).toBe('Transaction was not sent');
    await gone();
  });

  it('cancels a request for a signature, too', async () => {
    const { ask } = await connected();
    const { outcome } = await ask('data');
    await expect.element(page.getByRole('dialog', { name: 'Sign data' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await outcome).toBe('Data was not signed');
  });

  it('is closed by the wallet’s answer', async () => {
    const { ask } = await connected();
    const { outcome, request } = await ask();
    await expect.element(confirm).toBeVisible();
    request.resolve({ boc: 'te6cc' });
    expect(await outcome).toBe('done');
    await gone();
    await expect.element(page.getByText('Transaction sent')).toBeVisible();
  });

  it('does not break the app if it fails, and can cancel the request', async () => {
    const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue();
    vi.spyOn(console, 'error').mockReturnValue();
    const { ask } = await connected({ name: {} });
    const { outcome } = await ask();
    await expect.element(page.getByRole('dialog', { name: 'Something went wrong' })).toBeVisible();
    expect(reported).toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(await outcome).toBe('Transaction was not sent');
    await gone();
    await expect.element(page.getByText('The app')).toBeVisible();
  });

  it('is not shown if the app turns it off', async () => {
    const { ask } = await connected({ config: { modals: [], notifications: ['before'] } });
    const { request } = await ask();
    request.options.onRequestSent?.();
    await expect.element(page.getByText('Confirm operation in your wallet')).toBeVisible();
    expect(document.querySelector('dialog[open]')).toBeNull();
  });
});

describe("the modal's text for a request", () => {
  const asked = (more: object = {}) => ({
    validUntil: Math.floor(Date.now() / 1000) + 125,
    messages: [{ address: OTHER, amount: '1500000000' }],
    ...more,
  });
  const none: ActionConfiguration = { notifications: [] };

  it('says that it is being sent, until it is', async () => {
    const { ask } = await connected({ config: none });
    const { request } = await ask();
    await expect.element(confirm.getByText('Sending the request…')).toBeVisible();
    expect(confirm.getByText(/waiting there|confirm it/).query()).toBeNull();
    request.options.onRequestSent?.();
    await expect.element(confirm.getByText(/waiting there/)).toBeVisible();
  });

  it('shows the content and the remaining time, which is not announced each second', async () => {
    const { ui } = await connected({ config: none });
    void ui.sendTransaction(asked() as never).catch(() => undefined);
    const amount = confirm.getByText('1.5 TON', { exact: true });
    await expect.element(amount).toBeVisible();
    expect(getComputedStyle(amount.element()).fontSize).toBe('30px');
    await expect.element(confirm.getByText('to UQC9…Eo1l', { exact: true })).toBeVisible();
    const timer = page.getByRole('timer');
    await expect.element(timer).toBeVisible();
    expect(timer.element().textContent).toMatch(/^Time left: 2:0\d$/);
    expect(timer.element().closest('[aria-live]')).toBeNull();
    expect(
      document.querySelector('dialog path[pathLength]')?.getAttribute('stroke-dasharray'),
    ).toMatch(/^(1|0\.9\d*) 2$/);
  });

  it.each([ADDRESS, 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'])(
    'says that the recipient %s is the own address',
    async (address) => {
      const { ui } = await connected({ config: none });
      const transaction = asked({ messages: [{ address, amount: '1' }] });
      void ui.sendTransaction(transaction as never).catch(() => undefined);
      await expect.element(confirm.getByText('to your own address')).toBeVisible();
    },
  );

  it.each([
    ['Text to sign', { type: 'text', text: 'a' }],
    ['Binary data to sign', { type: 'binary', bytes: 'YQ==' }],
    ['Contract data (a cell) to sign', { type: 'cell', schema: 'a#_ = A;', cell: 'te6cc' }],
  ])('names the kind of data to sign: %s', async (text, data) => {
    const { ui } = await connected({ config: none });
    void ui.signData(data as never).catch(() => undefined);
    await expect.element(page.getByText(text)).toBeVisible();
  });

  it.each([
    ['no messages', { messages: null }],
    ['empty messages', { messages: [null] }],
    ['invalid messages', { messages: [{ address: {}, amount: 'x' }] }],
    ['an invalid time', { validUntil: 'soon' }],
  ])('omits unreadable parts of a request with %s', async (_, more) => {
    // The makers of the SDK's events read the same fields, and their errors are reported.
    const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue();
    const told = vi.fn();
    window.addEventListener('ton-connect-ui-transaction-signing-failed', told, { once: true });
    const { ui } = await connected({ config: none });
    void ui.sendTransaction(asked(more) as never).catch(() => undefined);
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await gone();
    // Waits for the last event, or its error, which would otherwise be reported to the next test.
    const events = () => told.mock.calls.length > 0 || reported.mock.calls.length === 2;
    await expect.poll(events).toBe(true);
    window.removeEventListener('ton-connect-ui-transaction-signing-failed', told);
  });

  it('names the network if it is not the main one', async () => {
    const wallet = walletOf('alpha');
    const testnet = { ...wallet, account: { ...wallet.account, chain: '-3' } };
    const { ask, connector } = await connected({ config: none });
    connector.answer(testnet);
    await ask();
    await expect.element(confirm.getByText('Testnet')).toBeVisible();
  });
});

describe('the modal of a result', () => {
  const config: ActionConfiguration = { modals: 'all', notifications: [] };
  const done = { boc: 'te6cc' };

  it.each([
    ['Transaction sent', 'transaction', true],
    ['Transaction cancelled', 'transaction', false],
    ['Data signed', 'data', true],
    ['Signing cancelled', 'data', false],
  ] as const)(
    '%s is news where the request stood, and can be closed',
    async (title, what, well) => {
      const { ask } = await connected({ config });
      const { request } = await ask(what);
      await expect.element(page.getByRole('dialog')).toBeVisible();
      const dialog = document.querySelector('dialog');
      if (well) request.resolve(done);
      else request.reject(new SdkUserRejects('no'));
      await expect.element(page.getByRole('heading', { name: title })).toHaveFocus();
      expect(document.querySelector('dialog')).toBe(dialog);
      // The close button has a different name, because two buttons with one name sound like one.
      await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible();
      await page.getByRole('button', { name: 'Got it' }).click();
      await gone();
    },
  );

  it('fades in where it replaces the request, which enters with the dialog', async () => {
    const faded: Element[] = [];
    const note = ({ target, animationName }: AnimationEvent): void => {
      if (/screen-in/.test(animationName)) faded.push(target as Element);
    };
    document.addEventListener('animationstart', note);
    const { ask } = await connected({ config });
    const { request } = await ask();
    await expect.element(confirm).toBeVisible();
    await until(() => !document.querySelector('[data-press-guard]'));
    expect(faded).toEqual([]);
    request.resolve(done);
    await expect.poll(() => faded.length).toBe(1);
    document.removeEventListener('animationstart', note);
  });

  it('fades in again where the first kind of screen returns', async () => {
    const { ask } = await connected({ config });
    const { request } = await ask();
    await expect.element(confirm).toBeVisible();
    const travels = () => document.querySelectorAll('dialog [data-travel]').length;
    expect(travels()).toBe(0);
    request.resolve(done);
    await expect.element(page.getByRole('dialog', { name: 'Transaction sent' })).toBeVisible();
    expect(travels()).toBe(1);
    await ask();
    await expect.element(confirm).toBeVisible();
    expect(travels()).toBe(1);
  });

  it('says that the user cancelled', async () => {
    const { ask } = await connected({ config });
    const { outcome } = await ask();
    await expect.element(confirm).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await outcome).toBe('Transaction was not sent');
    await expect.element(page.getByRole('dialog', { name: 'We stopped waiting' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await gone();
  });

  it('links to the wallet for a transaction only', async () => {
    const { ask } = await connected({ config, method: 'universal-link' });
    (await ask()).request.resolve(done);
    await expect.element(page.getByRole('dialog', { name: 'Transaction sent' })).toBeVisible();
    const explorer = page.getByRole('link', { name: 'View in explorer' });
    await expect.element(explorer).toHaveAttribute('href', `https://tonviewer.com/${ADDRESS}`);
    await open.click();
    expect(openWalletLink).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Escape}');
    await gone();
    (await ask('data')).request.resolve(done);
    await expect.element(page.getByRole('dialog', { name: 'Data signed' })).toBeVisible();
    expect(open.query()).toBeNull();
  });
});
