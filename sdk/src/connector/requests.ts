import {
  requestError,
  TonConnectError,
  WalletNotConnectedError,
  WalletWrongNetworkError,
} from '../errors/index.js';
import {
  createDataSentForSignatureEvent,
  createDataSignedEvent,
  createDataSigningFailedEvent,
  createTransactionSentForSignatureEvent,
  createTransactionSignedEvent,
  createTransactionSigningFailedEvent,
} from '../events/create-events.js';
import type { TonConnectTracker } from '../events/tracker.js';
import type {
  Account,
  ChainId,
  SendTransactionRequest,
  SendTransactionResponse,
  SignDataPayload,
  SignDataResponse,
  Traceable,
  Wallet,
} from '../types/index.js';
import {
  validateSendTransactionRequest,
  validateSignDataPayload,
} from '../validation/arguments.js';
import { isQaModeEnabled } from '../validation/qa-mode.js';
import {
  checkSendTransactionSupport,
  checkSignDataSupport,
  checkSignMessageSupport,
} from '../wallets/features.js';
import type { Connection } from './connection.js';
import type { Provider, RequestOptions } from './provider.js';

/** A transaction that the wallet has signed for the app to send. */
export type SignMessageResponse = {
  /** Internal message to the wallet contract, a BOC in base64. */
  internalBoc: string;
};

/** Sends requests to the connected wallet. */
export class WalletRequests {
  private readonly connection: Connection;
  private readonly tracker: TonConnectTracker;

  constructor(connection: Connection, tracker: TonConnectTracker) {
    this.connection = connection;
    this.tracker = tracker;
  }

  async sendTransaction(
    transaction: SendTransactionRequest,
    options: RequestOptions,
  ): Promise<Traceable<SendTransactionResponse>> {
    validateSendTransactionRequest(transaction);
    if (options.signal?.aborted) throw new TonConnectError('Transaction sending was aborted');
    const { wallet, provider } = this.connected();
    const { messages } = transaction;
    checkSendTransactionSupport(wallet.device.features, {
      requiredMessagesNumber: messages.length,
      requireExtraCurrencies: messages.some(
        ({ extraCurrency }) => Object.keys(extraCurrency ?? {}).length > 0,
      ),
    });
    const { session } = this.connection;
    const { traceId } = options;
    this.tracker.track(
      createTransactionSentForSignatureEvent,
      wallet,
      transaction,
      session,
      traceId,
    );
    checkNetwork(transaction.network, wallet.account);
    const params: [string] = [transactionParameter(transaction, wallet.account)];
    const response = await provider.sendRequest<'sendTransaction'>(
      { method: 'sendTransaction', params },
      options,
    );
    if ('error' in response) {
      const { message, code } = response.error;
      this.tracker.track(
        createTransactionSigningFailedEvent,
        wallet,
        transaction,
        message,
        code,
        session,
        traceId,
      );
      throw requestError(response.error);
    }
    const result = { boc: response.result };
    this.tracker.track(createTransactionSignedEvent, wallet, transaction, result, session, traceId);
    return { ...result, traceId: response.traceId };
  }

  async signData(
    data: SignDataPayload,
    options: RequestOptions,
  ): Promise<Traceable<SignDataResponse>> {
    if (options.signal?.aborted) throw new TonConnectError('data sending was aborted');
    validateSignDataPayload(data);
    const { wallet, provider } = this.connected();
    checkSignDataSupport(wallet.device.features, { requiredTypes: [data.type] });
    const { session } = this.connection;
    const { traceId } = options;
    this.tracker.track(createDataSentForSignatureEvent, wallet, data, session, traceId);
    checkNetwork(data.network, wallet.account);
    const params: [string] = [dataParameter(data, wallet.account)];
    const response = await provider.sendRequest<'signData'>(
      { method: 'signData', params },
      options,
    );
    if ('error' in response) {
      const { message, code } = response.error;
      this.tracker.track(
        createDataSigningFailedEvent,
        wallet,
        data,
        message,
        code,
        session,
        traceId,
      );
      throw requestError(response.error);
    }
    this.tracker.track(createDataSignedEvent, wallet, data, response.result, session, traceId);
    return { ...response.result, traceId };
  }

  async signMessage(
    message: SendTransactionRequest,
    options: RequestOptions,
  ): Promise<Traceable<SignMessageResponse>> {
    validateSendTransactionRequest(message);
    if (options.signal?.aborted) throw new TonConnectError('Message signing was aborted');
    const { wallet, provider } = this.connected();
    checkSignMessageSupport(wallet.device.features, message.messages.length);
    checkNetwork(message.network, wallet.account);
    const params: [string] = [transactionParameter(message, wallet.account)];
    const response = await provider.sendRequest<'signMessage'>(
      { method: 'signMessage', params },
      options,
    );
    if ('error' in response) throw requestError(response.error);
    return { ...response.result, traceId: response.traceId };
  }

  private connected(): { wallet: Wallet; provider: Provider } {
    const { wallet, provider } = this.connection;
    if (!wallet || !provider) throw new WalletNotConnectedError();
    return { wallet, provider };
  }
}

/** JSON parameter of `sendTransaction` and `signMessage`. */
export function transactionParameter(
  { validUntil, messages, ...rest }: SendTransactionRequest,
  account: Account,
): string {
  return JSON.stringify({
    ...rest,
    ...senderOf(rest, account),
    valid_until: validUntil,
    messages: messages.map(({ extraCurrency, payload, stateInit, ...message }) => ({
      ...message,
      payload: standardBase64(payload),
      stateInit: standardBase64(stateInit),
      extra_currency: extraCurrency,
    })),
  });
}

/** JSON parameter of `signData`. */
export function dataParameter(data: SignDataPayload, account: Account): string {
  const cell = data.type === 'cell' ? { cell: standardBase64(data.cell) } : {};
  return JSON.stringify({ ...data, ...cell, ...senderOf(data, account) });
}

/** Throws `WalletWrongNetworkError` if the request is for another network. In QA mode it is logged. */
export function checkNetwork(network: ChainId | undefined, { chain }: Account): void {
  if (!network || !chain || network === chain) return;
  const message = 'Wallet connected to a wrong network';
  const cause = { expectedChainId: chain, actualChainId: network };
  if (!isQaModeEnabled()) throw new WalletWrongNetworkError(message, { cause });
  // biome-ignore lint/suspicious/noConsole: what QA mode is for.
  console.error(message, cause);
}

const senderOf = (
  { from, network }: { from?: string; network?: ChainId },
  { address, chain }: Account,
): { from: string; network: ChainId } => ({ from: from || address, network: network || chain });

/** Standard base64 with padding, from standard or URL-safe base64. */
const standardBase64 = (text: string | undefined): string | undefined =>
  text
    ?.replaceAll('-', '+')
    .replaceAll('_', '/')
    .padEnd(Math.ceil(text.length / 4) * 4, '=');
