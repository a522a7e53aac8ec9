import type {
  ITonConnect,
  OptionalTraceable,
  SendTransactionRequest,
  SignDataPayload,
  WalletInfo,
} from '@prichal/sdk';
import type { ComponentType, RefObject } from 'react';
import type { Connection, Sdk } from './connection/connector.js';
import type { TonConnectError } from './errors/base-errors.js';
import type {
  SendTransactionOptions,
  SignDataOptions,
  TonConnectUiOptionsWithConnector,
  TonConnectUiOptionsWithManifest,
} from './options.js';
import type { Store, UiState, WalletsModalCloseReason } from './state.js';
import type { ConnectedWallet, CurrentWallet } from './wallets/wallet-info.js';

/** The part of the DOM's `Storage` that the widget needs. Never throws. */
export type KeyValueStorage = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

/** A part that loads at its first use and can be released. */
export type Lazy<T> = {
  load(): Promise<T>;
  /** The loaded part, for code that must run inside a click. Null until it is loaded. */
  readonly current: T | null;
  release(): void;
};

/** Code that loads at its first use and stays. */
export type LoadedOnce<T> = Pick<Lazy<T>, 'load' | 'current'>;

/** The app's callbacks of one `onStatusChange` call. */
export type StatusListener = {
  status: (wallet: ConnectedWallet | null) => void;
  error: ((error: TonConnectError) => void) | undefined;
};

/** The sheet and the notices on the page. */
export type MountedWidget = { dispose(): void };

/** The connect button in the element whose id is `buttonRootId`. */
export type ButtonRoot = { dispose(): void };

/** The options that cannot change while the widget exists. */
export type Settings = Pick<
  TonConnectUiOptionsWithManifest & TonConnectUiOptionsWithConnector,
  'manifestUrl' | 'connector' | 'widgetRootId' | 'walletsListSource' | 'eventDispatcher'
> & { restoreConnection: boolean };

/**
 * The shared parts of one widget. Creating them touches only storage, so React can create and discard
 * them. The heavy parts load on demand.
 */
export type Internals = {
  readonly settings: Settings;
  /** Aborted and replaced when the opening of a sheet is cancelled. */
  opening: AbortController;
  readonly store: Store<UiState>;
  /** The state on a server, and in the first client render of server markup. */
  readonly onServer: UiState;
  readonly storage: KeyValueStorage;
  /** The app's `onStatusChange` callbacks. */
  readonly listeners: Set<StatusListener>;
  /** The chunk that loads after the first load. */
  readonly lazyChunk: LoadedOnce<LazyChunk>;
  /** The connection and its SDK. */
  readonly connection: Lazy<Connection>;
  /** The sheet and its texts. */
  readonly widget: Lazy<MountedWidget>;
  /** The connect button in the element that the page names. */
  readonly buttonRoot: Lazy<ButtonRoot>;
};

/*
 * Parts of a widget. Each function takes the narrowest type that is enough. Only code that makes, starts
 * or stops a widget takes `Internals`.
 */

/** The state. */
export type WithStore = Pick<Internals, 'store'>;

/** The lazily loaded code. */
export type WithChunk = Pick<Internals, 'lazyChunk'>;

/** The state, for rendering in a browser and on a server. */
export type StateView = Pick<Internals, 'store' | 'onServer'>;

/** For the wallets list, events and the connection itself. Cannot load the connection. */
export type ConnectionContext = Pick<Internals, 'settings' | 'store' | 'storage'> & {
  readonly connection: Pick<Internals['connection'], 'current'>;
};

/** For requests, which load the connection and the widget. */
export type RequestContext = Pick<
  Internals,
  'settings' | 'store' | 'storage' | 'connection' | 'widget'
>;

/** For components: the state, and the parts that a user's actions need. */
export type WidgetView = StateView & WithChunk & RequestContext & Pick<Internals, 'opening'>;

