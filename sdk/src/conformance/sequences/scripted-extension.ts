import { answerTo, approval, device } from './scripted-wallet.js';

type Settle = (answer: object) => void;
type ExtensionRequest = { id: string; method: string; settle: Settle };

/** A wallet that is injected into the page. It outlives reloads of the page. */
export class ScriptedExtension {
  readonly address = `0:${'ee'.repeat(32)}`;
  /** Whether it counts the app as connected. */
  connected = false;
  /** Connect requests of the page without an answer, oldest first. */
  asked: Settle[] = [];
  /** Requests of the page without an answer, oldest first. */
  requests: ExtensionRequest[] = [];
  #listeners = new Set<(event: object) => void>();

  /** Number of listeners of the page. */
  get listeners(): number {
    return this.#listeners.size;
  }

  /** The object that is injected as `window.<key>.tonconnect`. */
  readonly bridge = {
    deviceInfo: device('extension'),
    walletInfo: {
      name: 'Extension',
      app_name: 'extension',
      image: 'https://extension.example.org/icon.png',
      about_url: 'https://extension.example.org',
      platforms: ['chrome'],
      features: device('extension').features,
    },
    protocolVersion: 2,
    isWalletBrowser: false,
    connect: (): Promise<object> => new Promise((settle) => this.asked.push(settle)),
    restoreConnection: async (): Promise<object> =>
      this.connected
        ? approval('extension', 'ee')
        : { event: 'connect_error', payload: { code: 100, message: 'unknown app' } },
    send: ({ id, method }: { id: string; method: string }): Promise<object> =>
      new Promise((settle) => this.requests.push({ id, method, settle })),
    listen: (listener: (event: object) => void): (() => void) => {
      this.#listeners.add(listener);
      return () => void this.#listeners.delete(listener);
    },
    disconnect: (): void => {
      this.connected = false;
      this.requests = [];
    },
  };

  reset(): void {
    this.connected = false;
    this.unload();
  }

  /** Ends the page: nothing of it waits any more. */
  unload(): void {
    this.asked = [];
    this.requests = [];
    this.#listeners.clear();
  }

  decide(index: number, approves: boolean): void {
    const [settle] = this.asked.splice(index, 1);
    if (approves) this.connected = true;
    settle?.(
      approves
        ? approval('extension', 'ee')
        : { event: 'connect_error', payload: { code: 300, message: 'rejected' } },
    );
  }

  answer(index: number, approves: boolean): ExtensionRequest | undefined {
    const [request] = this.requests.splice(index, 1);
    request?.settle(answerTo(request.method, request.id, approves));
    return request;
  }

  /** The user disconnects the app in the extension. */
  leave(): void {
    this.connected = false;
    this.requests = [];
    for (const listener of [...this.#listeners]) listener({ event: 'disconnect', payload: {} });
  }
}
