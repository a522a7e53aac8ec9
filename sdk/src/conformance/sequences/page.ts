import type { IStorage } from '../../types/index.js';

type Listener = (event: Event) => void;

/** An event target that counts its listeners and forgets those of a page that is gone. */
export class CountedTarget {
  readonly #listeners = new Map<string, Set<Listener>>();

  get listeners(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  addEventListener(type: string, listener: Listener, options?: AddEventListenerOptions): void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
    options?.signal?.addEventListener('abort', () => listeners.delete(listener));
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener);
  }

  dispatchEvent(event: Event): boolean {
    for (const listener of [...(this.#listeners.get(event.type) ?? [])]) listener(event);
    return true;
  }

  /** Ends the page. */
  unload(): void {
    this.#listeners.clear();
  }
}

/** The `document` of a page. */
export class TestDocument extends CountedTarget {
  hidden = false;

  get visibilityState(): string {
    return this.hidden ? 'hidden' : 'visible';
  }

  show(visible: boolean): void {
    this.hidden = !visible;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

/** Storage of one page over the items of the browser. A page that is killed writes no more. */
export class PageStorage implements IStorage {
  readonly #items: Map<string, string>;
  readonly #wait: () => Promise<void>;
  #isKilled = false;

  /** `wait` resolves after the delay of the storage. */
  constructor(items: Map<string, string>, wait: () => Promise<void>) {
    this.#items = items;
    this.#wait = wait;
  }

  kill(): void {
    this.#isKilled = true;
  }

  getItem(key: string): Promise<string | null> {
    return this.#answer(this.#items.get(key) ?? null);
  }

  setItem(key: string, value: string): Promise<void> {
    if (!this.#isKilled) this.#items.set(key, value);
    return this.#answer(undefined);
  }

  removeItem(key: string): Promise<void> {
    if (!this.#isKilled) this.#items.delete(key);
    return this.#answer(undefined);
  }

  async #answer<T>(value: T): Promise<T> {
    await this.#wait();
    return this.#isKilled ? new Promise<T>(() => undefined) : value;
  }
}
