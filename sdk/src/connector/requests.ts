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
import type { Tracker } from '../events/tracker.js';
import type { RpcMethod, RpcResults } from '../protocol/wire.js';
import type {
  Account,
  ChainId,
  Feature,
  SdkActionEvent,
  SendTransactionRequest,
  SendTransactionResponse,
  SignDataPayload,
  SignDataResponse,
  Traceable,
  Version,
  Wallet,
} from '../types/index.js';
import {
  validateSendTransactionRequest,
  validateSignDataPayload,
} from '../validation/arguments.js';
import { log, qaMode } from '../validation/problems.js';
import {
  checkSendTransactionSupport,
  checkSignDataSupport,
  checkSignMessageSupport,
} from '../wallets/features.js';
import type { Connection } from './connection.js';
import type { ProviderRequest, ProviderSession, RequestOptions } from './provider.js';

/** A transaction that the wallet has signed for the app to send. */
export type SignMessageResponse = {
  /** Internal message to the wallet contract, a BOC in base64. */
  internalBoc: string;
};

type Transaction = SendTransactionRequest;

/** The functions that make official events, which differ by method. */
type Events<T> = {
  sent: (version: Version, wallet: Wallet, request: T, ...ids: EventIds) => SdkActionEvent;
  failed: (
    version: Version,
    wallet: Wallet,
    request: T,
    message: string,
    code: number,
    ...ids: EventIds
  ) => SdkActionEvent;
};
type EventIds = [session: ProviderSession | null, traceId: string];

const OF_TRANSACTION: Events<Transaction> = {
  sent: createTransactionSentForSignatureEvent,
  failed: createTransactionSigningFailedEvent,
};
const OF_DATA: Events<SignDataPayload> = {
  sent: createDataSentForSignatureEvent,
  failed: createDataSigningFailedEvent,
};

/** Sends requests to the connected wallet. */
export type Requests = ReturnType<typeof createRequests>;

export function createRequests(connection: Connection, { track }: Tracker) {
  /** Resolves with the result, the trace ID of the answer, and the fields of the event of success. */
  async function ask<M extends RpcMethod, T extends { network?: ChainId }>(
    method: M,
    request: T,
    options: RequestOptions,
    checkSupport: (features: Feature[]) => void,
    parameter: (request: T, account: Account) => string,
    events?: Events<T>,
  ) {
    const { wallet, provider, session } = connection;
    if (!wallet || !provider) throw new WalletNotConnectedError();
    const { account, device } = wallet;
    const { traceId } = options;
    checkSupport(device.features);
    if (events) track(events.sent, wallet, request, session, traceId);
    checkNetwork(request.network, account);
    const params: [string] = [parameter(request, account)];
    const sent = { method, params } as unknown as ProviderRequest<M>;
    const response = await provider.sendRequest<M>(sent, options);
    if ('error' in response) {
      const { message, code } = response.error;
      if (events) track(events.failed, wallet, request, message, code, session, traceId);
      throw requestError(response.error);
    }
    const ids: EventIds = [session, traceId];
    return { result: response.result as RpcResults[M], answerId: response.traceId, wallet, ids };
  }

  return {
    async sendTransaction(
      transaction: Transaction,
      options: RequestOptions,
    ): Promise<Traceable<SendTransactionResponse>> {
      validateSendTransactionRequest(transaction);
      if (options.signal?.aborted) throw new TonConnectError('Transaction sending was aborted');
      const { messages } = transaction;
      const {
        result: boc,
        answerId,
        wallet,
        ids,
      } = await ask(
        'sendTransaction',
        transaction,
        options,
        (features) =>
          checkSendTransactionSupport(features, {
            requiredMessagesNumber: messages.length,
            requireExtraCurrencies: messages.some(
              ({ extraCurrency }) => Object.keys(extraCurrency ?? {}).length > 0,
            ),
          }),
        transactionParameter,
        OF_TRANSACTION,
      );
      track(createTransactionSignedEvent, wallet, transaction, { boc }, ...ids);
      return { boc, traceId: answerId };
    },

    async signData(
      data: SignDataPayload,
      options: RequestOptions,
    ): Promise<Traceable<SignDataResponse>> {
      if (options.signal?.aborted) throw new TonConnectError('data sending was aborted');
      validateSignDataPayload(data);
      const { result, wallet, ids } = await ask(
        'signData',
        data,
        options,
        (features) => checkSignDataSupport(features, { requiredTypes: [data.type] }),
        dataParameter,
        OF_DATA,
      );
      track(createDataSignedEvent, wallet, data, result, ...ids);
      return { ...result, traceId: options.traceId };
    },

    async signMessage(
      message: Transaction,
      options: RequestOptions,
    ): Promise<Traceable<SignMessageResponse>> {
      validateSendTransactionRequest(message);
      if (options.signal?.aborted) throw new TonConnectError('Message signing was aborted');
      const { result, answerId } = await ask(
        'signMessage',
        message,
        options,
        (features) => checkSignMessageSupport(features, message.messages.length),
        transactionParameter,
      );
      return { ...result, traceId: answerId };
    },
  };
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
  if (!qaMode) throw new WalletWrongNetworkError(message, { cause });
  log('error', message, cause);
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
