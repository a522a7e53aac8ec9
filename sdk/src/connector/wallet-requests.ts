import { requestError, TonConnectError, WalletNotConnectedError } from '../errors/index.js';
import {
  createDataSentForSignatureEvent,
  createDataSignedEvent,
  createDataSigningFailedEvent,
  createTransactionSentForSignatureEvent,
  createTransactionSignedEvent,
  createTransactionSigningFailedEvent,
} from '../events/request-events.js';
import type { TonConnectTracker } from '../events/tracker.js';
import type {
  SendTransactionRequest,
  SendTransactionResponse,
  SignDataPayload,
  SignDataResponse,
  Traceable,
  Wallet,
} from '../types/index.js';
import { validateSendTransactionRequest } from '../validation/send-transaction.js';
import { validateSignDataPayload } from '../validation/sign-data.js';
import {
  checkSendTransactionSupport,
  checkSignDataSupport,
  checkSignMessageSupport,
} from '../wallets/features.js';
import type { Connection } from './connection.js';
import type { Provider, RequestOptions } from './provider.js';
import { checkNetwork, dataParameter, transactionParameter } from './request-parameters.js';

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
