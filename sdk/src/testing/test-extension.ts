import { approval } from './scripted-wallet.js';

type Answer = Record<string, unknown>;

/** An injected wallet whose answers the test gives. */
export class TestExtension {
  readonly deviceInfo = { appName: 'extension', appVersion: '1' };
  readonly isWalletBrowser = false;
  /** How often the page has asked it to disconnect. */
  disconnects = 0;
  /** Connect requests that have no answer yet, oldest first. */
  readonly waiting: { resolve(answer: Answer): void; request: unknown }[] = [];

  connect = (_version: number, request: unknown): Promise<Answer> =>
    new Promise((resolve) => this.waiting.push({ resolve, request }));

  restoreConnection = async (): Promise<Answer> => approval();

  listen = (): (() => void) => () => undefined;

  send = async ({ id }: { id: string }): Promise<Answer> => ({ id, result: 'te6cc' });

  disconnect = (): void => {
    this.disconnects += 1;
  };

  /** Answers the oldest request, and lets the page handle the answer. */
  async approve(): Promise<void> {
    await this.#answer(approval());
  }

  async decline(): Promise<void> {
    await this.#answer({ event: 'connect_error', id: 1, payload: { code: 300, message: 'No' } });
  }

  async #answer(answer: Answer): Promise<void> {
    this.waiting.shift()?.resolve(answer);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
