import { UserRejectsError as SdkUserRejects } from '@tonconnect/sdk';
import { describe, expect, it, vi } from 'vitest';
import { createCore } from '../controller/core.js';
import { TonConnectUIError, UserRejectsError } from '../controller/errors.js';
import type { ActionConfiguration } from '../controller/public-types.js';
import { remoteWallet, scriptedConnector, walletOf } from '../testing/scripted-connector.js';
import { resolveConfiguration } from './configuration.js';
import { sendTransaction } from './send-transaction.js';
import { signData } from './sign-data.js';

const TX = { validUntil: 1, messages: [] };

async function connected(actionsConfiguration: ActionConfiguration = {}) {
  const connector = scriptedConnector([remoteWallet('Alpha')], walletOf('alpha'));
  const core = createCore({ connector, actionsConfiguration });
  await core.connection.load();
  const waiting = () => vi.waitUntil(() => connector.requests.at(-1));
  return { connector, core, waiting, action: () => core.store.get().action };
}

describe('a request to the wallet', () => {
  it('is confirmed, sent, and done', async () => {
    const { core, waiting, action } = await connected();
    const onRequestSent = vi.fn();
    const result = sendTransaction(core, TX, { onRequestSent });
    const { options, resolve } = await waiting();
    expect(action()).toMatchObject({
      name: 'confirm-transaction',
      sent: false,
      openModal: true,
      showNotification: true,
    });
    options.onRequestSent?.();
    expect(action()).toMatchObject({ name: 'confirm-transaction', sent: true });
    expect(onRequestSent).toHaveBeenCalledWith(expect.any(Function));
    resolve({ boc: 'te6cc' });
    expect(await result).toEqual({ boc: 'te6cc' });
    expect(action()).toMatchObject({
      name: 'transaction-sent',
      openModal: false,
      showNotification: true,
    });
  });

  it.each([
    ['transaction', sendTransaction, 'Transaction was not sent'],
    ['signature', signData, 'Data was not signed'],
  ] as const)('of a %s rejects when the visitor closes its modal', async (_, send, text) => {
    const { core, waiting, action } = await connected();
    const result = send(core, { ...TX, type: 'text', text: 'a' } as never);
    const { options } = await waiting();
    action()?.cancel();
    await expect(result).rejects.toThrow(new TonConnectUIError(text));
    expect(options.signal?.aborted).toBe(true);
    expect(action()).toBeNull();
  });

  it('rejects when the caller’s signal aborts, even before it began', async () => {
    const { core } = await connected();
    const signal = AbortSignal.abort();
    await expect(sendTransaction(core, TX, { signal })).rejects.toThrow('Transaction was not sent');
  });

  it('tells a refusal in our own class', async () => {
    const { core, waiting, action } = await connected();
    const result = sendTransaction(core, TX);
    (await waiting()).reject(new SdkUserRejects('Reject request'));
    await expect(result).rejects.toThrow(UserRejectsError);
    expect(action()).toMatchObject({ name: 'transaction-canceled', showNotification: true });
  });

  it('calls anything else unhandled, and says what it was', async () => {
    const { core, waiting } = await connected();
    const result = sendTransaction(core, TX);
    (await waiting()).reject(new RangeError('out of range'));
    await expect(result).rejects.toThrow(/^Unhandled error:RangeError: out of range$/);
  });
});

describe('resolveConfiguration', () => {
  it('asks the call, then the widget, then the defaults', () => {
    const widget = {
      modals: 'all',
      returnStrategy: 'none',
      skipRedirectToWallet: 'always',
    } as const;
    expect(resolveConfiguration({ modals: ['error'] }, widget, false)).toEqual({
      modals: ['error'],
      notifications: ['before', 'success', 'error'],
      returnStrategy: 'none',
      twaReturnUrl: undefined,
      skipRedirectToWallet: 'always',
    });
    expect(resolveConfiguration(undefined, {}, false)).toMatchObject({
      modals: ['before'],
      returnStrategy: 'back',
      skipRedirectToWallet: 'ios',
    });
  });

  it('never skips the redirect inside Telegram', () => {
    expect(
      resolveConfiguration({ skipRedirectToWallet: 'always' }, {}, true).skipRedirectToWallet,
    ).toBe('never');
  });
});
