import { watch } from '../store/store.js';
import type { WithStore } from '../types/internals.js';

/**
 * Whether a stored session was picked up, whenever that is asked: false at once when there was none to try,
 * and when the widget is taken down before it is known.
 */
export const restored = ({ store }: WithStore): Promise<boolean> =>
  new Promise((resolve) => {
    const known = (): boolean => !store.get().restoring || store.get().stopped;
    const settle = (): void => {
      if (!known()) return;
      // StrictMode stops a widget and starts it again in one go.
      queueMicrotask(() => {
        if (!known()) return;
        unwatch();
        resolve(store.get().restored);
      });
    };
    const unwatch = watch(store, known, settle);
    settle();
  });
