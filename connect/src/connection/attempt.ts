import type { WalletInfo } from '@tonconnect/sdk';
import type { TonConnectError } from '../controller/errors.js';
import type { WalletOpenMethod } from '../controller/public-types.js';

/** Why an attempt ended without a wallet; decides the words and the ways out on the screen. */
export type ConnectFailure = {
  kind: 'declined' | 'missing-features' | 'wrong-network' | 'not-injected' | 'other';
  error: TonConnectError;
};

/** The wallet that the visitor picked, and the way they picked. */
export type SelectedWallet = { wallet: WalletInfo; openMethod: WalletOpenMethod };

/**
 * One connect request. Over bridges it is a `tc://` link that every wallet on those bridges can
 * answer; each wallet's own link is derived from it. An extension gets the request by itself.
 */
export type ConnectionAttempt = {
  /** Where answers are awaited; empty for an extension. */
  bridges: readonly string[];
  jsBridgeKey: string | null;
  /** Null for an extension, and while the SDK is still loading. */
  link: string | null;
  selected: SelectedWallet | null;
  failure: ConnectFailure | null;
};
