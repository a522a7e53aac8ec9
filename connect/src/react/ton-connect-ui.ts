import type {
  Account,
  ChainId,
  ITonConnect,
  OptionalTraceable,
  RequiredFeatures,
  SendTransactionRequest,
  SignDataPayload,
  WalletInfo,
} from '@prichal/sdk';
import { createInternals } from '../core/create-internals.js';
import { TonConnectError, TonConnectUIError } from '../core/errors/base-errors.js';
import {
  internalsOf,
  keepInternals,
  type RequestContext,
  widgetPrototype,
} from '../core/internals.js';
import {
  cancelOpening,
  openModal,
  openSingleWalletModal,
  restored,
  start,
  stop,
} from '../core/lifecycle.js';
import type {
  SendTransactionOptions,
  SignDataOptions,
  TonConnectUiCreateOptions,
  TonConnectUiOptions,
} from '../core/options.js';
import { setConnectRequest, setNetwork, setOptions } from '../core/set-options.js';
import type {
  ConnectRequestParameters,
  SingleWalletModalState,
  WalletsModal,
  WalletsModalCloseReason,
  WalletsModalState,
} from '../core/state.js';
import { watch } from '../core/store.js';
import type { ConnectedWallet, CurrentWallet } from '../core/wallets/wallet-info.js';
import { lazyChunk } from './load-lazy-chunk.js';

/**
 * The widget without React. In a browser it starts when it is created: it restores a stored session after the
 * first paint. It stops with `destroy()`. Widgets of one manifest on a page share one connection.
 */
export class TonConnectUI {
  /** Returns all wallets of the public list. */
  static async getWallets(): Promise<WalletInfo[]> {
    return (await lazyChunk.load()).publicWallets();
  }

  /**
   * If `awake` is false, nothing starts: React can discard a render, so the provider starts its widget in an
   * effect.
   * @throws TonConnectUIError without a manifest and a connector, or without the button's element.
   */
  constructor(
    options: TonConnectUiCreateOptions = {},
    awake: boolean = typeof window !== 'undefined',
  ) {
    const internals = createInternals(options, lazyChunk);
    keepInternals(this, internals);
    if (awake) start(internals);
  }

  get connector(): ITonConnect {
    return membersOf(this).connector;
  }

  get modal(): WalletsModal {
    return membersOf(this).modal;
  }

  /** Resolves to whether a stored session was restored, after the status callbacks have run. */
  get connectionRestored(): Promise<boolean> {
    return membersOf(this).connectionRestored;
  }

  /** Returns the widget's wallets: the list and `includeWallets`, in the order of the sheet. */
  async getWallets(): Promise<WalletInfo[]> {
    return (await lazyChunk.load()).getWallets(internalsOf(this));
  }

  /**
   * Opens the wallets sheet. In a wallet's in-app browser, sends the request to that wallet without a sheet.
   * Does nothing if a wallet is connected. `traceId` identifies the connection in events, links and the
   * wallet's logs.
   */
  async openModal(options?: OptionalTraceable): Promise<void> {
    return openModal(internalsOf(this), options);
  }

  /** Opens the sheet at one wallet, by its name or app name. */
  async openSingleWalletModal(wallet: string): Promise<void> {
    return openSingleWalletModal(internalsOf(this), wallet);
  }

  /**
   * Opens the sheet and waits for a wallet.
   * @deprecated Use `openModal` and `onStatusChange`.
   */
  async connectWallet(options?: OptionalTraceable): Promise<ConnectedWallet> {
    await this.openModal(options);
    return (await lazyChunk.load()).waitForWallet(internalsOf(this));
  }

  async disconnect(options?: OptionalTraceable): Promise<void> {
    return (await lazyChunk.load()).disconnect(internalsOf(this), options);
  }

  /** @throws TonConnectUIError if no wallet is connected, or the user cancels. */
  async sendTransaction(
    transaction: SendTransactionRequest,
    options?: SendTransactionOptions,
  ): ReturnType<ITonConnect['sendTransaction']> {
    return (await lazyChunk.load()).sendTransaction(internalsOf(this), transaction, options);
  }

  /** @throws TonConnectUIError if no wallet is connected, or the user cancels. */
  async signData(
    data: SignDataPayload,
    options?: SignDataOptions,
  ): ReturnType<ITonConnect['signData']> {
    return (await lazyChunk.load()).signData(internalsOf(this), data, options);
  }

  get connected(): boolean {
    return this.wallet !== null;
  }

  get account(): Account | null {
    return this.wallet?.account ?? null;
  }

  get wallet(): CurrentWallet | null {
    return internalsOf(this).store.get().wallet;
  }

  /**
   * Changes the given options. The others stay unchanged, also inside preferences, colours and the
   * configuration of actions.
   */
  set uiOptions(options: TonConnectUiOptions) {
    setOptions(internalsOf(this).store, options);
  }

