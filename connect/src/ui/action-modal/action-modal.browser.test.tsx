import { UserRejectsError as SdkUserRejects } from '@tonconnect/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openWalletLink } from '../../links/open-link.js';
import { useTonConnectUI } from '../../react/hooks.js';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector, walletOf } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';
import type { TonConnectUI } from '../../ton-connect-ui/ton-connect-ui.js';
import type { OpenMethod } from '../../types/connection.js';
import type { ActionConfiguration, SendTransactionOptions } from '../../types/options.js';

vi.mock('../../links/open-link.js', () => ({ openWalletLink: vi.fn() }));

const TX = { validUntil: 1, messages: [] };
const confirm = page.getByRole('dialog', { name: 'Confirm transaction' });
const open = page.getByRole('button', { name: 'Open Alpha' });
const gone = () => expect.poll(() => document.querySelector('dialog[open]')).toBeNull();

type Widget = {
  method?: OpenMethod;
  config?: ActionConfiguration;
  provider?: 'injected' | 'http';
  deepLink?: string;
  name?: unknown;
};

/** An app without any button of the widget, with a wallet that was connected as `method` says. */
async function connected({ method, config = {}, provider = 'http', ...more }: Widget = {}) {
  const info = { ...remoteWallet('Alpha'), openMethod: method, ...more };
  localStorage.setItem('ton-connect-ui_wallet-info', JSON.stringify(info));
  let ui: TonConnectUI | undefined;
  const App = () => {
    [ui] = useTonConnectUI();
    return <main>The app</main>;
  };
  const wallet = { ...walletOf('alpha'), provider };
  const connector = scriptedConnector([remoteWallet('Alpha')], wallet);
  const widget = await renderWidget({
    connector,
    actionsConfiguration: config,
    children: <App />,
  });
  const running = await until(() => ui?.connected && ui);
  /** Starts a request; what becomes of it is in `outcome`. */
  const ask = async (
    what: 'transaction' | 'data' = 'transaction',
    more: SendTransactionOptions = {},
  ) => {
    const nth = connector.requests.length;
    const result =
      what === 'data'
        ? running.signData({ type: 'text', text: 'a' }, more)
        : running.sendTransaction(TX, more);
    const outcome = result.then(
      () => 'done',
      ({ message }: Error) => message.split('\n').at(-1),
    );
    const request = await until(() => connector.requests[nth]);
    return { outcome, request };
  };
  return { ...widget, ui: running, ask };
}

beforeEach(async () => {
  localStorage.clear();
  vi.mocked(openWalletLink).mockReset().mockReturnValue(true);
  await page.viewport(1280, 800);
});
afterEach(() => vi.restoreAllMocks());

