/** An encrypted message to `to`. */
export type Letter = { id: number; to: string; from: string; message: string; expires: number };

export type Listener = (letter: Letter) => void;

/** Maximum number of pending messages of one client id. The oldest is dropped. */
const MOST = 1_000;

/**
 * Listeners, and pending messages until they expire, by client id. Event ids grow strictly, across
 * restarts too: they start at the clock's microseconds.
 */
export class Mailboxes {
  readonly #letters = new Map<string, Letter[]>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #now: () => number;
  #last: number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#last = now() * 1000;
  }

  /** `ttl` in seconds. */
  post(from: string, to: string, message: string, ttl: number): void {
    this.#last += 1;
    const letter = { id: this.#last, to, from, message, expires: this.#now() + ttl * 1000 };
    this.#letters.set(to, [...this.#waiting(to), letter].slice(-MOST));
    for (const listener of this.#listeners.get(to) ?? []) listener(letter);
  }

  /**
   * Delivers pending messages after the event id `after`, then new ones. Returns a function that
   * stops it.
   */
  listen(clientIds: readonly string[], after: number, listener: Listener): () => void {
    const waiting = clientIds.flatMap((id) => this.#waiting(id));
    for (const letter of waiting.sort((one, other) => one.id - other.id))
      if (letter.id > after) listener(letter);
    for (const id of clientIds)
      this.#listeners.set(id, (this.#listeners.get(id) ?? new Set()).add(listener));
    return () => {
      for (const id of clientIds) {
        const left = this.#listeners.get(id);
        left?.delete(listener);
        if (left?.size === 0) this.#listeners.delete(id);
      }
    };
  }

  #waiting(clientId: string): Letter[] {
    const alive = (this.#letters.get(clientId) ?? []).filter(
      ({ expires }) => expires > this.#now(),
    );
    if (alive.length === 0) this.#letters.delete(clientId);
    return alive;
  }
}