  get walletsRequiredFeatures(): RequiredFeatures | undefined {
    return internalsOf(this).store.get().walletsRequiredFeatures;
  }

  get walletsPreferredFeatures(): RequiredFeatures | undefined {
    return internalsOf(this).store.get().walletsPreferredFeatures;
  }

  get modalState(): WalletsModalState {
    return internalsOf(this).store.get().modal;
  }

  get singleWalletModalState(): SingleWalletModalState {
    return internalsOf(this).store.get().singleWalletModal;
  }

  /**
   * Calls back when a wallet connects (or its details arrive) and when it disconnects. Returns a function
   * that removes the callback.
   */
  onStatusChange(
    callback: (wallet: ConnectedWallet | null) => void,
    errorsHandler?: (error: TonConnectError) => void,
  ): () => void {
    const { listeners } = internalsOf(this);
    const listener = { status: callback, error: errorsHandler };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  onModalStateChange(callback: (state: WalletsModalState) => void): () => void {
    return watch(internalsOf(this).store, (state) => state.modal, callback);
  }

  onSingleWalletModalStateChange(callback: (state: SingleWalletModalState) => void): () => void {
    return watch(internalsOf(this).store, (state) => state.singleWalletModal, callback);
  }

  closeModal(reason: WalletsModalCloseReason = 'action-cancelled'): void {
    const internals = internalsOf(this);
    cancelOpening(internals);
    lazyChunk.current?.closeModal(internals, reason);
  }

  closeSingleWalletModal(reason?: WalletsModalCloseReason): void {
    this.closeModal(reason);
  }

  /** Sets the items of the next connect request besides the address. `loading` makes the sheet wait. */
  setConnectRequestParameters(parameters: ConnectRequestParameters | null | undefined): void {
    setConnectRequest(internalsOf(this).store, parameters);
  }

  /**
   * Accepts only wallets of this network. Without it, accepts any network. Kept until the SDK is loaded.
   * @throws TonConnectError if a wallet is connected.
   */
  setConnectionNetwork(network?: ChainId): void {
    const { store, connection } = internalsOf(this);
    if (this.wallet) {
      throw new TonConnectError('Cannot change network while wallet is connected');
    }
    setNetwork(store, network);
    connection.current?.connector.setConnectionNetwork(network);
  }

  /** Removes everything that this widget has added to the page, and all its listeners. */
  destroy(): void {
    stop(internalsOf(this));
  }
}

type Members = Pick<TonConnectUI, 'connector' | 'modal' | 'connectionRestored'>;

/** Members that are objects. Each is created once per TonConnectUI. */
const members = new WeakMap<TonConnectUI, Members>();

function membersOf(ui: TonConnectUI): Members {
  const made = members.get(ui) ?? makeMembers(ui);
  members.set(ui, made);
  return made;
}

function makeMembers(ui: TonConnectUI): Members {
  const internals = internalsOf(ui);
  return {
    connector: lazyConnector(ui, internals),
    connectionRestored: restored(internals),
    modal: {
      open: ui.openModal.bind(ui),
      close: ui.closeModal.bind(ui),
      onStateChange: ui.onModalStateChange.bind(ui),
      get state() {
        return internals.store.get().modal;
      },
    },
  };
}

/**
 * Makes the widgets of providers instances of TonConnectUI, and returns `value`. For code that passes them to
 * the app.
 */
export function withMembers<T>(value: T): T {
  Object.setPrototypeOf(widgetPrototype, TonConnectUI.prototype);
  return value;
}

/** Members that a connector and a TonConnectUI have in common. */
const ALIKE = /^(connected|account|wallet|onStatusChange|setConnectionNetwork)$/;

/**
 * `ui.connector`, as in the peer, before the SDK is loaded. Properties are read from the known state.
 * Requests load the SDK first. Only `connect` requires a loaded SDK, because it returns synchronously.
 */
export const lazyConnector = (ui: object, { connection }: RequestContext): ITonConnect =>
  new Proxy(ui, {
    get(_, name) {
      if (ALIKE.test(String(name))) {
        const value: unknown = Reflect.get(ui, name);
        return typeof value === 'function' ? value.bind(ui) : value;
      }
      // Without this, a promise that resolves to this proxy would treat it as a promise.
      if (name === 'then') return;
      const call = (connector: ITonConnect, args: unknown[]): unknown =>
        Reflect.apply(Reflect.get(connector, name), connector, args);
      return (...args: unknown[]) => {
        if (connection.current) return call(connection.current.connector, args);
        if (name === 'connect') {
          throw new TonConnectUIError('Await connector.getWallets() before connector.connect().');
        }
        return connection.load().then(({ connector }) => call(connector, args));
      };
    },
  }) as unknown as ITonConnect;
