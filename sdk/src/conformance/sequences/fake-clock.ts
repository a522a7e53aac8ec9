type Timer = { at: number; order: number; period: number | null; run(): void };

const macrotask = setImmediate;

/** Runs all microtasks and reports unhandled rejections. */
const drain = (): Promise<void> => new Promise((resolve) => macrotask(() => resolve()));

/** Unix time at which the clock starts, in ms. */
const START = Date.UTC(2026, 0, 1);

/**
 * Replaces the timers and the time of the process. Timers of the page under test and timers of the
 * scripted world are kept apart, because a page that is killed takes only its own with it.
 */
export class FakeClock {
  readonly #page = new Map<number, Timer>();
  readonly #world = new Map<number, Timer>();
  readonly #replaced: [object, string, unknown][] = [];
  #count = 0;
  #now = 0;

  /** Number of timers of the page that are due. */
  get pageTimers(): number {
    return this.#page.size;
  }

  /** Unix time, in ms. */
  get now(): number {
    return START + this.#now;
  }

  install(random: () => number): void {
    const set = (period: boolean) => (run: () => void, delay?: number) =>
      this.#add(this.#page, run, delay ?? 0, period);
    const clear = (id?: number) => void this.#page.delete(id ?? -1);
    this.#replace(globalThis, 'setTimeout', set(false));
    this.#replace(globalThis, 'setInterval', set(true));
    this.#replace(globalThis, 'clearTimeout', clear);
    this.#replace(globalThis, 'clearInterval', clear);
    this.#replace(Date, 'now', () => this.now);
    this.#replace(performance, 'now', () => this.#now);
    this.#replace(Math, 'random', random);
  }

  uninstall(): void {
    for (const [owner, name, value] of this.#replaced.reverse()) {
      Object.defineProperty(owner, name, { value, configurable: true, writable: true });
    }
  }

  /** Runs `run` after `delayMs` in the scripted world. */
  later(delayMs: number, run: () => void): void {
    this.#add(this.#world, run, delayMs, false);
  }

  /** Drops the timers of the page, as a reload does. */
  dropPageTimers(): void {
    this.#page.clear();
  }

  /** Moves the time and runs all timers that become due, with their microtasks. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    await drain();
    for (;;) {
      const next = this.#next(until);
      if (!next) break;
      next();
      await drain();
    }
    this.#now = until;
  }

  #next(until: number): (() => void) | undefined {
    let found: { id: number; timer: Timer; timers: Map<number, Timer> } | undefined;
    for (const timers of [this.#world, this.#page]) {
      for (const [id, timer] of timers) {
        const best = found?.timer;
        if (timer.at > until) continue;
        if (best && (best.at < timer.at || (best.at === timer.at && best.order < timer.order)))
          continue;
        found = { id, timer, timers };
      }
    }
    if (!found) return undefined;
    const { id, timer, timers } = found;
    this.#now = Math.max(this.#now, timer.at);
    if (timer.period === null) timers.delete(id);
    else timer.at = this.#now + timer.period;
    return timer.run;
  }

  #add(timers: Map<number, Timer>, run: () => void, delay: number, repeats: boolean): number {
    this.#count += 1;
    const wait = Math.max(1, delay);
    timers.set(this.#count, {
      at: this.#now + (timers === this.#world ? delay : wait),
      order: this.#count,
      period: repeats ? wait : null,
      run,
    });
    return this.#count;
  }

  #replace(owner: object, name: string, value: unknown): void {
    this.#replaced.push([owner, name, Reflect.get(owner, name)]);
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  }
}
