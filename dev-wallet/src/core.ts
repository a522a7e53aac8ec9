/**
 * The parts of the wallet, for building your own wallet page. The sandbox's wallet and `DevWallet`
 * of the package's main entry use them. Works in browsers and Node.
 */
export type { Envelope, Source, StreamState } from './bridge/bridge.ts';
export { openStream, postMessage } from './bridge/bridge.ts';
export type { InjectedBridge, WalletInfo } from './injected/injected.ts';
export { createInjectedBridge } from './injected/injected.ts';
export type { Abilities, Feature } from './protocol/abilities.ts';
export { abilitiesOf, featuresOf } from './protocol/abilities.ts';
export type { ConnectEvent, DeviceInfo, WalletEvent } from './protocol/answers.ts';
export type { Behaviour, FormFault, ProofFault, Refusal, Verdict } from './protocol/behaviour.ts';
export { FORM_FAULTS, GOOD_BEHAVIOUR, PROOF_FAULTS } from './protocol/behaviour.ts';
export type { Wanted } from './protocol/connect-request.ts';
export { CODE } from './protocol/error-codes.ts';
export type { Identity } from './protocol/identity.ts';
export type { ConnectLink, LinkProblem, OpenLink } from './protocol/links.ts';
export { parseLink } from './protocol/links.ts';
export type { Manifest } from './protocol/manifest.ts';
export { domainOf } from './protocol/manifest.ts';
export type { Played, SignDataType } from './protocol/played.ts';
export type { Answer, Call, Question, Read } from './protocol/rpc.ts';
export { readRequest } from './protocol/rpc.ts';
export type { BridgeSession, Channel, InjectedSession, Session } from './protocol/session.ts';
export { openChannel } from './protocol/session.ts';
export type { Transaction, Transfer } from './protocol/transaction.ts';
export { inTon } from './protocol/transaction.ts';
export type { Account, Chain, WalletVersion } from './ton/account.ts';
export { accountOf, CHAIN_NAME, newSeed, shortened, shownAddress } from './ton/account.ts';
export { signProof } from './ton/proof.ts';
export type { KeyPair } from './ton/ton.ts';
export { beginCell, keyPairFromSeed, sign } from './ton/ton.ts';
export { wordsOf } from './wallet/context.ts';
export type { Decision } from './wallet/decide.ts';
export type { Entry } from './wallet/journal.ts';
export type { Alone } from './wallet/locks.ts';
export { ownLocks } from './wallet/locks.ts';
export type { LinkOutcome } from './wallet/open-link.ts';
export type { PageBridge } from './wallet/page-bridge.ts';
export type { Asked } from './wallet/requests.ts';
export type { Pending, PendingCall, PendingConnect, WalletState } from './wallet/state.ts';
export { accountFor, newState } from './wallet/state.ts';
export type { Store } from './wallet/store.ts';
export { memoryStore } from './wallet/store.ts';
export type { BridgeState, Streams } from './wallet/streams.ts';
export { runStreams } from './wallet/streams.ts';
export type { Spoken, Traffic } from './wallet/traffic.ts';
export type { Outside, Wallet, WalletView } from './wallet/wallet.ts';
export { createWallet } from './wallet/wallet.ts';
