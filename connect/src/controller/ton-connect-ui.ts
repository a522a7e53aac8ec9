import type {
  Account,
  ChainId,
  ITonConnect,
  OptionalTraceable,
  RequiredFeatures,
  SendTransactionRequest,
  SignDataPayload,
  WalletInfo,
} from '@tonconnect/sdk';
import type { SendTransactionOptions, SignDataOptions } from '../actions/action-options.js';
import { lazyConnector } from '../connection/lazy-connector.js';
import { watch } from '../store/store.js';
import { TonConnectError } from './base-errors.js';
import { createCore } from './core.js';
import { coreOf, keepCore } from './core-of.js';
import { restored, start, stop } from './lifecycle.js';
import { live, liveNow } from './load-live.js';
import { changeOptions } from './options.js';
import type {
  ConnectedWallet,
  ConnectRequestParameters,
  CurrentWallet,
  SingleWalletModalState,
  TonConnectUiCreateOptions,
  TonConnectUiOptions,
  WalletsModal,
  WalletsModalCloseReason,
  WalletsModalState,
} from './public-types.js';

/**
 * The widget without React: what a page can ask of it. It wakes when it is made in a browser (a
 * stored session is picked up after the first paint) and sleeps after `destroy()`. Widgets of one
 * manifest on a page share one connection.
 */
export class TonConnectUI {
  /** All wallets of the public list. */
  static async getWallets(): Promise<WalletInfo[]> {
    return (await live()).publicWallets();
  }

  declare readonly connector: ITonConnect;
  declare readonly modal: WalletsModal;
  /** Whether a stored session was picked up. Settles after the status callbacks have run. */
  declare readonly connectionRestored: Promise<boolean>;

  /** The widget's wallets: the list with `includeWallets`, in the order of the sheet. */
  declare getWallets: () => Promise<WalletInfo[]>;
  /**
   * Opens the wallets sheet. In a wallet's own browser that wallet is asked at once, without a
   * sheet; with a wallet connected there is nothing to open. `traceId` follows the connection through
   * events, links and the wallet's logs.
   */
  declare openModal: (options?: OptionalTraceable) => Promise<void>;
  /** Opens the sheet of one wallet, by its name or app name. */
  declare openSingleWalletModal: (wallet: string) => Promise<void>;
  /**
   * Opens the sheet and waits for a wallet.
   * @deprecated open the sheet, and listen to `onStatusChange`.
   */
  declare connectWallet: (options?: OptionalTraceable) => Promise<ConnectedWallet>;
  declare disconnect: (options?: OptionalTraceable) => Promise<void>;
  /** @throws TonConnectUIError when no wallet is connected, or the visitor gives up. */
  declare sendTransaction: (
    transaction: SendTransactionRequest,
    options?: SendTransactionOptions,
  ) => ReturnType<ITonConnect['sendTransaction']>;
  /** @throws TonConnectUIError when no wallet is connected, or the visitor gives up. */
  declare signData: (
    data: SignDataPayload,
    options?: SignDataOptions,
  ) => ReturnType<ITonConnect['signData']>;

  /**
   * `awake: false` leaves waking to the caller: a React render may be thrown away, so the provider
   * wakes its widget in an effect.
   * @throws TonConnectUIError without a manifest and a connector, or without the button's element.
   */
  constructor(
    options: TonConnectUiCreateOptions = {},
    awake: boolean = typeof window !== 'undefined',
  ) {
    const core = createCore(options);
    keepCore(this, core);
    this.connector = lazyConnector(this, core);
    this.modal = {
      open: this.openModal.bind(this),
      close: this.closeModal.bind(this),
      onStateChange: this.onModalStateChange.bind(this),
      get state() {
        return core.store.get().modal;
      },
    };
    this.connectionRestored = restored(core);
    if (awake) start(core);
  }

  get connected(): boolean {
    return this.wallet !== null;
  }

  get account(): Account | null {
    return this.wallet?.account ?? null;
  }

  get wallet(): CurrentWallet | null {
    return coreOf(this).store.get().wallet;
  }

  /**
   * Changes what is given; the rest stays as it is, inside of preferences, colours and the actions'
   * configuration as well.
   */
  set uiOptions(options: TonConnectUiOptions) {
    const { store } = coreOf(this);
    store.set(changeOptions(store.get(), options));
  }

  get walletsRequiredFeatures(): RequiredFeatures | undefined {
    return coreOf(this).store.get().requiredFeatures;
  }

  get walletsPreferredFeatures(): RequiredFeatures | undefined {
    return coreOf(this).store.get().preferredFeatures;
  }

  get modalState(): WalletsModalState {
    return coreOf(this).store.get().modal;
  }

  get singleWalletModalState(): SingleWalletModalState {
    return coreOf(this).store.get().singleWalletModal;
  }

  /** Calls back when a wallet connects (or its details arrive) and when it is gone. */
  onStatusChange(
    callback: (wallet: ConnectedWallet | null) => void,
    errorsHandler?: (error: TonConnectError) => void,
  ): () => void {
    const { listeners } = coreOf(this);
    const listener = { status: callback, error: errorsHandler };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  onModalStateChange(callback: (state: WalletsModalState) => void): () => void {
    return watch(coreOf(this).store, (state) => state.modal, callback);
  }

  onSingleWalletModalStateChange(callback: (state: SingleWalletModalState) => void): () => void {
    return watch(coreOf(this).store, (state) => state.singleWalletModal, callback);
  }

  closeModal(reason: WalletsModalCloseReason = 'action-cancelled'): void {
    liveNow()?.closeModal(coreOf(this), reason);
  }

  closeSingleWalletModal(reason?: WalletsModalCloseReason): void {
    this.closeModal(reason);
  }

  /** What the next connect request asks besides the address; `loading` makes the sheet wait. */
  setConnectRequestParameters(parameters: ConnectRequestParameters | null | undefined): void {
    coreOf(this).store.set({ connectRequest: parameters ?? { state: 'ready', value: {} } });
  }

  /**
   * Accepts wallets of this network only; any, without one. Remembered while the SDK is not loaded.
   * @throws TonConnectError when a wallet is connected.
   */
  setConnectionNetwork(network?: ChainId): void {
    const { store, connection } = coreOf(this);
    if (this.wallet) {
      throw new TonConnectError('Cannot change network while wallet is connected');
    }
    store.set({ network });
    connection.current?.connector.setConnectionNetwork(network);
  }

  /** Takes down everything that this widget put on the page and every listener it has. */
  destroy(): void {
    stop(coreOf(this));
  }
}

/** What needs the chunk behind the first load waits for it; the arguments go to the same name there. */
for (const name of [
  'getWallets',
  'openModal',
  'openSingleWalletModal',
  'connectWallet',
  'disconnect',
  'sendTransaction',
  'signData',
] as const) {
  TonConnectUI.prototype[name] = async function (this: TonConnectUI, ...args: unknown[]) {
    return Reflect.apply((await live())[name], null, [coreOf(this), ...args]);
  };
}
