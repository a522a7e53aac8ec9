import type {
  Account,
  ITonConnect,
  SendTransactionRequest,
  Wallet,
  WalletInfo,
} from '@tonconnect/sdk';
import type { Core } from '../controller/core.js';
import { type TonConnectError, TonConnectUIError } from '../controller/errors.js';

type SendOptions = { onRequestSent?: () => void; signal?: AbortSignal; traceId?: string };

/**
 * `ui.connector`, as the peer has it, before the SDK is here: questions are answered from what is
 * known, requests load it first. Only `connect` and `setConnectionNetwork`, which answer at once,
 * need it loaded.
 */
export class LazyConnector implements ITonConnect {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  get connected(): boolean {
    return this.wallet !== null;
  }

  get account(): Account | null {
    return this.wallet?.account ?? null;
  }

  get wallet(): Wallet | null {
    return this.#core.store.get().wallet;
  }

  get connect(): ITonConnect['connect'] {
    const connector = this.#loaded('connect');
    return connector.connect.bind(connector);
  }

  setConnectionNetwork(network?: string): void {
    this.#loaded('setConnectionNetwork').setConnectionNetwork(network);
  }

  onStatusChange(
    ...listeners: Parameters<ITonConnect['onStatusChange']>
  ): ReturnType<ITonConnect['onStatusChange']> {
    const [status, error] = listeners;
    // The SDK's class has private members, so no class of ours is one to the type checker.
    return this.#core.listeners.add(
      status,
      error as ((error: TonConnectError) => void) | undefined,
    );
  }

  async getWallets(): Promise<WalletInfo[]> {
    return (await this.#load()).getWallets();
  }

  async restoreConnection(...options: Parameters<ITonConnect['restoreConnection']>): Promise<void> {
    await (await this.#load()).restoreConnection(...options);
  }

  async disconnect(...options: Parameters<ITonConnect['disconnect']>): Promise<void> {
    await (await this.#load()).disconnect(...options);
  }

  async sendTransaction(
    transaction: SendTransactionRequest,
    options?: SendOptions | (() => void),
  ): ReturnType<ITonConnect['sendTransaction']> {
    const onSent = typeof options === 'function' ? { onRequestSent: options } : options;
    return (await this.#load()).sendTransaction(transaction, onSent);
  }

  async signData(
    ...request: Parameters<ITonConnect['signData']>
  ): ReturnType<ITonConnect['signData']> {
    return (await this.#load()).signData(...request);
  }

  async getSessionId(): Promise<string | null> {
    return (await this.#load()).getSessionId();
  }

  pauseConnection(): void {
    this.#core.connection.current?.connector.pauseConnection();
  }

  async unPauseConnection(): Promise<void> {
    await this.#core.connection.current?.connector.unPauseConnection();
  }

  async #load(): Promise<ITonConnect> {
    return (await this.#core.connection.load()).connector;
  }

  #loaded(method: string): ITonConnect {
    const { current } = this.#core.connection;
    if (current) return current.connector;
    throw new TonConnectUIError(
      `connector.${method}() answers at once, but the SDK is still loading. Await ui.connector.getWallets() first, or open the sheet with ui.openModal().`,
    );
  }
}