describe('the modal of a request', () => {
  it('shows without a button or a sheet of ours, with the wallet on it, and takes the focus', async () => {
    const { ask } = await connected();
    await ask();
    await expect.element(confirm).toBeVisible();
    await expect.element(confirm.getByText('Alpha', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Confirm transaction' })).toHaveFocus();
  });

  it.each([
    ['its cross', () => confirm.getByRole('button', { name: 'Close' }).click()],
    ['Cancel', () => confirm.getByRole('button', { name: 'Cancel' }).click()],
    ['Escape', () => userEvent.keyboard('{Escape}')],
    [
      'a press outside',
      () =>
        userEvent.click(document.querySelector('[data-outside]') ?? document.body, {
          position: { x: 5, y: 5 },
          force: true,
        }),
    ],
  ])('closed by %s, gives the request up and says so', async (_, close) => {
    const { ask } = await connected();
    const { outcome, request } = await ask();
    await expect.element(confirm).toBeVisible();
    await close();
    expect(await outcome).toBe('Transaction was not sent');
    expect(request.options.signal?.aborted).toBe(true);
    await gone();
    await expect.element(page.getByText('Transaction cancelled')).toBeVisible();
  });

  it('closed by Android’s back, gives the request up', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Linux; Android 14 Chrome/126 Mobile');
    const { ask } = await connected();
    const { outcome } = await ask();
    await expect.element(confirm).toBeVisible();
    await until(() => history.state?.prichalBack);
    history.back();
    expect(await outcome).toBe('Transaction was not sent');
    await gone();
  });

  it('gives a signature up as well', async () => {
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

  it('breaks alone: the app stays, and the request can be given up', async () => {
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

  it('does not show when the app asks for none', async () => {
    const { ask } = await connected({ config: { modals: [], notifications: ['before'] } });
    await ask();
    await expect.element(page.getByText('Confirm operation in your wallet')).toBeVisible();
    expect(document.querySelector('dialog[open]')).toBeNull();
  });
});

describe('the way to the wallet', () => {
  it('waits until the wallet has the request, and opens it inside the press', async () => {
    const config = { skipRedirectToWallet: 'always', returnStrategy: 'none' } as const;
    const { ask, connector } = await connected({ method: 'universal-link', config });
    vi.spyOn(connector, 'getSessionId').mockResolvedValue('session');
    const { request } = await ask('transaction', {
      traceId: 'trace',
      returnStrategy: 'app://done',
    });
    await expect.element(open).toHaveAttribute('aria-busy', 'true');
    await open.click({ force: true });
    expect(openWalletLink).not.toHaveBeenCalled();
    request.options.onRequestSent?.();
    await expect.element(open).not.toHaveAttribute('aria-busy', 'true');
    expect(openWalletLink).not.toHaveBeenCalled();
    open.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(openWalletLink).toHaveBeenCalledWith(
      'https://alpha.example/connect?id=session&trace_id=trace&ret=app%3A%2F%2Fdone',
    );
    await expect.element(page.getByRole('button', { name: 'Open Alpha again' })).toBeVisible();
  });

  it('is taken by itself once the request was sent; a button stays', async () => {
    const { ask } = await connected({ method: 'universal-link' });
    const { request } = await ask();
    request.options.onRequestSent?.();
    expect(openWalletLink).toHaveBeenCalledTimes(1);
    await expect.element(page.getByRole('button', { name: 'Open Alpha again' })).toBeVisible();
  });

  it('taken by its own scheme in vain, is taken by the link when it is pressed', async () => {
    const { ask } = await connected({ method: 'custom-deeplink', deepLink: 'alpha-tc://' });
    const { request } = await ask();
    request.options.onRequestSent?.();
    expect(openWalletLink).toHaveBeenLastCalledWith('alpha-tc://?ret=none');
    await page.getByRole('button', { name: 'Open Alpha again' }).click();
    expect(openWalletLink).toHaveBeenLastCalledWith('https://alpha.example/connect?ret=none');
  });

  it('is left to the visitor where the browser blocks it', async () => {
    vi.mocked(openWalletLink).mockReturnValue(false);
    const { ask } = await connected({ method: 'universal-link' });
    const { request } = await ask();
    request.options.onRequestSent?.();
    expect(openWalletLink).toHaveBeenCalledTimes(1);
    await expect.element(open).toBeEnabled();
    await open.click();
    expect(openWalletLink).toHaveBeenCalledTimes(2);
    await expect.element(open).toBeVisible();
  });

  it('is not taken by itself on iOS, where it needs a press', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone Version/17 Safari/605');
    const { ask } = await connected({ method: 'universal-link' });
    const { request } = await ask();
    request.options.onRequestSent?.();
    await expect.element(open).toBeEnabled();
    expect(openWalletLink).not.toHaveBeenCalled();
  });

  it.each([
    ['qrcode', 'http', /on your other device/],
    ['extension', 'injected', /window in this browser/],
  ] as const)('says where to look for a wallet connected by %s', async (method, provider, text) => {
    const { ask } = await connected({ method, provider });
    const { request } = await ask();
    request.options.onRequestSent?.();
    await expect.element(confirm.getByText(text)).toBeVisible();
    expect(open.query()).toBeNull();
    expect(openWalletLink).not.toHaveBeenCalled();
  });

  it('given to the app, tries the wallet’s own scheme first and its link from then on', async () => {
    let redirect = (): void => undefined;
    const { ask } = await connected({
      method: 'custom-deeplink',
      deepLink: 'alpha-tc://',
      config: { skipRedirectToWallet: 'always' },
    });
    const { request } = await ask('transaction', {
      onRequestSent: (redirectToWallet) => {
        redirect = redirectToWallet;
      },
    });
    request.options.onRequestSent?.();
    redirect();
    redirect();
    redirect();
    const links = vi.mocked(openWalletLink).mock.calls.map(([link]) => link.split('?')[0]);
    expect(links).toEqual([
      'alpha-tc://',
      'https://alpha.example/connect',
      'https://alpha.example/connect',
    ]);
    request.resolve({});
  });

  it('leads nowhere any more when the request was given up', async () => {
    let redirect = (): void => undefined;
    const config = { skipRedirectToWallet: 'always' } as const;
    const { ask } = await connected({ method: 'universal-link', config });
    const { request, outcome } = await ask('transaction', {
      onRequestSent: (redirectToWallet) => {
        redirect = redirectToWallet;
      },
    });
    request.options.onRequestSent?.();
    await expect.element(confirm).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await outcome;
    redirect();
    expect(openWalletLink).not.toHaveBeenCalled();
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
      // The cross has a name of its own: two ways out that are called the same sound like one.
      await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible();
      await page.getByRole('button', { name: 'Got it' }).click();
      await gone();
    },
  );

  it('says that the visitor gave up', async () => {
    const { ask } = await connected({ config });
    const { outcome } = await ask();
    await expect.element(confirm).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await outcome).toBe('Transaction was not sent');
    await expect.element(page.getByRole('dialog', { name: 'Transaction cancelled' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await gone();
  });

  it('of a transaction leads to the wallet, of anything else does not', async () => {
    const { ask } = await connected({ config, method: 'universal-link' });
    (await ask()).request.resolve(done);
    await expect.element(page.getByRole('dialog', { name: 'Transaction sent' })).toBeVisible();
    await open.click();
    expect(openWalletLink).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Escape}');
    await gone();
    (await ask('data')).request.resolve(done);
    await expect.element(page.getByRole('dialog', { name: 'Data signed' })).toBeVisible();
    expect(open.query()).toBeNull();
  });
});
