import {
  TonConnectError,
  WalletMissingRequiredFeaturesError,
  WalletWrongNetworkError,
} from '../errors/index.js';
import type {
  ChainId,
  ConnectEventSuccess,
  RequiredFeatures,
  TonProofItemReply,
  Wallet,
} from '../types/index.js';
import { validateTonProofItemReply } from '../validation/arguments.js';
import { log, qaMode } from '../validation/problems.js';
import { checkRequiredWalletFeatures } from '../wallets/features.js';

/** Requirements of the app on a wallet. */
export type Requirements = {
  features: RequiredFeatures | undefined;
  /** Any network if undefined. */
  network: ChainId | undefined;
};

/**
 * Returns the wallet of an approval. Throws the error that the app receives if the wallet does not
 * meet the requirements.
 */
export function walletOf(
  connectEvent: ConnectEventSuccess['payload'],
  provider: Wallet['provider'],
  { features, network: expectedChainId }: Requirements,
): Wallet {
  const { items, device } = connectEvent;
  const item = items.find(({ name }) => name === 'ton_addr');
  if (!item || !('address' in item)) {
    throw new TonConnectError('ton_addr connection item was not found');
  }
  if (!checkRequiredWalletFeatures(device.features, features)) {
    throw new WalletMissingRequiredFeaturesError('Wallet does not support required features', {
      cause: { connectEvent },
    });
  }
  const { address, network: chain, walletStateInit, publicKey } = item;
  if (expectedChainId && chain !== expectedChainId) {
    throw new WalletWrongNetworkError('Wallet connected to a wrong network', {
      cause: { expectedChainId, actualChainId: chain },
    });
  }
  const wallet = { device, provider, account: { address, chain, walletStateInit, publicKey } };
  const proof = items.find(({ name }) => name === 'ton_proof');
  return proof ? { ...wallet, connectItems: { tonProof: proofOf(proof) } } : wallet;
}

/** `CONNECT_ITEM_ERROR_CODES.UNKNOWN_ERROR`. */
const UNKNOWN_ERROR = 0;

/** The known fields of a proof. An error item if the proof is malformed. */
function proofOf(item: ConnectEventSuccess['payload']['items'][number]): TonProofItemReply {
  const name = 'ton_proof';
  const problem = validateTonProofItemReply(item);
  if (problem || item.name !== name) {
    if (qaMode) log('error', `TonProofItem validation failed: ${problem}`);
    const message = problem ?? 'Invalid data format';
    return { name, error: { code: UNKNOWN_ERROR, message } };
  }
  if ('error' in item) {
    const { code, message } = item.error;
    return { name, error: message === undefined ? { code } : { code, message } };
  }
  const { timestamp, domain, payload, signature } = item.proof;
  const { lengthBytes, value } = domain;
  return { name, proof: { timestamp, domain: { lengthBytes, value }, payload, signature } };
}
