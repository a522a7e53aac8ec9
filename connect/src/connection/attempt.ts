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
 * answer; each wallet's own link is derived from it. What is in the page gets the request by itself:
 * an extension, or WalletConnect.
 */
export type ConnectionAttempt = {
  /** Where answers are awaited; empty for what is in the page. */
  bridges: readonly string[];
  /** `appName` of what is in the page. */
  inPage: string | null;
  /** Null for what is in the page, and while the SDK is still loading. */
  link: string | null;
  selected: SelectedWallet | null;
  /** That of the sheet, which may be closed before the answer is here. */
  traceId?: string | undefined;
  failure: ConnectFailure | null;
};
