import { vi } from 'vitest';

type Environment = 'window' | 'document' | 'media';

/**
 * Counts what a widget adds to the page: listeners of the window, the document and media queries, timers, and
 * elements. `left` returns what still exists.
 */
export function watchPage(): { left(): string[]; stop(): void } {
  const listeners = new Map<unknown, string>();
  const timers = new Map<unknown, string>();
  const elements = new Set([...document.body.children, ...document.head.children]);
  const spies: { mockRestore(): void }[] = [];

  const watchListeners = (place: Environment, target: EventTarget): void => {
    const key = (type: string, listener: unknown) => `${place}:${type}:${idOf(listener)}`;
    const add = target.addEventListener;
    const remove = target.removeEventListener;
    spies.push(
      vi.spyOn(target, 'addEventListener').mockImplementation(function (
        this: EventTarget,
        type: string,
        listener: EventListenerOrEventListenerObject | null,
        options?: boolean | AddEventListenerOptions,
      ) {
        const id = key(type, listener);
        const signal = typeof options === 'object' ? options.signal : undefined;
        if (!signal?.aborted) listeners.set(id, `${place} ${type}`);
        signal?.addEventListener('abort', () => listeners.delete(id));
        if (typeof options === 'object' && options.once) {
          add.call(this, type, () => listeners.delete(id), { once: true });
        }
        add.call(this, type, listener, options);
      }),
      vi.spyOn(target, 'removeEventListener').mockImplementation(function (
        this: EventTarget,
        type: string,
        listener: EventListenerOrEventListenerObject | null,
        options?: boolean | EventListenerOptions,
      ) {
        listeners.delete(key(type, listener));
        remove.call(this, type, listener, options);
      }),
    );
  };
  watchListeners('window', window);
  watchListeners('document', document);
  watchListeners('media', MediaQueryList.prototype);

  const interval = window.setInterval;
  const clear = window.clearInterval;
  spies.push(
    vi.spyOn(window, 'setInterval').mockImplementation(((work: () => void, ms?: number) => {
      const id = interval(work, ms);
      timers.set(id, `interval ${ms}`);
      return id;
    }) as never),
    vi.spyOn(window, 'clearInterval').mockImplementation((id) => {
      timers.delete(id);
      clear(id);
    }),
  );

  return {
    left: () => [
      ...listeners.values(),
      ...timers.values(),
      ...[...document.body.children, ...document.head.children]
        .filter((element) => !elements.has(element) && !/STYLE|LINK|SCRIPT/.test(element.tagName))
        .map((element) => element.outerHTML.slice(0, 80)),
    ],
    stop() {
      for (const spy of spies) spy.mockRestore();
    },
  };
}

const ids = new WeakMap<object, number>();
let lastId = 0;
function idOf(listener: unknown): number {
  if (typeof listener !== 'object' && typeof listener !== 'function') return 0;
  if (listener === null) return 0;
  const known = ids.get(listener) ?? ++lastId;
  ids.set(listener, known);
  return known;
}
