import './buffer.ts';

/**
 * The only module that imports TON's libraries. They expect Node's `Buffer` as a global while they
 * load, and imports are evaluated in order, so the first line above must stay first.
 */
export {
  Address,
  type Builder,
  beginCell,
  Cell,
  external,
  internal,
  loadStateInit,
  type MessageRelaxed,
  SendMode,
  type StateInit,
  storeMessage,
  storeMessageRelaxed,
  storeStateInit,
} from '@ton/core';
export {
  type KeyPair,
  keyPairFromSeed,
  mnemonicToPrivateKey,
  mnemonicValidate,
  sha256_sync as sha256,
  sign,
} from '@ton/crypto';
