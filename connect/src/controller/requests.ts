import type { ITonConnect, SendTransactionRequest, SignDataPayload } from '@prichal/sdk';
import { disconnect } from '../actions/disconnect.js';
import { sendTransaction as send } from '../actions/send-transaction.js';
import { signData as sign } from '../actions/sign-data.js';
import { clearAttempt } from '../connection/connect-request.js';
import { WalletNotSupportFeatureError } from '../errors/wallet-errors.js';
import type { RequestContext } from '../types/internals.js';
import type { SendTransactionOptions, SignDataOptions } from '../types/options.js';
import { offerAnotherWallet, prepareSheet } from './modal.js';

/** Asks the connected wallet to sign and send; one that cannot makes the sheet offer others. */
export const sendTransaction = (
  internals: RequestContext,
  transaction: SendTransactionRequest,
  options?: SendTransactionOptions,
): ReturnType<ITonConnect['sendTransaction']> =>
  orAnotherWallet(internals, send(internals, transaction, options));

/** Asks the connected wallet to sign text, bytes or a cell; one that cannot makes the sheet offer others. */
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
 * Disconnects the wallet and goes on in the open sheet with the wallets that can do what was asked.
 */
export async function chooseAnotherWallet(internals: RequestContext): Promise<void> {
  clearAttempt(internals.store);
  await Promise.all([disconnect(internals), prepareSheet(internals)]);
}
