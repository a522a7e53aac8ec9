/*
 * Isolated environment of a scene: it reads and writes no storage of this origin, opens no wallet
 * pages, and can stop time. It changes only globals of this page, which the scene does not share.
 */

const realTimeout = window.setTimeout.bind(window);

/**
 * Shorter timers, in ms, always run: they belong to the widget's mechanics. Notices take longer.
 */
const LIFE = 1000;

type World = {
  /** Whether notices stay, so that a picture can be taken at any time. */
  still: boolean;
  /** Whether the browser blocks new pages. */
  blocked: boolean;
};

export function prepareWorld({ still, blocked }: World): void {
  replace(window, 'localStorage', memoryStorage());
  replace(window, 'open', () => (blocked ? null : { opener: null, closed: false }));
  replace(navigator, 'clipboard', { writeText: async () => undefined });
  if (!still) return;
  replace(window, 'setTimeout', ((work: () => void, delay = 0, ...rest: []) =>
    delay < LIFE ? realTimeout(work, delay, ...rest) : -1) as typeof setTimeout);
}

const replace = (owner: object, name: string, value: unknown): void => {
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
};

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

/** Resolves in the next animation frame. */
export const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

/** Longest wait for an element of a scene, in ms. A scene that needs more is broken. */
const PATIENCE = 10_000;

/**
 * Checks in every frame until `look` returns a value.
 *
 * @throws Error that names the missing element.
 */
export async function until<T>(look: () => T | null | undefined | false, what: string): Promise<T> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    const found = look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`There never was ${what}.`);
    await nextFrame();
  }
}
