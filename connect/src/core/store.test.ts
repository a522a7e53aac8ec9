import { describe, expect, it, vi } from 'vitest';
import { createStore, watch } from './store.js';

describe('store', () => {
  it('notifies its listeners once for a change of several fields', () => {
    const store = createStore({ a: 1, b: 2 });
    const listener = vi.fn();
    store.subscribe(listener);
    store.set({ a: 3, b: 4 });
    expect(store.get()).toEqual({ a: 3, b: 4 });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('keeps the same object, without a notification, if nothing differs', () => {
    const store = createStore({ a: 1 });
    const listener = vi.fn();
    const before = store.get();
    store.subscribe(listener);
    store.set({ a: 1 });
    expect(store.get()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
  });

  it('does not notify a removed listener, even during a notification', () => {
    const store = createStore({ a: 1 });
    const later = vi.fn();
    const first = store.subscribe(() => first());
    store.subscribe(later);
    store.set({ a: 2 });
    store.set({ a: 3 });
    expect(later).toHaveBeenCalledTimes(2);
  });

  it('watches one part', () => {
    const store = createStore({ a: 1, b: 1 });
    const seen = vi.fn();
    const stop = watch(store, (state) => state.a, seen);
    store.set({ b: 2 });
    store.set({ a: 5 });
    stop();
    store.set({ a: 6 });
    expect(seen.mock.calls).toEqual([[5]]);
  });
});
