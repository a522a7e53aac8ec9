/*
 * The world of one scene: nothing that was stored on this origin gets in, nothing is stored, no page
 * of a wallet is opened, and time may stand still. Only this page's own globals are changed, and a
 * scene has the page for itself.
 */

const realTimeout = window.setTimeout.bind(window);

/** Notices and the like live longer than this, ms; what is shorter belongs to the way things work. */
const LIFE = 1000;

type World = {
  /** Whether notices stay: a picture of them can be taken whenever. */
  still: boolean;
  /** Whether the browser refuses to open pages. */
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

/** The next frame that is painted. */
export const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

/** Longest wait for what a scene needs, ms. A scene that waits longer is broken. */
const PATIENCE = 10_000;

/** Looks in every frame until there is something. @throws Error that says what there never was. */
export async function until<T>(look: () => T | null | undefined | false, what: string): Promise<T> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    const found = look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`There never was ${what}.`);
    await nextFrame();
  }
}