export type AccountMenuProps = {
  internals: WidgetView;
  id: string;
  open: boolean;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

/**
 * The exports of the chunk that loads when a wallet is connected: `react/connected-chunk.ts`.
 */
export type ConnectedChunk = {
  AccountMenu: ComponentType<AccountMenuProps>;
  /** The request screen and the notices. */
  RequestParts: ComponentType<{ internals: StateView }>;
  UnsupportedAction: ComponentType<{ internals: RequestContext; wallet: CurrentWallet }>;

  sendTransaction(
    internals: RequestContext,
    transaction: SendTransactionRequest,
    options?: SendTransactionOptions,
  ): ReturnType<ITonConnect['sendTransaction']>;
  signData(
    internals: RequestContext,
    data: SignDataPayload,
    options?: SignDataOptions,
  ): ReturnType<ITonConnect['signData']>;
  /** Shows a notice that the wallet has disconnected. */
  tellDisconnected(internals: RequestContext, wallet: CurrentWallet): void;
};

/**
 * The exports of the lazy chunk, `react/lazy-chunk.ts`. The first load imports only this type. Each
 * TonConnectUI gets a loader for the module.
 */
export type LazyChunk = {
  /** The code that only a connected wallet needs. */
  connectedChunk: LoadedOnce<ConnectedChunk>;
  AccountMenu: ComponentType<AccountMenuProps>;
  mountWidget(internals: WidgetView): Promise<MountedWidget>;
  keepButtonRoot(internals: WidgetView): ButtonRoot;
  openConnection(internals: Internals, sdk: Sdk | undefined): Connection;

  getWallets(internals: ConnectionContext): Promise<WalletInfo[]>;
  publicWallets(): Promise<WalletInfo[]>;

  /** Loads the code of the sheet, the wallets list and the SDK. */
  prepareSheet(internals: RequestContext): Promise<void>;
  openModal(internals: WidgetView, options?: OptionalTraceable): Promise<void>;
  openSingleWalletModal(internals: WidgetView, wallet: string): Promise<void>;
  closeModal(internals: ConnectionContext, reason: WalletsModalCloseReason): void;
  /** Closes everything that is open when the widget stops. Emits no event and sets no reason. */
  putAway(internals: WithStore): void;

  /** Resolves when a wallet is connected. Rejects when the user cancels. */
  waitForWallet(internals: WithStore): Promise<ConnectedWallet>;
  /** Emits the event for a page without a stored session. */
  emitNothingToRestore(internals: ConnectionContext): Promise<void>;
  disconnect(internals: RequestContext, options?: OptionalTraceable): Promise<void>;
  sendTransaction: ConnectedChunk['sendTransaction'];
  signData: ConnectedChunk['signData'];

  /** Emits the widget's version in reply to a request event. */
  emitVersion(internals: ConnectionContext): void;
};

/**
 * The internals of each TonConnectUI. The keys are plain objects, because the class imports this
 * module.
 */
const internalsByUi = new WeakMap<object, Internals>();

/**
 * The prototype of the widgets that providers create. It is empty until the class TonConnectUI
 * (react/ton-connect-ui.ts) is loaded and adds its members. An app that does not use the members does
 * not load the class.
 */
export const widgetPrototype: object = {};

/** Creates the object that a provider passes down: a TonConnectUI once that class is loaded. */
export function createWidget(internals: Internals): object {
  const widget: object = Object.create(widgetPrototype);
  keepInternals(widget, internals);
  return widget;
}

export const keepInternals = (ui: object, internals: Internals): void =>
  void internalsByUi.set(ui, internals);

/**
 * Returns the internals of a TonConnectUI. For the components of this package only.
 * @throws TypeError if another copy of this package created the TonConnectUI.
 */
export function internalsOf(ui: object): Internals {
  const internals = internalsByUi.get(ui);
  if (internals) return internals;
  throw new TypeError('This TonConnectUI is of another copy of @prichal/connect.');
}
