// Holds every answer that a test's clients get from a server of ours to docs/api.
import { type Answer, Contract } from './answer.ts';
import type { Listener } from './description.ts';
import { EventContract } from './events.ts';

/** An answer that has been held to the description is not read again: floods are all alike. */
const remembered = 4096;
/** Larger answers differ anyway. */
const smallBody = 1024;
/** How many of those that do not fit an error names. */
const shown = 20;
/** Different in each answer, and none of its form. */
const unlike = /^(date|etag|content-length)$/;

class Answers {
  readonly contract = new Contract();
  readonly events = new EventContract();
  readonly #listeners = new Map<string, Listener>();
  readonly #fitting = new Set<string>();
  readonly #violations = new Set<string>();

  /** From here on what comes from there is held to the description. `origin`: without a slash at its end. */
  watch(origin: string, listener: Listener): void {
    this.#listeners.set(origin, listener);
  }

  /** Nobody of ours listens there any more. */
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

  /** What did not fit since the last call. */
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

/** Those of this process. */
export const answers = new Answers();

/** @throws Error that names each answer that did not fit since the last call */
export function expectDescribed(): void {
  const wrong = answers.take();
  if (wrong.length === 0) return;
  const more = wrong.length > shown ? `\nand ${wrong.length - shown} more` : '';
  throw new Error(
    `answers that docs/api does not describe:\n${wrong.slice(0, shown).join('\n')}${more}`,
  );
}
