import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openWalletLink } from '../../core/open-link.js';
import { connected } from '../../testing/asking-app.js';

vi.mock('../../core/open-link.js', () => ({ openWalletLink: vi.fn() }));

const confirm = page.getByRole('dialog', { name: 'Confirm transaction' });
const open = page.getByRole('button', { name: 'Open Alpha' });

beforeEach(async () => {
  localStorage.clear();
  vi.mocked(openWalletLink).mockReset().mockReturnValue(true);
  await page.viewport(1280, 800);
});
afterEach(() => vi.restoreAllMocks());

describe('the link to the wallet', () => {
  it('waits until the wallet has the request, and opens inside the press', async () => {
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

  it('opens by itself when the request is sent; a button stays', async () => {
    const { ask } = await connected({ method: 'universal-link' });
    const { request } = await ask();
    request.options.onRequestSent?.();
    expect(openWalletLink).toHaveBeenCalledTimes(1);
    await expect.element(page.getByRole('button', { name: 'Open Alpha again' })).toBeVisible();
  });

  it('uses the universal link at a press if the scheme opened nothing', async () => {
    const { ask } = await connected({ method: 'custom-deeplink', deepLink: 'alpha-tc://' });
    const { request } = await ask();
    request.options.onRequestSent?.();
    expect(openWalletLink).toHaveBeenLastCalledWith('alpha-tc://?ret=none');
    await page.getByRole('button', { name: 'Open Alpha again' }).click();
    expect(openWalletLink).toHaveBeenLastCalledWith('https://alpha.example/connect?ret=none');
  });

  it('is the universal link in a frame if the wallet connected with it', async () => {
    const { ask } = await connected({ method: 'universal-link', deepLink: 'alpha-tc://' });
    const { request } = await ask();
    request.options.onRequestSent?.();
    expect(openWalletLink).toHaveBeenLastCalledWith('https://alpha.example/connect?ret=none');
  });

  it('is left to the user if the browser blocks it', async () => {
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

  it('does not open by itself on iOS, which requires a press', async () => {
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
  ] as const)(
    'tells the user where to find a wallet connected by %s',
    async (method, provider, text) => {
      const { ask } = await connected({ method, provider });
      const { request } = await ask();
      request.options.onRequestSent?.();
      await expect.element(confirm.getByText(text)).toBeVisible();
      expect(open.query()).toBeNull();
      expect(openWalletLink).not.toHaveBeenCalled();
    },
  );

  it('tries the wallet’s scheme first and then its link, if the app opens it', async () => {
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

  it('opens nothing after the request was cancelled', async () => {
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
