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

/** The part of `Storage` that the widget needs. Never throws. */
export type KeyValueStorage = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

/** A part that is loaded by the first who needs it, and can be let go. */
export type Lazy<T> = {
  load(): Promise<T>;
  /** The loaded part, for what has to happen at once, inside a click. */
  readonly current: T | null;
  release(): void;
};

/** Code that is loaded by the first who needs it, and stays. */
export type LoadedOnce<T> = Pick<Lazy<T>, 'load' | 'current'>;

/** The host's callbacks of one `onStatusChange`. */
export type StatusListener = {
  status: (wallet: ConnectedWallet | null) => void;
  error: ((error: TonConnectError) => void) | undefined;
};

/** The sheet and the notices, put on the page. */
export type MountedWidget = { dispose(): void };

/** A connect button in the element that `buttonRootId` names. */
export type ButtonRoot = { dispose(): void };

/** What was settled when the widget was made. */
export type Settings = Pick<
  TonConnectUiOptionsWithManifest & TonConnectUiOptionsWithConnector,
  'manifestUrl' | 'connector' | 'widgetRootId' | 'walletsListSource' | 'eventDispatcher'
> & { restoreConnection: boolean };

/**
 * What the parts of one widget share. Making it touches nothing but storage, so React may make one
 * and throw it away; the heavy parts come on demand.
 */
export type Internals = {
  readonly settings: Settings;
  /** Aborted and replaced when a sheet that is on its way is no longer wanted. */
  opening: AbortController;
  readonly store: Store<UiState>;
  /** The state on a server, and in the first client render of server markup. */
  readonly onServer: UiState;
  readonly storage: KeyValueStorage;
  /** The host's callbacks. */
  readonly listeners: Set<StatusListener>;
  /** The chunk behind the first load. */
  readonly lazyChunk: LoadedOnce<LazyChunk>;
  /** The connection, with the SDK behind it. */
  readonly connection: Lazy<Connection>;
  /** The sheet, with its words. */
  readonly widget: Lazy<MountedWidget>;
  /** The connect button in the page's own element, for pages that name one. */
  readonly buttonRoot: Lazy<ButtonRoot>;
};

/*
 * The part of a widget that a function may use. A function takes the narrowest type that has what it
 * needs. Only code that makes, starts or stops a widget takes `Internals`.
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

/** For components: the state, and what the actions of a user need. */
export type WidgetView = StateView & WithChunk & RequestContext & Pick<Internals, 'opening'>;

export type AccountMenuProps = {
  internals: WidgetView;
  id: string;
  open: boolean;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

/**
 * What the chunk offers that is loaded when a wallet is connected: `ton-connect-ui/connected-chunk.ts`.
 */
export type ConnectedChunk = {
  AccountMenu: ComponentType<AccountMenuProps>;
  /** The screen of a request, and the notices. */
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
  /** Says that a wallet is gone that the visitor has not disconnected here. */
  tellDisconnected(internals: RequestContext, wallet: CurrentWallet): void;
};

/**
 * What the chunk behind the first load offers to it. The first load knows the chunk by this type
 * alone: `ton-connect-ui/lazy-chunk.ts` is the module, and each TonConnectUI is given its loader.
 */
export type LazyChunk = {
  /** What only who is connected needs. */
  connectedChunk: LoadedOnce<ConnectedChunk>;
  AccountMenu: ComponentType<AccountMenuProps>;
  mountWidget(internals: WidgetView): Promise<MountedWidget>;
  keepButtonRoot(internals: WidgetView): ButtonRoot;
  openConnection(internals: Internals, sdk: Sdk | undefined): Connection;

  getWallets(internals: ConnectionContext): Promise<WalletInfo[]>;
  publicWallets(): Promise<WalletInfo[]>;

  /** Loads and starts what an open sheet needs. */
  prepareSheet(internals: RequestContext): Promise<void>;
  openModal(internals: WidgetView, options?: OptionalTraceable): Promise<void>;
  openSingleWalletModal(internals: WidgetView, wallet: string): Promise<void>;
  closeModal(internals: ConnectionContext, reason: WalletsModalCloseReason): void;
  /**
   * Closes whatever of the widget is open, without an event or a reason: the widget is being
   * stopped.
   */
  putAway(internals: WithStore): void;

  /** Settles when a wallet is connected, or the choice is given up. */
  waitForWallet(internals: WithStore): Promise<ConnectedWallet>;
  /** There was no session to pick up. */
  emitNothingToRestore(internals: ConnectionContext): Promise<void>;
  disconnect(internals: RequestContext, options?: OptionalTraceable): Promise<void>;
  sendTransaction: ConnectedChunk['sendTransaction'];
  signData: ConnectedChunk['signData'];

  /** Emits the widget's version, for a page that has asked for it. */
  emitVersion(internals: ConnectionContext): void;
};

/**
 * The internals of each TonConnectUI. The class imports this module, so this module knows only
 * objects.
 */
const internalsByUi = new WeakMap<object, Internals>();

/**
 * What the widgets of providers inherit from: nothing, until the class TonConnectUI is on the page
 * (ton-connect-ui/ton-connect-ui.ts), then its members. An app that never asks for them does not load them.
 */
export const widgetPrototype: object = {};

/** What a provider gives to what is below it: a TonConnectUI to whoever has its class. */
export function createWidget(internals: Internals): object {
  const widget: object = Object.create(widgetPrototype);
  keepInternals(widget, internals);
  return widget;
}

export const keepInternals = (ui: object, internals: Internals): void =>
  void internalsByUi.set(ui, internals);

/**
 * The parts behind a TonConnectUI: for this package's own components, never for callers.
 * @throws TypeError when the TonConnectUI was made by another copy of this package.
 */
export function internalsOf(ui: object): Internals {
  const internals = internalsByUi.get(ui);
  if (internals) return internals;
  throw new TypeError('This TonConnectUI is of another copy of @prichal/connect.');
}
