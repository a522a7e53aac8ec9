import type { ITonConnect, TonConnect, WalletInfo } from '@prichal/sdk';
import type { TonConnectError } from '../errors/base-errors.js';
import type { CurrentWallet, WalletOpenMethod } from '../wallets/wallet-info.js';

type Package = typeof import('@prichal/sdk');

type EventMaker = Exclude<
  Extract<keyof Package, `create${string}Event`>,
  `create${'Request' | 'Response'}VersionEvent`
>;

/** The connector's package, as far as the widget needs it: what loading/sdk-chunk.ts exports. */
export type Sdk = Pick<
  Package,
  | EventMaker
  | 'TonConnect'
  | 'getBuiltInWallets'
  | 'isWalletConnectInitialized'
  | 'toUserFriendlyAddress'
>;

/** Why an attempt ended without a wallet; decides the words and the ways out on the screen. */
export type ConnectFailure = {
  kind: 'declined' | 'missing-features' | 'wrong-network' | 'not-injected' | 'other';
  error: TonConnectError;
};

/** A way to a wallet: over a bridge, or to the extension in this browser. */
export type OpenMethod = WalletOpenMethod | 'extension';

/** The wallet that the visitor picked, and the way they picked. */
export type SelectedWallet = { wallet: WalletInfo; openMethod: OpenMethod };

/**
 * One connect request. Over bridges it is a `tc://` link that every wallet on those bridges can
 * answer; each wallet's own link is derived from it. A wallet in the page (an extension, or
 * WalletConnect) gets the request without a link.
 */
export type ConnectionAttempt = {
  /** Where answers are awaited; empty for what is in the page. */
  bridges: readonly string[];
  /** `appName` of what is in the page. */
  inPage: string | null;
  /** Null for what is in the page, and while the SDK is still loading. */
  link: string | null;
  selected: SelectedWallet | null;
  /** The sheet's trace id, kept because the sheet may be closed before the answer arrives. */
  traceId?: string | undefined;
  failure: ConnectFailure | null;
  /** Of `bridges`, those that cannot be reached. */
  unreached: readonly string[];
  /** An answer is awaited, or the proof that has to be asked for with it. */
  active: boolean;
};

/**
 * Makes one connection at a time. Its state is `attempt` in the store, which stays there when the
 * attempt is over, so that a closing sheet goes on showing the same.
 */
export type ConnectRequest = {
  /**
   * Awaits an answer on these bridges. An attempt that already listens there is kept, with its
   * link, unless `fresh`. Returns the `tc://` link, or null while `tonProof` is not ready.
   */
  overBridges(
    bridges: readonly string[],
    selected: SelectedWallet | null,
    fresh?: boolean,
  ): string | null;
  /**
   * Asks a wallet in the page: an extension, or WalletConnect, which has a sheet of its own, so
   * ours is closed for it. A wallet that is being asked already is not asked again: a request in an
   * extension cannot be taken back, and the answer to the first would be lost.
   */
  inPage(wallet: WalletInfo): void;
  /**
   * The attempt has failed. Where the sheet was closed for WalletConnect, it opens again and says
   * why.
   */
  fail(error: TonConnectError): void;
  /** Gives up: streams are closed, a reload will not look for an answer. */
  cancel(): void;
  /** A wallet is connected: the request is over, and must not be aborted any more. */
  settle(): void;
  /** Listens to the state no more. */
  dispose(): void;
};

/** A connector that is being listened to, and what is done with it. */
export type Connection = {
  readonly connector: ITonConnect;
  readonly sdk: Sdk | undefined;
  readonly connectRequest: ConnectRequest;
  /** Ends the connection from here. */
  disconnect(options: { traceId?: string }): Promise<void>;
  dispose(): void;
};

/** What a connection tells the controller, which opens it. */
export type ConnectionCallbacks = {
  /** A wallet is connected, and in the store. */
  onConnected(): void;
  /** The list has arrived behind the connected wallet: its name and picture are in the store. */
  onWalletDetails(): void;
  /** The wallet is gone. It is given when this page has not ended the connection. */
  onGone(wallet: CurrentWallet | null): void;
  /** A connector's error, as one of ours, or that the list does not know the connected wallet. */
  onError(error: TonConnectError): void;
  /** WalletConnect was asked, whose own sheet needs the page to itself. */
  onPageNeeded(): void;
  /** A request that had the page to itself has failed; the attempt says why. */
  onFailedWithoutSheet(wallet: WalletInfo): void;
};

/** What the connector of this project has beyond the one of `@tonconnect/sdk`. */
export type OwnConnector = ITonConnect &
  Pick<TonConnect, 'onExtensionAnswer' | 'onUnreachedBridges' | 'close'>;

const NAMES = ['onExtensionAnswer', 'onUnreachedBridges', 'close'] as const;

/**
 * Returns the connector with its additional methods. Null if it is another one, such as the app's own
 * from `@tonconnect/sdk`: the widget then works without them.
 */
export const asOwnConnector = (connector: ITonConnect): OwnConnector | null =>
  NAMES.every((name) => typeof (connector as Partial<OwnConnector>)[name] === 'function')
    ? (connector as OwnConnector)
    : null;
