// Checks every answer that a test's clients get from our servers against docs/api.
import { type Answer, Contract } from './answer.ts';
import type { Listener } from './description.ts';
import { EventContract } from './events.ts';

/** An answer that has been checked is not checked again, because floods repeat it. */
const remembered = 4096;
/** Larger answers differ anyway. */
const smallBody = 1024;
/** Maximum number of mismatches that an error lists. */
const shown = 20;
/** Fields that differ in each answer without changing its form. */
const unlike = /^(date|etag|content-length)$/;

class Answers {
  readonly contract = new Contract();
  readonly events = new EventContract();
  readonly #listeners = new Map<string, Listener>();
  readonly #fitting = new Set<string>();
  readonly #violations = new Set<string>();

  /** Starts checking the answers of a listener. `origin`: without a trailing slash. */
  watch(origin: string, listener: Listener): void {
    this.#listeners.set(origin, listener);
  }

  /** Stops checking an origin, because our server has stopped listening there. */
  forget(origin: string): void {
    this.#listeners.delete(origin);
  }

  listenerAt(origin: string): Listener | undefined {
    return this.#listeners.get(origin);
  }

  note(answer: Answer): void {
    const key = keyOf(answer);
    if (key && this.#fitting.has(key)) return;
    const wrong = this.contract.violationsOf(answer);
    for (const violation of wrong) {
      this.#violations.add(`${answer.method} ${answer.target.slice(0, 200)}: ${violation}`);
    }
    if (!key || wrong.length > 0) return;
    if (this.#fitting.size >= remembered) this.#fitting.clear();
    this.#fitting.add(key);
  }

  noteEvent(target: string, event: string): void {
    const wrong = this.events.violationOf(event);
    if (wrong) this.#violations.add(`GET ${target.slice(0, 200)}: ${wrong}`);
  }

  /** Returns the mismatches since the last call. */
  take(): string[] {
    const taken = [...this.#violations];
    this.#violations.clear();
    return taken;
  }
}

function keyOf({ listener, method, target, status, headers, body }: Answer): string | null {
  if (body !== null && body.length > smallBody) return null;
  const fields = [...headers].filter(([name]) => !unlike.test(name)).map(String);
  return [listener, method, target.split('?')[0], status, ...fields, body].join('\n');
}

/** Answers of this process. */
export const answers = new Answers();

/** @throws Error that lists each mismatch since the last call */
export function expectDescribed(): void {
  const wrong = answers.take();
  if (wrong.length === 0) return;
  const more = wrong.length > shown ? `\nand ${wrong.length - shown} more` : '';
  throw new Error(
    `answers that docs/api does not describe:\n${wrong.slice(0, shown).join('\n')}${more}`,
  );
}
