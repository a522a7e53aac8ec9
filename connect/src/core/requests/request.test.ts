import {
  WalletNotSupportFeatureError as SdkUnsupported,
  UserRejectsError as SdkUserRejects,
} from '@prichal/sdk';
import { describe, expect, it, vi } from 'vitest';
import { lazyChunk } from '../../react/load-lazy-chunk.js';
import { remoteWallet, scriptedConnector, walletOf } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';
import { disconnect } from '../connection/disconnect.js';
import { createInternals } from '../create-internals.js';
import { TonConnectUIError } from '../errors/base-errors.js';
import { RequestCancelledError } from '../errors/request-cancelled-error.js';
import { UserRejectsError, WalletNotSupportFeatureError } from '../errors/wallet-errors.js';
import type { ActionConfiguration } from '../options.js';
import * as requests from './requests.js';
import { sendTransaction, signData } from './wallet-requests.js';

const TX = { validUntil: 1, messages: [] };
const TEXT = { type: 'text', text: 'a' } as const;

async function connected(actionsConfiguration: ActionConfiguration = {}) {
  const connector = scriptedConnector([remoteWallet('Alpha')], walletOf('alpha'));
  const internals = createInternals({ connector, actionsConfiguration }, lazyChunk);
  const load = vi.spyOn(internals.widget, 'load').mockResolvedValue({ dispose: () => undefined });
  await internals.connection.load();
  const action = () => internals.store.get().requests.at(-1) ?? null;
  /** Waits until request number `nth` is sent and shown. */
  const waiting = async (nth = 1) => {
    const request = await until(() => connector.requests[nth - 1]);
    await until(action);
    return request;
  };
  return { connector, internals, waiting, action, load };
}

const both = [
  ['transaction', sendTransaction, TX, 'transaction-canceled', 'Transaction was not sent'],
  ['signature', signData, TEXT, 'sign-data-canceled', 'Data was not signed'],
] as const;
/** The peer's class, text and code, which apps compare. */
function cancelledAs(text: string): object {
  const { name, message, code } = new TonConnectUIError(text, { code: 'CANCELLED' });
  return { name, message, code };
}
type Send = (...args: [internals: unknown, what: unknown, options?: object]) => Promise<unknown>;

