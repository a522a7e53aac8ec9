import type { ITonConnect, SendTransactionRequest, SignDataPayload } from '@prichal/sdk';
import { clearAttempt } from '../connection/connect-request.js';
import { disconnect } from '../connection/disconnect.js';
import { WalletNotSupportFeatureError } from '../errors/wallet-errors.js';
import type { RequestContext } from '../internals.js';
import { offerAnotherWallet, prepareSheet } from '../modal.js';
import type { SendTransactionOptions, SignDataOptions } from '../options.js';
import { sendTransaction as send, signData as sign } from './wallet-requests.js';

/** Sends a transaction to the wallet. If the wallet does not support it, the sheet offers others. */
export const sendTransaction = (
  internals: RequestContext,
  transaction: SendTransactionRequest,
  options?: SendTransactionOptions,
): ReturnType<ITonConnect['sendTransaction']> =>
  orAnotherWallet(internals, send(internals, transaction, options));

/** Sends data to the wallet to sign. If the wallet does not support it, the sheet offers others. */
export const signData = (
  internals: RequestContext,
  data: SignDataPayload,
  options?: SignDataOptions,
): ReturnType<ITonConnect['signData']> =>
  orAnotherWallet(internals, sign(internals, data, options));

async function orAnotherWallet<R>(internals: RequestContext, request: Promise<R>): Promise<R> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof WalletNotSupportFeatureError) offerAnotherWallet(internals, error);
    throw error;
  }
}

/**
 * Disconnects the wallet. The open sheet then shows the wallets that support the request.
 */
export async function chooseAnotherWallet(internals: RequestContext): Promise<void> {
  clearAttempt(internals.store);
  await Promise.all([disconnect(internals), prepareSheet(internals)]);
}
