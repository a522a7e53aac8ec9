import type { ITonConnect, TonConnect, WalletInfo } from '@prichal/sdk';
import type { TonConnectError } from '../errors/base-errors.js';
import type { CurrentWallet, WalletOpenMethod } from '../wallets/wallet-info.js';

type Package = typeof import('@prichal/sdk');

type EventMaker = Exclude<
  Extract<keyof Package, `create${string}Event`>,
  `create${'Request' | 'Response'}VersionEvent`
>;

/** The part of the connector's package that the widget needs: the exports of loading/sdk-chunk.ts. */
export type Sdk = Pick<
  Package,
  | EventMaker
  | 'TonConnect'
  | 'getBuiltInWallets'
  | 'isWalletConnectInitialized'
  | 'toUserFriendlyAddress'
>;

/** Why an attempt ended without a wallet. Decides the text and the buttons of the screen. */
export type ConnectFailure = {
  kind: 'declined' | 'missing-features' | 'wrong-network' | 'not-injected' | 'other';
  error: TonConnectError;
};

/** How a wallet is opened: over a bridge, or as the extension in this browser. */
export type OpenMethod = WalletOpenMethod | 'extension';

/** The wallet that the user picked, and how it is opened. */
export type SelectedWallet = { wallet: WalletInfo; openMethod: OpenMethod };

/**
 * One connect request. Over bridges, it is a `tc://` link that every wallet on these bridges can answer.
 * Each wallet's own link is derived from it. A wallet in the page (an extension, or WalletConnect) gets
 * the request without a link.
 */
export type ConnectionAttempt = {
  /** Bridges of the request. Empty for a wallet in the page. */
  bridges: readonly string[];
  /** `appName` of the wallet in the page. Null over bridges. */
  inPage: string | null;
  /** Null for a wallet in the page, and until the proof is ready. */
  link: string | null;
  selected: SelectedWallet | null;
  /** The sheet's trace id, kept because the sheet can close before the answer arrives. */
  traceId?: string | undefined;
  failure: ConnectFailure | null;
  /** The unreachable ones of `bridges`. */
  unreached: readonly string[];
  /** Whether it waits for an answer, or for the proof payload before it is sent. */
  active: boolean;
};

/**
 * Makes one connection at a time. Its state is `attempt` in the store. A finished attempt stays there, so
 * that a closing sheet does not change.
 */
export type ConnectRequest = {
  /**
   * Waits for an answer on these bridges. Without `fresh`, an attempt that already listens on them is
   * kept, with its link. Returns the `tc://` link, or null until `tonProof` is ready.
   */
  overBridges(
    bridges: readonly string[],
    selected: SelectedWallet | null,
    fresh?: boolean,
  ): string | null;
  /**
   * Sends the request to a wallet in the page: an extension, or WalletConnect, which closes our sheet and
   * opens its own. A wallet with a pending request gets no second one: an extension cannot withdraw the
   * first request, and its answer would be lost.
   */
  inPage(wallet: WalletInfo): void;
  /**
   * Fails the attempt. If the sheet was closed for WalletConnect, it opens again and shows the reason.
   */
  fail(error: TonConnectError): void;
  /** Cancels the attempt: closes its streams. A reload does not wait for an answer. */
  cancel(): void;
  /** Ends the attempt after a wallet has connected. It can no longer be aborted. */
  settle(): void;
  /** Stops listening to the state. */
  dispose(): void;
};

/** A connector with a listener, and the operations on it. */
export type Connection = {
  readonly connector: ITonConnect;
  readonly sdk: Sdk | undefined;
  readonly connectRequest: ConnectRequest;
  /** Disconnects the wallet from this page. */
  disconnect(options: { traceId?: string }): Promise<void>;
  dispose(): void;
};

/** Callbacks of a connection. */
export type ConnectionCallbacks = {
  /** A wallet is connected and is in the store. */
  onConnected(): void;
  /** The list was loaded after the wallet connected. Its name and picture are in the store. */
  onWalletDetails(): void;
  /** The wallet has disconnected. `wallet` is null if this page disconnected it. */
  onGone(wallet: CurrentWallet | null): void;
  /** A translated error of the connector, or the connected wallet is not in the list. */
  onError(error: TonConnectError): void;
  /** WalletConnect has the request and opens its own sheet. */
  onPageNeeded(): void;
  /** A request to WalletConnect has failed while our sheet was closed. The attempt has the reason. */
  onFailedWithoutSheet(wallet: WalletInfo): void;
};

/** The connector of this project, with its methods that `@tonconnect/sdk` does not have. */
export type OwnConnector = ITonConnect &
  Pick<TonConnect, 'onExtensionAnswer' | 'onUnreachedBridges' | 'close'>;

const NAMES = ['onExtensionAnswer', 'onUnreachedBridges', 'close'] as const;

/**
 * Returns the connector with its additional methods. Null for another connector, such as one from
 * `@tonconnect/sdk`. The widget then works without these methods.
 */
export const asOwnConnector = (connector: ITonConnect): OwnConnector | null =>
  NAMES.every((name) => typeof (connector as Partial<OwnConnector>)[name] === 'function')
    ? (connector as OwnConnector)
    : null;