describe('a request to the wallet', () => {
  it('is confirmed, sent, and done', async () => {
    const { internals, waiting, action } = await connected();
    const onRequestSent = vi.fn();
    const result = sendTransaction(internals, TX, { onRequestSent, traceId: 't1' });
    const { options, resolve } = await waiting();
    expect(options).toMatchObject({ traceId: 't1' });
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

  it('is shown without a button or a sheet, and does not wait for its screen', async () => {
    const { internals, waiting, load } = await connected();
    load.mockRejectedValue(new TypeError('the chunk did not load'));
    const result = sendTransaction(internals, TX);
    const { resolve } = await waiting();
    expect(load).toHaveBeenCalled();
    resolve({ boc: 'te6cc' });
    expect(await result).toEqual({ boc: 'te6cc' });
  });

  it('loads no screen if the app shows everything itself', async () => {
    const { internals, waiting, load } = await connected({ modals: [], notifications: [] });
    const result = sendTransaction(internals, TX);
    (await waiting()).resolve({ boc: 'te6cc' });
    await result;
    expect(load).not.toHaveBeenCalled();
  });

  it.each(both)('of a %s rejects as cancelled when its modal is closed', async (...row) => {
    const [, send, what, name, text] = row;
    const { internals, waiting, action } = await connected({ modals: ['before', 'error'] });
    const result = (send as Send)(internals, what);
    const { options } = await waiting();
    action()?.close();
    await expect(result).rejects.toMatchObject({
      ...cancelledAs(text),
      reason: 'closed',
      delivered: null,
    });
    expect(options.signal?.aborted).toBe(true);
    expect(action()).toMatchObject({ name, openModal: true, showNotification: true });
    action()?.close();
    expect(action()).toBeNull();
  });

  it.each(both)('of a %s rejects when the wallet disconnects meanwhile', async (...row) => {
    const [, send, what, , text] = row;
    const { internals, connector, waiting, action } = await connected();
    const result = (send as Send)(internals, what);
    await waiting();
    connector.answer(null);
    await expect(result).rejects.toMatchObject({ ...cancelledAs(text), reason: 'disconnected' });
    // The code that reports it may have to load.
    await expect
      .poll(() => action())
      .toMatchObject({ name: 'wallet-disconnected', openModal: false });
  });

  it('rejects when the app disconnects meanwhile', async () => {
    const { internals, waiting, action } = await connected();
    const result = sendTransaction(internals, TX);
    await waiting();
    await Promise.all([
      disconnect(internals),
      expect(result).rejects.toThrow('Transaction was not sent'),
    ]);
    expect(action()).toBeNull();
  });

  it('rejects when the caller’s signal aborts', async () => {
    const { internals, waiting, action } = await connected();
    const abort = new AbortController();
    const result = sendTransaction(internals, TX, { signal: abort.signal });
    await waiting();
    abort.abort();
    await expect(result).rejects.toThrow('Transaction was not sent');
    expect(action()).toMatchObject({ name: 'transaction-canceled', openModal: false });
  });

  it('rejects at once if the signal has aborted already', async () => {
    const { internals, connector, action } = await connected();
    const signal = AbortSignal.abort();
    await expect(sendTransaction(internals, TX, { signal })).rejects.toThrow(
      'Transaction was not sent',
    );
    expect(connector.requests).toHaveLength(0);
    expect(action()).toBeNull();
  });

  it('rejects with a clear message if no wallet is connected', async () => {
    const internals = createInternals({ connector: scriptedConnector() }, lazyChunk);
    await expect(sendTransaction(internals, TX)).rejects.toThrow(
      new TonConnectUIError('Connect wallet to send a transaction.', { code: 'NOT_CONNECTED' }),
    );
    await expect(signData(internals, TEXT)).rejects.toThrow(
      new TonConnectUIError('Connect wallet to sign data.', { code: 'NOT_CONNECTED' }),
    );
  });

  it('reports a rejection as an error of this package', async () => {
    const { internals, waiting, action } = await connected();
    const result = sendTransaction(internals, TX);
    (await waiting()).reject(new SdkUserRejects('Reject request'));
    await expect(result).rejects.toThrow(UserRejectsError);
    expect(action()).toMatchObject({ name: 'transaction-canceled', showNotification: true });
  });

  it('reports any other error as unhandled, with its cause', async () => {
    const { internals, waiting } = await connected();
    const result = sendTransaction(internals, TX);
    (await waiting()).reject(new RangeError('out of range'));
    await expect(result).rejects.toThrow(/\nUnhandled error:RangeError: out of range$/);
  });

  it('continues after an error in the app’s onRequestSent', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const { internals, waiting } = await connected();
    const fault = new Error('the host’s');
    const onRequestSent = () => {
      throw fault;
    };
    const result = sendTransaction(internals, TX, { onRequestSent });
    const { options, resolve } = await waiting();
    options.onRequestSent?.();
    resolve({ boc: 'te6cc' });
    expect(await result).toEqual({ boc: 'te6cc' });
    expect(reported).toHaveBeenCalledWith(fault);
    vi.unstubAllGlobals();
  });
});

describe('a cancelled request', () => {
  const closed = async (sent: boolean) => {
    const world = await connected({ modals: ['before'] });
    const result = sendTransaction(world.internals, TX).catch((error: unknown) => error);
    const request = await world.waiting();
    if (sent) request.options.onRequestSent?.();
    world.action()?.close();
    const error = (await result) as RequestCancelledError;
    expect(error).toBeInstanceOf(RequestCancelledError);
    return { ...world, error, request };
  };

  it('reports whether the wallet may have it, and its outcome', async () => {
    const { error, request, action } = await closed(true);
    expect(error).toMatchObject({ reason: 'closed', delivered: true });
    expect(action()).toMatchObject({ name: 'transaction-canceled', progress: 'left' });
    request.resolve({ boc: 'te6cc' });
    expect(await error.outcome).toEqual({ status: 'signed', result: { boc: 'te6cc' } });
    await until(() => action()?.progress === 'late');
    expect(action()).toMatchObject({ name: 'transaction-sent', showNotification: true });
  });

  it('reports a later rejection to the caller', async () => {
    const { error, request, action } = await closed(true);
    request.reject(new SdkUserRejects('no'));
    expect(await error.outcome).toMatchObject({ status: 'refused' });
    expect(action()).toMatchObject({ progress: 'left' });
  });

  it('settles its outcome when the connection ends', async () => {
    const { error, connector } = await closed(true);
    connector.answer(null);
    expect(await error.outcome).toEqual({ status: 'unknown' });
  });

  it('has an unknown delivery until the connector reports it', async () => {
    const { error } = await closed(false);
    expect(error.delivered).toBeNull();
  });

  it('is not delivered if there was no connection', async () => {
    const { internals, action } = await connected();
    vi.spyOn(internals.connection, 'load').mockReturnValue(new Promise(() => undefined));
    const result = sendTransaction(internals, TX).catch((error: unknown) => error);
    await until(action);
    action()?.close();
    const error = (await result) as RequestCancelledError;
    expect(error.delivered).toBe(false);
    expect(await error.outcome).toEqual({ status: 'unsent' });
    expect(action()).toMatchObject({ progress: 'unsent' });
  });

  it('expires shortly after its deadline', async () => {
    vi.useFakeTimers();
    try {
      const { internals, action } = await connected();
      const validUntil = Math.floor(Date.now() / 1000) + 60;
      const result = sendTransaction(internals, { ...TX, validUntil }).catch((e: unknown) => e);
      await vi.advanceTimersByTimeAsync(62_000);
      expect(action()).toMatchObject({ name: 'confirm-transaction' });
      await vi.advanceTimersByTimeAsync(1000);
      expect(await result).toMatchObject({
        code: 'EXPIRED',
        reason: 'expired',
        cause: { name: 'TimeoutError' },
      });
      expect(action()).toMatchObject({ name: 'transaction-canceled', progress: 'expired' });
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([1, Number.NaN, 4e12, 'soon'])(
    'has no end of its own by validUntil %s',
    async (value) => {
      vi.useFakeTimers();
      try {
        const { internals, action } = await connected();
        void sendTransaction(internals, { ...TX, validUntil: value as number });
        await vi.advanceTimersByTimeAsync(600_000);
        expect(action()).toMatchObject({ name: 'confirm-transaction', time: null });
      } finally {
        vi.useRealTimers();
      }
    },
  );
});

describe('a request that is not accepted', () => {
  it('is reported after 8 s, until the bridge accepts it', async () => {
    vi.useFakeTimers();
    try {
      const { internals, connector, action } = await connected();
      void sendTransaction(internals, TX);
      await vi.advanceTimersByTimeAsync(7999);
      expect(action()).toMatchObject({ progress: 'sending', sent: false });
      await vi.advanceTimersByTimeAsync(1);
      expect(action()).toMatchObject({ progress: 'silent', sent: false });
      connector.requests[0]?.options.onRequestSent?.();
      expect(action()).toMatchObject({ progress: 'sent', sent: true });
    } finally {
      vi.useRealTimers();
    }
  });

  it('can be retried once by the user if its code is missing', async () => {
    const { internals, connector, waiting, action } = await connected();
    vi.spyOn(internals.widget, 'current', 'get').mockReturnValue({ dispose: () => undefined });
    const lost = new TonConnectUIError('lost', { code: 'NOT_LOADED' });
    let lose = (_: Error): void => undefined;
    vi.spyOn(internals.connection, 'load').mockReturnValueOnce(
      new Promise((_, reject) => {
        lose = reject;
      }),
    );
    const result = sendTransaction(internals, TX);
    await until(action);
    lose(lost);
    await until(() => action()?.progress === 'stuck');
    expect(connector.requests).toHaveLength(0);
    action()?.retry?.();
    action()?.retry?.();
    (await waiting()).resolve({ boc: 'te6cc' });
    expect(await result).toEqual({ boc: 'te6cc' });
    expect(connector.requests).toHaveLength(1);
  });
});

describe('a request that the wallet does not support', () => {
  it('opens a sheet with the reason, and shows nothing else', async () => {
    const { internals, connector, load } = await connected();
    const requiredFeature = { featureName: 'SignData', value: { types: ['cell'] } } as const;
    const error = new SdkUnsupported('no', { cause: { requiredFeature } as never });
    vi.spyOn(connector, 'signData').mockRejectedValue(error);
    const seen = vi.fn();
    internals.store.subscribe(() => seen(...internals.store.get().requests));
    await expect(requests.signData(internals, TEXT)).rejects.toThrow(WalletNotSupportFeatureError);
    expect(internals.store.get().modal).toEqual({
      status: 'opened',
      closeReason: null,
      type: 'wallet-not-support-feature',
      requiredFeature,
    });
    expect(load).toHaveBeenCalled();
    expect(seen.mock.calls.flat().filter(Boolean)).toEqual([]);
  });
});

describe('two requests at once', () => {
  it('show the first one again when the second ends', async () => {
    const { internals, waiting, action } = await connected();
    const first = sendTransaction(internals, TX);
    const { resolve: resolveFirst } = await waiting();
    const firstId = action()?.id;
    const second = signData(internals, TEXT);
    const { resolve } = await waiting(2);
    await until(() => action()?.name === 'confirm-sign-data');
    const seen: unknown[] = [];
    internals.store.subscribe(() => seen.push(action()?.name));
    resolve({});
    await second;
    expect(seen).toEqual(['confirm-transaction']);
    expect(internals.store.get().requests.map(({ name, notice }) => [name, notice])).toEqual([
      ['data-signed', 'open'],
      ['confirm-transaction', null],
    ]);
    expect(action()?.id).toBe(firstId);
    resolveFirst({ boc: 'te6cc' });
    await first;
    expect(action()?.name).toBe('transaction-sent');
  });

  it('keep the modal of one when the other has a result', async () => {
    const { internals, waiting, action } = await connected();
    const first = sendTransaction(internals, TX);
    const { options, resolve } = await waiting();
    void signData(internals, TEXT);
    await waiting(2);
    await until(() => action()?.name === 'confirm-sign-data');
    options.onRequestSent?.();
    expect(action()).toMatchObject({ name: 'confirm-sign-data', sent: false });
    resolve({ boc: 'te6cc' });
    await first;
    expect(action()).toMatchObject({ name: 'confirm-sign-data', openModal: true });
  });
});
