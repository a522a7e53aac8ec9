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
 * The widget without React: what a page can ask of it. It starts when it is made in a browser (a
 * stored session is picked up after the first paint) and stops with `destroy()`. Widgets of one
 * manifest on a page share one connection.
 */
export class TonConnectUI {
  /** All wallets of the public list. */
  static async getWallets(): Promise<WalletInfo[]> {
    return (await lazyChunk.load()).publicWallets();
  }

  /**
   * With `awake` false nothing starts: a React render may be thrown away, so the provider starts its
   * widget in an effect.
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

  /** Whether a stored session was picked up. Settles after the status callbacks have run. */
  get connectionRestored(): Promise<boolean> {
    return membersOf(this).connectionRestored;
  }

  /** The widget's wallets: the list with `includeWallets`, in the order of the sheet. */
  async getWallets(): Promise<WalletInfo[]> {
    return (await lazyChunk.load()).getWallets(internalsOf(this));
  }

  /**
   * Opens the wallets sheet. In a wallet's own browser that wallet is asked at once, without a
   * sheet; with a wallet connected there is nothing to open. `traceId` follows the connection through
   * events, links and the wallet's logs.
   */
  async openModal(options?: OptionalTraceable): Promise<void> {
    return openModal(internalsOf(this), options);
  }

  /** Opens the sheet of one wallet, by its name or app name. */
  async openSingleWalletModal(wallet: string): Promise<void> {
    return openSingleWalletModal(internalsOf(this), wallet);
  }

  /**
   * Opens the sheet and waits for a wallet.
   * @deprecated open the sheet, and listen to `onStatusChange`.
   */
  async connectWallet(options?: OptionalTraceable): Promise<ConnectedWallet> {
    await this.openModal(options);
    return (await lazyChunk.load()).waitForWallet(internalsOf(this));
  }

  async disconnect(options?: OptionalTraceable): Promise<void> {
    return (await lazyChunk.load()).disconnect(internalsOf(this), options);
  }

  /** @throws TonConnectUIError when no wallet is connected, or the visitor gives up. */
  async sendTransaction(
    transaction: SendTransactionRequest,
    options?: SendTransactionOptions,
  ): ReturnType<ITonConnect['sendTransaction']> {
    return (await lazyChunk.load()).sendTransaction(internalsOf(this), transaction, options);
  }

  /** @throws TonConnectUIError when no wallet is connected, or the visitor gives up. */
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
   * Changes what is given; the rest stays as it is, inside of preferences, colours and the actions'
   * configuration as well.
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

  /** Calls back when a wallet connects (or its details arrive) and when it is gone. */
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

  /** What the next connect request asks besides the address; `loading` makes the sheet wait. */
  setConnectRequestParameters(parameters: ConnectRequestParameters | null | undefined): void {
    setConnectRequest(internalsOf(this).store, parameters);
  }

  /**
   * Accepts wallets of this network only; any, without one. Remembered while the SDK is not loaded.
   * @throws TonConnectError when a wallet is connected.
   */
  setConnectionNetwork(network?: ChainId): void {
    const { store, connection } = internalsOf(this);
    if (this.wallet) {
      throw new TonConnectError('Cannot change network while wallet is connected');
    }
    setNetwork(store, network);
    connection.current?.connector.setConnectionNetwork(network);
  }

  /** Takes down everything that this widget put on the page and every listener it has. */
  destroy(): void {
    stop(internalsOf(this));
  }
}

type Members = Pick<TonConnectUI, 'connector' | 'modal' | 'connectionRestored'>;

/** Members that are objects, each the same for as long as its TonConnectUI lives. */
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
 * Makes the widgets of providers instances of TonConnectUI, and returns `value`: for what hands them to
 * callers.
 */
export function withMembers<T>(value: T): T {
  Object.setPrototypeOf(widgetPrototype, TonConnectUI.prototype);
  return value;
}

/** Members that are the same on a connector and on a TonConnectUI. */
const ALIKE = /^(connected|account|wallet|onStatusChange|setConnectionNetwork)$/;

/**
 * `ui.connector`, as the peer has it, before the SDK is here: questions are answered from what is
 * known, requests load it first. Only `connect`, which answers at once, needs it loaded.
 */
export const lazyConnector = (ui: object, { connection }: RequestContext): ITonConnect =>
  new Proxy(ui, {
    get(_, name) {
      if (ALIKE.test(String(name))) {
        const value: unknown = Reflect.get(ui, name);
        return typeof value === 'function' ? value.bind(ui) : value;
      }
      // A promise that resolves to this proxy must not take it for a promise.
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
