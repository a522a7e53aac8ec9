import { readSession } from '../connection/session.js';
import { afterPaint } from '../device/after-paint.js';
import { watch } from '../store/store.js';
import { keepButtonRoot } from './button-root.js';
import type { Core } from './core.js';

const awake = new WeakMap<Core, () => void>();

/**
 * Brings a widget to life: a stored session is picked up after the first paint. Returns what takes
 * it down again, to the last listener; it can be started anew.
 */
export function start(core: Core): () => void {
  if (!awake.has(core)) awake.set(core, wake(core));
  return () => stop(core);
}

export function stop(core: Core): void {
  awake.get(core)?.();
  awake.delete(core);
}

function wake(core: Core): () => void {
  const { store, storage, settings, connection, widget } = core;
  const pending = settings.restoreConnection && readSession(storage).kind === 'pending';
  const cancel =
    store.get().restoring || pending || settings.connector
      ? afterPaint(() => connection.load().catch(() => store.set({ restoring: false })))
      : undefined;
  const removeButton = keepButtonRoot(core);
  return () => {
    cancel?.();
    removeButton();
    widget.release();
    connection.release();
    const closed = { status: 'closed', closeReason: null } as const;
    store.set({ modal: closed, singleWalletModal: closed, attempt: null, action: null });
  };
}

/** Whether a stored session was picked up: false at once when there was none to try. */
export function restored({ store }: Core): Promise<boolean> {
  if (!store.get().restoring) return Promise.resolve(false);
  return new Promise((resolve) => {
    const unwatch = watch(
      store,
      (state) => state.restoring,
      () => {
        unwatch();
        resolve(store.get().wallet !== null);
      },
    );
  });
}
