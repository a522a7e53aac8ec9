import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Place } from './engine.ts';

type Queries = typeof import('@testing-library/dom');

/** Queries by role and name for a page, the same in every engine. */
const install = new Function(
  readFileSync(
    createRequire(import.meta.url).resolve(
      '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
    ),
    'utf8',
  ),
) as () => void;

/** A name for the page: the source of a regular expression, or the exact name. */
type SentName = { readonly exactly: string } | { readonly pattern: string };

const sent = (name: string | RegExp): SentName =>
  typeof name === 'string' ? { exactly: name } : { pattern: name.source };

// The following functions run in the page, so each must be self-contained.

const knowsQueries = (): boolean => 'TestingLibraryDom' in window;

/** Returns the number of accessible elements with a role and name. */
function count(role: string, name: SentName): number {
  const { queryAllByRole } = (window as unknown as { TestingLibraryDom: Queries })
    .TestingLibraryDom;
  const matcher = 'exactly' in name ? name.exactly : new RegExp(name.pattern);
  return queryAllByRole(document.body, role, { name: matcher }).length;
}

/** Returns the element with a role and name if it is still and not covered, else null. */
async function pressable(role: string, name: SentName): Promise<Element | null> {
  const { queryAllByRole } = (window as unknown as { TestingLibraryDom: Queries })
    .TestingLibraryDom;
  const matcher = 'exactly' in name ? name.exactly : new RegExp(name.pattern);
  const [element] = queryAllByRole(document.body, role, { name: matcher });
  if (!element || element.matches(':disabled')) return null;
  element.scrollIntoView({ block: 'nearest' });
  const before = element.getBoundingClientRect();
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const { x, y, width, height } = element.getBoundingClientRect();
  if (x !== before.x || y !== before.y) return null;
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return element.contains(top) ? element : null;
}

function isFocused(role: string, name: SentName): boolean {
  const { queryAllByRole } = (window as unknown as { TestingLibraryDom: Queries })
    .TestingLibraryDom;
  const matcher = 'exactly' in name ? name.exactly : new RegExp(name.pattern);
  return queryAllByRole(document.body, role, { name: matcher })[0] === document.activeElement;
}

const contains = (text: string): boolean => document.body.innerText.includes(text);

/** Longest wait for an element, in ms. */
const PATIENCE = 20_000;
/** Pauses between attempts, in ms. */
const LOOKS = [10, 20, 50, 100];

/** Retries until it does not throw. It also throws if the document is unloaded. */
const until = (attempt: () => Promise<void>): Promise<void> =>
  expect(attempt).toPass({ timeout: PATIENCE, intervals: LOOKS });

/** A user's actions in a document. Each waits for the element that it names. */
export class Visitor {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  async #queries(): Promise<void> {
    if (!(await this.#place.run(knowsQueries))) await this.#place.run(install);
  }

  async #count(role: string, name: string | RegExp): Promise<number> {
    await this.#queries();
    return this.#place.run(count, role, sent(name));
  }

  /** Waits for an element with this role and name. */
  sees(role: string, name: string | RegExp): Promise<void> {
    return until(async () => {
      expect(await this.#count(role, name), `${role} ${name}`).toBeGreaterThan(0);
    });
  }

  /** Waits until there is no such element. */
  misses(role: string, name: string | RegExp): Promise<void> {
    return until(async () => {
      expect(await this.#count(role, name), `${role} ${name}`).toBe(0);
    });
  }

  /** Waits until the page contains this text. */
  reads(text: string): Promise<void> {
    return until(async () => {
      expect(await this.#place.run(contains, text), text).toBe(true);
    });
  }

  /** Waits until the element has the focus. */
  focuses(role: string, name: string | RegExp): Promise<void> {
    return until(async () => {
      await this.#queries();
      expect(await this.#place.run(isFocused, role, sent(name)), `focus on ${role} ${name}`).toBe(
        true,
      );
    });
  }

  async isFocused(role: string, name: string | RegExp): Promise<boolean> {
    await this.#queries();
    return this.#place.run(isFocused, role, sent(name));
  }

  /** Clicks the element when it can be clicked. */
  press(role: string, name: string | RegExp): Promise<void> {
    return until(async () => {
      expect(await this.pressNow(role, name), `to press: ${role} ${name}`).toBe(true);
    });
  }

  /**
   * Clicks the element if it can be clicked now.
   * @returns whether it could
   */
  async pressNow(role: string, name: string | RegExp): Promise<boolean> {
    await this.#queries();
    return this.#place.press(pressable, role, sent(name));
  }

  /** Clicks a button, repeatedly if necessary, until another element appears. */
  pressUntil(button: string | RegExp, role: string, name: string | RegExp): Promise<void> {
    return until(async () => {
      if ((await this.#count(role, name)) === 0) await this.pressNow('button', button);
      expect(await this.#count(role, name), `${role} ${name}`).toBeGreaterThan(0);
    });
  }
}
