/**
 * A TON wallet for tests: it follows links, answers over a bridge or in a page, misbehaves if
 * configured to, and records its requests.
 */
export { DevWallet, type DevWalletOptions, type ListEntry, type Network } from './dev-wallet.ts';
export { type LocalBridge, startBridge } from './local-bridge/local-bridge.ts';
export type { Abilities, Feature } from './protocol/abilities.ts';
export {
  type Behaviour,
  FORM_FAULTS,
  type FormFault,
  PROOF_FAULTS,
  type ProofFault,
  type Refusal,
} from './protocol/behaviour.ts';
export { CODE } from './protocol/error-codes.ts';
export type { Identity } from './protocol/identity.ts';
export type { Manifest } from './protocol/manifest.ts';
export type { Account, WalletVersion } from './ton/account.ts';
export type { Spoken } from './wallet/traffic.ts';
export type {
  AskedConnection,
  AskedData,
  AskedMessage,
  AskedTransaction,
  ParamsOf,
  WalletRequest,
} from './wallet-request.ts';
